import type { Occurrence } from "../found.ts";
import { networkRole } from "./network-role.ts";
import { isDataFile } from "./network-values.ts";
import { endsInBlank, isExampleAsn } from "./placeholders.ts";
import { isOfSystem } from "./system-programs.ts";
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

/** Returns the role of a mention, and its evidence. */
export function roleOf(
  occurrence: Occurrence,
  around: Surroundings,
  about: Circumstances,
): Verdict {
  return about.host === null
    ? artifactRole(occurrence, around)
    : networkRole(occurrence, around, about, about.host);
}

/** Returns whether a value is a link to files to read: "For a copy of the indicators, see". */
function isLinked({ section, isItem, isLeadQuote, cue }: Surroundings): boolean {
  const isOfSources = section === "references" || section === "related";
  return isOfSources || cue === "quote" || (isItem && isLeadQuote);
}

/** Returns the role of hashes, files, keys and similar values, which are never links to further reading. */
function artifactRole(occurrence: Occurrence, around: Surroundings): Verdict {
  const { kind, label } = occurrence;
  const isNamed = around.label === "indicator" || (label !== null && kind !== "file_name");
  if (around.label === "own") return said("reference");
  if (isExcluded(around)) return said("mentioned");
  const isOfAuthors = around.cue === "contact" || around.cue === "quote";
  if (kind === "cryptocurrency_wallet" && isOfAuthors) return said("reference");
  if (kind === "asn" && isExampleAsn(occurrence.normalized_value)) return said("example");
  if (kind === "asn" && around.cue === "service") return said("legitimate_service");
  if (around.cue === "service" || around.cue === "tool" || around.lead === "tool") {
    return said("mentioned");
  }
  const isFile = kind === "file_name" || kind === "file_path";
  const isNamedPlace = isFile || kind === "registry_key";
  if (isNamedPlace && endsInBlank(occurrence.normalized_value)) return said("example");
  if (isFile && around.isPattern && around.isRandom) return said("example");
  if (isFile && isDataFile(occurrence.normalized_value) && isLinked(around))
    return said("reference");
  if (isFile && isOfSystem(occurrence.normalized_value))
    return { ...unsaid("mentioned"), proof: "system" };
  // These are not blocked. They are indicators only if the text says so.
  if (kind === "cve" || kind === "asn") {
    return isExpressly(around) ? indicator("listed") : unsaid("mentioned");
  }
  if (isListed(around)) return indicator("listed");
  if (isNamed) return indicator("labelled");
  // Advice also names what it warns against.
  const isAdvised = around.section === "advice" && isNamedPlace;
  return isHarmful(around) && !isAdvised ? indicator("said") : unsaid("mentioned");
}
