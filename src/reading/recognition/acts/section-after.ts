import type { AsideReason } from "./aside-reasons.ts";
import { isMainHeading, isNumbered, isTitle } from "./headings.ts";
import { type Content, isAllAdvice, keepsAdvising, tellsOfActs } from "./section-content.ts";
import {
  ACT_HEADINGS,
  ADVICE_HEADINGS,
  BOILERPLATE_HEADINGS,
  CJK_ADVICE,
  CJK_DETECTION,
  DETECTION_HEADINGS,
  EITHER_HEADINGS,
  FURNITURE_HEADINGS,
  REFERENCE_HEADINGS,
  WHAT_IS,
} from "./section-words.ts";

/** What the section that a sentence stands in is for; `body` tells of what was done, or of anything. */
export type Section =
  | "body"
  | Extract<
      AsideReason,
      | "advice"
      | "detection"
      | "contents"
      | "references"
      | "boilerplate"
      | "furniture"
      | "definition"
    >;

/** `4.`, `IV.`, `Appendix B:`, bullets and what else stands before the words of a heading. */
const LEAD = String.raw`^[^\p{L}]*(?:(?:appendix|annex|section|chapter|part)\s+[\p{L}\d]{1,4}\b[\s:.–-]*|[ivx]{1,4}[.)]\s+)?`;
// Headings are folded to small letters before they are tested: without the flag for it, patterns of
// this size are ready in a third of the time.
const whole = (words: readonly string[]) => new RegExp(`${LEAD}(?:${words.join("|")})\\W*$`, "u");
const within = (words: readonly string[]) =>
  new RegExp(String.raw`(?<!\p{L})(?:${words.join("|")})(?!\p{L})`, "u");

/** At the beginning or the end of the heading. */
function atEither(words: readonly string[]): RegExp {
  const any = words.join("|");
  return new RegExp(
    String.raw`${LEAD}(?:how to |security |general |key |network |ioc )*(?:${any})(?!\p{L})|(?<!\p{L})(?:${any})[\s:]*$`,
    "u",
  );
}

/** A heading with more words than that tells of something, however it begins or ends. */
const MAX_SUBJECT = 10;
const ABOUT = new RegExp(String.raw`${LEAD}[Aa]bout \p{Lu}\S*(?: \p{Lu}\S*){0,3}\W*$`, "u");
const ONLY_ADVICE = whole(ADVICE_HEADINGS);
const ONLY_DETECTION = whole(DETECTION_HEADINGS);
/** Headings that need no look at what stands below them. */
const SURELY = new RegExp(
  `${LEAD}(?:${[...ADVICE_HEADINGS, ...DETECTION_HEADINGS].join("|")})|recommend|mitigat|remediat|counter-?measure|best practice`,
  "u",
);
const CONTENTS =
  /^\W*(?:table of contents|contents|inhalt(?:sverzeichnis)?|índice|sommaire|содержание|目录)\W*$/iu;
const ADVICE = atEither(ADVICE_HEADINGS);
const DETECTION = atEither(DETECTION_HEADINGS);
const REFERENCES = whole(REFERENCE_HEADINGS);
const BOILERPLATE = whole(BOILERPLATE_HEADINGS);
const FURNITURE = whole(FURNITURE_HEADINGS);
const ACT = within(ACT_HEADINGS);
const EITHER = within(EITHER_HEADINGS);
/** What stands below a heading, where that is asked for. */
export interface Below {
  content(): Content;
  mayBeAdvice(): boolean;
}

/** Where a heading stands. */
export interface Place {
  isRunningHead: boolean;
  /** Of a lower level than the heading that opened the section. */
  isBelow: boolean;
  /** Plainly of its level, or above it. */
  isBeside: boolean;
  /** Behind the first whole sentence; before it the title may speak of detection. */
  hasBegun: boolean;
  /** In the second half of the text. */
  isLate: boolean;
}

/** The section that a heading opens, or that goes on below it. */
export function sectionAfter(line: string, section: Section, place: Place, below: Below): Section {
  const folded = line.toLowerCase();
  if (CONTENTS.test(line)) return "contents";
  // Entries of the contents look like the headings that they announce.
  if (section === "contents" && isNumbered(line)) return section;
  if (TECHNIQUE.test(line)) return section === "contents" ? section : "body";
  if (REFERENCES.test(folded)) return "references";
  if (FURNITURE.test(folded)) return "furniture";
  if (BOILERPLATE.test(folded) || (place.isLate && ABOUT.test(line))) return "boilerplate";
  const forDefenders = TACTIC.test(line)
    ? null
    : sectionForDefenders(folded, place.hasBegun, below);
  if (forDefenders !== null) return forDefenders;
  if (WHAT_IS.test(line)) return "definition";
  if (section === "contents" || place.isRunningHead) return section;
  if (section === "definition") return "body";
  if (section === "body") {
    return below.mayBeAdvice() && isAllAdvice(below.content()) ? "advice" : section;
  }
  if (ACT.test(folded)) return "body";
  const isGuidance = section === "advice" || section === "detection";
  if (!mayEnd(line, section) && !place.isBeside) {
    // Titles are what is advised, unless acts stand below them.
    const isOver = isGuidance && isTitle(line) && tellsOfActs(below.content());
    return isOver ? "body" : section;
  }
  return isGuidance && goesOnAdvising(below.content(), place) ? section : "body";
}

function goesOnAdvising(content: Content, place: Place): boolean {
  return place.isBelow
    ? !content.beginsWithAct && content.acts <= content.advising
    : keepsAdvising(content);
}

/**
 * What a heading announces to defenders. One that only ends with such a word ("Language based
 * protection") may be about the adversary's, which what stands below it tells.
 */
function sectionForDefenders(
  folded: string,
  hasBegun: boolean,
  below: Below,
): "advice" | "detection" | null {
  const isShort = folded.split(/\s+/u).length <= MAX_SUBJECT;
  if (!hasBegun) {
    if (ONLY_DETECTION.test(folded)) return "detection";
    return ONLY_ADVICE.test(folded) || CJK_ADVICE.test(folded) ? "advice" : null;
  }
  if (!isShort || /\bclick\b/iu.test(folded)) return null;
  if (CJK_ADVICE.test(folded)) return "advice";
  const isDetection = DETECTION.test(folded) || CJK_DETECTION.test(folded);
  if (!isDetection && !ADVICE.test(folded)) return null;
  if (!SURELY.test(folded) && tellsOfActs(below.content())) return null;
  return isDetection ? "detection" : "advice";
}

/** Whether a heading may end the section, which what stands below it decides. */
function mayEnd(line: string, section: Section): boolean {
  // Of other languages too few headings are known.
  if (EITHER.test(line.toLowerCase()) || TACTIC.test(line) || /[^\0-\x7F‘’“”–—]/u.test(line))
    return true;
  if (section !== "advice" && section !== "references" && isTitle(line)) return true;
  return isMainHeading(line);
}

const TECHNIQUE = /\bT\d{4}(?:\.\d{3})?\b/u;
const TACTIC =
  /(?:defen[cs]e|detection|antivirus|security|edr|av)[ -](?:evasion|bypass|avoidance)|anti-/iu;
