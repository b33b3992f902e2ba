import type { ObservableRole } from "../vocabulary.ts";
import type { Proof } from "./confidence.ts";
import type { SectionKind } from "../../../text/sections/classify-sections.ts";
import type { Cue, LabelMeaning } from "./meanings.ts";
import type { ListEffect } from "./warning-effects.ts";

/** The evidence in the context of a mention. */
export interface Surroundings {
  /** The purpose of its section. */
  section: SectionKind;
  isItem: boolean;
  /** Meaning of the text above the list. */
  lead: Cue | null;
  /** Whether that text leads to further reading: "see", "is published at". */
  isLeadQuote: boolean;
  /** Meaning of the nearest words in the sentence. */
  cue: Cue | null;
  isPattern: boolean;
  /** Whether the sentence is typical of ransom notes. */
  isExtortion: boolean;
  /** Whether the sentence says that such names are generated each time. */
  isRandom: boolean;
  /** Whether it is a string of a YARA rule, `$a = "..."`, which is searched for regardless of its owner. */
  isRuleString: boolean;
  /** Meaning of the preceding label, or of the column heading. */
  label: LabelMeaning | null;
  /** Whether it is one of three or more consecutive values of its kind. */
  isInRun: boolean;
  /** Whether it begins with `[3]`, like an entry in a list of references. */
  isCitation: boolean;
  /** Whether its line states who owns the page: "© 2024 ...", "All rights reserved". */
  isImprint: boolean;
  /** Whether its table has a reference column, but cells cannot be distinguished. */
  isBesideReferences: boolean;
  /** Whether it is the target of a Markdown link or picture with a different text. */
  isReadingLink: boolean;
}

/** What is known of the value and the text, independent of position. */
export interface Circumstances {
  /** Lowercase. Null for kinds without a host. */
  host: string | null;
  effect: ListEffect | null;
  /** Whether the warning lists also name the host's parent, and a customer chose the name. */
  isCustomers: boolean;
  isPublishers: boolean;
  /** Whether the text defangs what it warns of. */
  isDefanging: boolean;
}

export interface Verdict {
  role: ObservableRole;
  proof: Proof;
  /** Whether the text states it. Otherwise, other mentions may decide. */
  isSaid: boolean;
}

export const said = (role: ObservableRole, proof: Proof = "none"): Verdict => ({
  role,
  proof,
  isSaid: true,
});
export const indicator = (proof: Proof) => said("indicator", proof);
export const unsaid = (role: ObservableRole): Verdict => ({ role, proof: "none", isSaid: false });

/** Returns whether the nearest words describe harm. */
export function isHarmful({ cue }: Surroundings): boolean {
  return cue === "evil" || cue === "actor" || cue === "listing";
}

/** Returns whether a value is among those that the malware skips and that are not blocked. */
export function isExcluded({ section, isItem, cue, lead }: Surroundings): boolean {
  return section === "excluded" || cue === "exclusion" || (isItem && lead === "exclusion");
}

/** Returns whether a value is in a list that the text calls indicators. */
export function isExpressly(
  around: Pick<Surroundings, "isItem" | "section" | "lead" | "label">,
): boolean {
  const { isItem, section, lead, label } = around;
  return isItem && (section === "indicators" || lead === "listing" || label === "indicator");
}

/** Returns whether a value is in a list or table of indicators, by its section, the text above it or its column. */
export function isListed({ isItem, section, lead, label, isInRun }: Surroundings): boolean {
  if (!isItem) return false;
  if (isExpressly({ isItem, section, lead, label })) return true;
  // Advice also names what it warns against.
  if (section === "advice") return false;
  if (lead === "evil" || lead === "actor") return true;
  return isInRun && lead === null && (section === "body" || section === "detection");
}
