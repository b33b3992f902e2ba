import type { Occurrence } from "../found.ts";
import { isAddress, isFreeMail, isProgram } from "./network-values.ts";
import {
  indicator,
  isExpressly,
  isHarmful,
  isListed,
  said,
  unsaid,
  type Circumstances,
  type Surroundings,
  type Verdict,
} from "./surroundings.ts";

/** Returns whether a kind can be a link: names, URLs and mailboxes can, addresses cannot. */
export function isLink(kind: string): boolean {
  return kind !== "ipv4" && kind !== "ipv6";
}

/**
 * Returns the role of a contact address. It is an author's, unless it demands ransom or belongs to a free mail
 * service.
 */
function contactRole(kind: string, host: string, { isExtortion }: Surroundings): Verdict {
  if (kind !== "email") return unsaid("reference");
  if (isExtortion) return indicator("said");
  return isFreeMail(host) ? unsaid("mentioned") : said("vendor");
}

/** Returns the role of links to further reading and of contact addresses. */
export function linkRole(
  { kind, defanged, normalized_value: value }: Occurrence,
  around: Surroundings,
  { isDefanging, host }: Circumstances,
): Verdict | null {
  if (!isLink(kind)) return null;
  const isPage = kind === "url" && !isProgram(value) && !isAddress(host ?? "");
  if (around.section === "references" || around.section === "related" || around.isCitation) {
    // Lists of pages have no clear end: a sentence about a download may follow them.
    const isLoaded = !isPage && isHarmful(around) && !around.isItem;
    if (!isLoaded && (!defanged || kind === "url")) return said("reference");
  }
  if (defanged) return null;
  // "Download the indicators from https://..." leads to a list of indicators.
  if (around.cue === "listing" && kind === "url" && !around.isItem) return said("reference");
  if (around.isBesideReferences && isDefanging && kind === "url") return said("reference");
  const isTold = around.cue === "contact" || around.cue === "quote";
  // If the text defangs everything malicious, a plain link is harmless, even near a list of malicious ones.
  const isListedLink = isExpressly(around) && !around.isLeadQuote;
  const isOfAdvice = around.section === "advice" || !isHarmful(around);
  if (isPage && isDefanging && !isTold && !isListedLink && isOfAdvice) {
    return unsaid("reference");
  }
  if (isListed(around) && !isTold) return null;
  if (around.cue === "contact") return contactRole(kind, host ?? "", around);
  return around.cue === "quote" ? said("reference") : null;
}

/** Returns the role that a section's subject implies for values without further evidence. */
export function sectionRole(
  { section, isItem, isImprint }: Surroundings,
  kind: string,
): Verdict | null {
  if (!isLink(kind)) return null;
  if (isImprint) return said("vendor");
  if (section === "advice") return said("reference");
  if (section === "victims") return said("victim");
  if (!isItem) return null;
  if (section === "tools") return said("tool_site");
  return section === "services" ? said("legitimate_service") : null;
}
