import type { Occurrence } from "../found.ts";
import {
  isAddress,
  isArticle,
  isDataFile,
  isFreeMail,
  isGovernment,
  isProgram,
  isProject,
  isTenant,
} from "./network-values.ts";
import { isLink, linkRole, sectionRole } from "./link-role.ts";
import { hasBlanks, isPlaceholderHost } from "./placeholders.ts";
import {
  indicator,
  isExcluded,
  isExpressly,
  isHarmful,
  isListed,
  said,
  unsaid,
  type Circumstances,
  type Surroundings,
  type Verdict,
} from "./surroundings.ts";

/** Returns the role of an address, a name, a URL or a mailbox. */
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
  if (isExcluded(around)) return said("legitimate_service");
  if (around.isRuleString) return unsaid("mentioned");
  if (around.isReadingLink && !isAddress(host) && !isProgram(value)) return said("reference");
  // A program, or a file served from an address, is not a page to read.
  const isFile = kind === "url" && (isAddress(host) || isProgram(value)) && about.effect === null;
  if (isFile && around.cue === "quote") return unsaid("mentioned");
  return (
    officeRole(occurrence, around, host) ??
    labelledRole(occurrence, around, about) ??
    namedRole(occurrence, around, host) ??
    listRole(occurrence, around, about) ??
    linkRole(occurrence, around, about) ??
    harmfulRole(defanged, around) ??
    sectionRole(around, kind) ??
    plainRole(occurrence, around, about, host)
  );
}

/** Returns the role of contact addresses under their own heading, even among words about victims. */
function officeRole(
  { kind, defanged }: Occurrence,
  { section, label }: Surroundings,
  host: string,
): Verdict | null {
  const isOfAuthors =
    (section === "contact" || section === "vendor") && !defanged && label !== "indicator";
  return isOfAuthors && isLink(kind) && !isFreeMail(host) ? said("vendor") : null;
}

/** Returns the role that a label or a column heading gives. */
function labelledRole(
  { kind, defanged, normalized_value: value }: Occurrence,
  around: Surroundings,
  { effect }: Circumstances,
): Verdict | null {
  switch (around.label) {
    case "reference":
      // "Source: 203.0.113.7" is the origin of packets.
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
      // "Indicators: https://.../list.csv" leads to a list of indicators.
      if (kind === "url" && !defanged && isDataFile(value)) return said("reference");
      return effect === "shared" || around.cue === "service" ? null : indicator("labelled");
    default:
      return null;
  }
}

/** Returns the role of victims, services and tool sites, from the nearest words or those above their list. */
function namedRole(
  { kind, defanged }: Occurrence,
  around: Surroundings,
  host: string,
): Verdict | null {
  const { cue, lead, isItem } = around;
  if (cue === "victim") return said("victim");
  // "Targeted" and not defanged means a victim. Otherwise a lure may be about it.
  if (cue === "target" && !defanged && !isListed(around) && kind !== "url") return said("victim");
  // A customer's name below a service's is not the service.
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

/** Returns the role of the publisher's own values and of values on warning lists. */
function listRole(
  { kind, defanged, normalized_value: value }: Occurrence,
  around: Surroundings,
  about: Circumstances,
): Verdict | null {
  const isPlain = !defanged && !isListed(around);
  if (about.isPublishers && isPlain) return said("vendor");
  if (kind === "email" && isOffice(about.host ?? "", around) && !defanged) return said("vendor");
  if (about.effect === "benign" || about.effect === "reference") {
    // A value in a list of indicators is one, unless the text defangs its indicators.
    const isMeant = isExpressly(around) && (!about.isDefanging || around.label === "indicator");
    const isKnown = isPlain || (!defanged && !isMeant);
    return isKnown ? said(kind === "email" ? "vendor" : "reference") : null;
  }
  const isRepository = kind === "url" && !defanged && !isExpressly(around) && isProject(value);
  if (isRepository) return said("tool_site");
  if (about.effect !== "shared" || !isLink(kind)) return null;
  const isBlocked = !isPlain || isHarmful(around);
  // A bare name is shared by all customers. A URL, or a name that a customer chose, belongs to one.
  if (isBlocked && (kind !== "domain" || about.isCustomers)) return null;
  const isRead = kind === "url" && isPlain && isQuoted(around);
  return said(isRead ? "reference" : "legitimate_service");
}

function isQuoted({ cue, section, isCitation }: Surroundings): boolean {
  return cue === "quote" || cue === "contact" || section === "references" || isCitation;
}

/** Returns whether a value is an agency's mailbox without harmful context. */
function isOffice(host: string, around: Surroundings): boolean {
  const isAdvised = around.section === "advice" || !isHarmful(around);
  return isAdvised && !isExpressly(around) && isGovernment(host);
}

function harmfulRole(defanged: boolean, around: Surroundings): Verdict | null {
  if (isListed(around)) return indicator("listed");
  if (isHarmful(around)) return indicator("said");
  return defanged ? indicator("defanged") : null;
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
  // A third-party page, linked in running text.
  return isDefanging || !around.isItem ? unsaid("reference") : unsaid("mentioned");
}
