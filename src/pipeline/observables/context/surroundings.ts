import type { ObservableRole } from "../vocabulary.ts";
import type { Proof } from "./confidence.ts";
import type { SectionKind } from "../../../text/sections/classify-sections.ts";
import type { Cue, LabelMeaning } from "./meanings.ts";
import type { ListEffect } from "./warning-effects.ts";

/** What the surroundings of a mention say. */
export interface Surroundings {
  /** What its section is for. */
  section: SectionKind;
  isItem: boolean;
  /** Of the words over the list. */
  lead: Cue | null;
  /** Whether those words lead to something to read: "see", "is published at". */
  isLeadQuote: boolean;
  /** Of the nearest words in the sentence. */
  cue: Cue | null;
  isPattern: boolean;
  /** The sentence is of the kind that notes of ransom have. */
  isExtortion: boolean;
  /** The sentence says that such names are made up anew each time. */
  isRandom: boolean;
  /** A string of a YARA rule, `$a = "..."`: it is looked for, whosever it is. */
  isRuleString: boolean;
  /** Of the label before it, or the heading of its column. */
  label: LabelMeaning | null;
  /** One of three or more of its kind that follow each other. */
  isInRun: boolean;
  /** Begins with `[3]`, as entries of a list of references do. */
  isCitation: boolean;
  /** On a line that says whose the page is: "© 2024 ...", "All rights reserved". */
  isImprint: boolean;
  /** The head of its table has a column of references, and cells cannot be told apart. */
  isBesideReferences: boolean;
  /** The target of a link or picture of Markdown, behind other words. */
  isReadingLink: boolean;
}

/** What is known of the value and the text, wherever it stands. */
export interface Circumstances {
  /** Lower case; null for kinds that have no host. */
  host: string | null;
  effect: ListEffect | null;
  /** Whether the warning lists name the host's parent, too, and it is a name that a customer chose. */
  isCustomers: boolean;
  isPublishers: boolean;
  /** Whether the text defangs what it warns of. */
  isDefanging: boolean;
}

export interface Verdict {
  role: ObservableRole;
  proof: Proof;
  /** Whether the text says so; otherwise what it says elsewhere may tell. */
  isSaid: boolean;
}

export const said = (role: ObservableRole, proof: Proof = "none"): Verdict => ({
  role,
  proof,
  isSaid: true,
});
export const indicator = (proof: Proof) => said("indicator", proof);
export const unsaid = (role: ObservableRole): Verdict => ({ role, proof: "none", isSaid: false });

/** Whether the nearest words speak of harm. */
export function isHarmful({ cue }: Surroundings): boolean {
  return cue === "evil" || cue === "actor" || cue === "listing";
}

/** Among what the malware skips: nobody blocks that. */
export function isExcluded({ section, isItem, cue, lead }: Surroundings): boolean {
  return section === "excluded" || cue === "exclusion" || (isItem && lead === "exclusion");
}

/** In what the text calls a list of indicators. */
export function isExpressly(
  around: Pick<Surroundings, "isItem" | "section" | "lead" | "label">,
): boolean {
  const { isItem, section, lead, label } = around;
  return isItem && (section === "indicators" || lead === "listing" || label === "indicator");
}

/** In a list or table of indicators: its section, the words over it or its column say so. */
export function isListed({ isItem, section, lead, label, isInRun }: Surroundings): boolean {
  if (!isItem) return false;
  if (isExpressly({ isItem, section, lead, label })) return true;
  // What is advised against is spoken of there, too.
  if (section === "advice") return false;
  if (lead === "evil" || lead === "actor") return true;
  return isInRun && lead === null && (section === "body" || section === "detection");
}
