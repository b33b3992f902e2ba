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

/** Names, URLs and mailboxes may be there to be read or written to; addresses are not. */
export function isLink(kind: string): boolean {
  return kind !== "ipv4" && kind !== "ipv6";
}

/** Where a text asks to write to; it is an author's unless one asks for ransom, or is nobody's own. */
function contactRole(kind: string, host: string, { isExtortion }: Surroundings): Verdict {
  if (kind !== "email") return unsaid("reference");
  if (isExtortion) return indicator("said");
  return isFreeMail(host) ? unsaid("mentioned") : said("vendor");
}

/** Links to read on and addresses to write to. */
export function linkRole(
  { kind, defanged, normalized_value: value }: Occurrence,
  around: Surroundings,
  { isDefanging, host }: Circumstances,
): Verdict | null {
  if (!isLink(kind)) return null;
  const isPage = kind === "url" && !isProgram(value) && !isAddress(host ?? "");
  if (around.section === "references" || around.section === "related" || around.isCitation) {
    // Lists of pages have no end of their own: a sentence about a download is behind them.
    const isLoaded = !isPage && isHarmful(around) && !around.isItem;
    if (!isLoaded && (!defanged || kind === "url")) return said("reference");
  }
  if (defanged) return null;
  // "Download the indicators from https://..." leads to a list of them.
  if (around.cue === "listing" && kind === "url" && !around.isItem) return said("reference");
  if (around.isBesideReferences && isDefanging && kind === "url") return said("reference");
  const isTold = around.cue === "contact" || around.cue === "quote";
  // Where all that is bad is defanged, a link is none, though a list of bad ones is near.
  const isListedLink = isExpressly(around) && !around.isLeadQuote;
  const isOfAdvice = around.section === "advice" || !isHarmful(around);
  if (isPage && isDefanging && !isTold && !isListedLink && isOfAdvice) {
    return unsaid("reference");
  }
  if (isListed(around) && !isTold) return null;
  if (around.cue === "contact") return contactRole(kind, host ?? "", around);
  return around.cue === "quote" ? said("reference") : null;
}

/** What a section's subject says of values that nothing else is said of. */
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
