import type { Occurrence } from "../found.ts";
import {
  isAddress,
  isArticle,
  isDataFile,
  isGovernment,
  isProgram,
  isTenant,
} from "./network-values.ts";
import { hasBlanks, isPlaceholderHost } from "./placeholders.ts";
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

/** The role of a mention of an address, a name, a URL or a mailbox. */
export function networkRole(
  occurrence: Occurrence,
  around: Surroundings,
  about: Circumstances,
  host: string,
): Verdict {
  const { kind, defanged, normalized_value: value } = occurrence;
  if (isPlaceholderHost(host, around.isPattern)) return said("example");
  if (kind !== "domain" && hasBlanks(value)) return said("example");
  if (about.effect === "example") return said("example");
  if (around.isRuleString) return unsaid("mentioned");
  // A program, or what an address serves, is no page to read on.
  const isFile = kind === "url" && (isAddress(host) || isProgram(value)) && about.effect === null;
  if (isFile && around.cue === "quote") return unsaid("mentioned");
  return (
    officeRole(occurrence, around) ??
    labelledRole(occurrence, around, about) ??
    namedRole(occurrence, around, host) ??
    listRole(occurrence, around, about) ??
    linkRole(occurrence, around, about) ??
    harmfulRole(defanged, around) ??
    sectionRole(around, kind) ??
    plainRole(occurrence, around, about, host)
  );
}

/** Names, URLs and mailboxes may be there to be read or written to; addresses are not. */
function isLink(kind: string): boolean {
  return kind !== "ipv4" && kind !== "ipv6";
}

/** Whom to write to stands under a heading of its own, among words of what befell whom. */
function officeRole(
  { kind, defanged }: Occurrence,
  { meaning, label }: Surroundings,
): Verdict | null {
  const isOfAuthors = meaning === "contact" && !defanged && label !== "indicator";
  return isOfAuthors && isLink(kind) ? said("vendor") : null;
}

/** What a label or the heading of a column says. */
function labelledRole(
  { kind, defanged, normalized_value: value }: Occurrence,
  around: Surroundings,
  { effect }: Circumstances,
): Verdict | null {
  switch (around.label) {
    case "reference":
      // "Source: 203.0.113.7" is where packets came from.
      return !isLink(kind) || (defanged && kind !== "url") ? null : said("reference");
    case "contact":
      return defanged || !isLink(kind) ? null : said("vendor");
    case "victim":
      return said("victim");
    case "service":
      return said("legitimate_service");
    case "tool":
      return defanged ? null : said("tool_site");
    case "indicator":
      // "Indicators: https://.../list.csv" leads to a list of them.
      if (kind === "url" && !defanged && isDataFile(value)) return said("reference");
      return effect === "shared" || around.cue === "service" ? null : indicator("labelled");
    default:
      return null;
  }
}

/** Victims, services and sites of tools, by the words nearest to them or over their list. */
function namedRole(
  { kind, defanged }: Occurrence,
  around: Surroundings,
  host: string,
): Verdict | null {
  const { cue, lead, isItem } = around;
  if (cue === "victim") return said("victim");
  // What is not defanged and "targeted" is whom it befell; else a lure may be about it.
  if (cue === "target" && !defanged && !isListed(around) && kind !== "url") return said("victim");
  // A name that a customer has below a service's is not the service.
  if (cue === "service" && !(kind === "domain" && isTenant(host))) {
    return said("legitimate_service");
  }
  if (cue === "tool") return said("tool_site");
  if (!isItem || isHarmful(around)) return null;
  if (lead === "victim") return said("victim");
  if (lead === "service") return said("legitimate_service");
  if (lead === "tool") return said("tool_site");
  return lead === "quote" && !defanged && isLink(kind) ? said("reference") : null;
}

/** The publisher's own, and what the warning lists name. */
function listRole(
  { kind, defanged }: Occurrence,
  around: Surroundings,
  about: Circumstances,
): Verdict | null {
  const isPlain = !defanged && !isListed(around);
  if (about.isPublishers && isPlain) return said("vendor");
  if (kind === "email" && isOffice(about.host ?? "", around) && !defanged) return said("vendor");
  if (about.effect === "benign" || about.effect === "reference") {
    const isKnown = isPlain || (!defanged && !isExpressly(around));
    return isKnown ? said(kind === "email" ? "vendor" : "reference") : null;
  }
  if (about.effect !== "shared" || !isLink(kind)) return null;
  const isBlocked = !isPlain || isHarmful(around);
  // A bare name is everybody's; a URL, or a name that a customer chose, is one's own.
  if (isBlocked && (kind !== "domain" || about.isCustomers)) return null;
  const isRead = kind === "url" && isPlain && isQuoted(around);
  return said(isRead ? "reference" : "legitimate_service");
}

function isQuoted({ cue, meaning, isCitation }: Surroundings): boolean {
  return cue === "quote" || cue === "contact" || meaning === "references" || isCitation;
}

/** An agency's mailbox, of which nothing bad is said. */
function isOffice(host: string, around: Surroundings): boolean {
  return !isHarmful(around) && !isExpressly(around) && isGovernment(host);
}

/** Links to read on and addresses to write to. */
function linkRole(
  { kind, defanged }: Occurrence,
  around: Surroundings,
  { isDefanging }: Circumstances,
): Verdict | null {
  if (!isLink(kind)) return null;
  if (around.meaning === "references" || around.isCitation) {
    if (!defanged || kind === "url") return said("reference");
  }
  if (defanged) return null;
  // "Download the indicators from https://..." leads to a list of them.
  if (around.cue === "listing" && kind === "url" && !around.isItem) return said("reference");
  if (around.isBesideReferences && isDefanging && kind === "url") return said("reference");
  if (isListed(around) && around.cue !== "quote" && around.cue !== "contact") return null;
  if (around.cue === "contact") return said("vendor");
  return around.cue === "quote" ? said("reference") : null;
}

function harmfulRole(defanged: boolean, around: Surroundings): Verdict | null {
  if (isListed(around)) return indicator("listed");
  if (isHarmful(around)) return indicator("said");
  return defanged ? indicator("defanged") : null;
}

/** What a section's subject says of values that nothing else is said of. */
function sectionRole({ meaning, isItem, isImprint }: Surroundings, kind: string): Verdict | null {
  if (!isLink(kind)) return null;
  if (isImprint) return said("vendor");
  if (meaning === "advice") return said("reference");
  if (meaning === "victims") return said("victim");
  if (!isItem) return null;
  if (meaning === "tools") return said("tool_site");
  return meaning === "services" ? said("legitimate_service") : null;
}

function plainRole(
  { kind, normalized_value: value }: Occurrence,
  around: Surroundings,
  { isDefanging }: Circumstances,
  host: string,
): Verdict {
  if (kind !== "url" || isAddress(host) || isProgram(value)) return unsaid("mentioned");
  if (isArticle(value)) return unsaid("reference");
  if (around.label === "typed") return unsaid("mentioned");
  // Somebody's page, linked in running text.
  return isDefanging || !around.isItem ? unsaid("reference") : unsaid("mentioned");
}
