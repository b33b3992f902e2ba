import type { AsideReason } from "./aside-reasons.ts";
import type { Span } from "./blocks.ts";
import {
  findRunningHeads,
  isBelow,
  isHeading,
  isMainHeading,
  isNumbered,
  isTitle,
  MAX_HEADING,
} from "./headings.ts";
import {
  type Content,
  contentBelow,
  isAllAdvice,
  isProse,
  keepsAdvising,
  tellsOfActs,
} from "./section-content.ts";
import {
  ACT_HEADINGS,
  ADVICE_HEADINGS,
  BOILERPLATE_HEADINGS,
  DETECTION_HEADINGS,
  EITHER_HEADINGS,
  FURNITURE_HEADINGS,
  REFERENCE_HEADINGS,
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
const whole = (words: readonly string[]) => new RegExp(`${LEAD}(?:${words.join("|")})\\W*$`, "iu");
const within = (words: readonly string[]) =>
  new RegExp(String.raw`(?<!\p{L})(?:${words.join("|")})(?!\p{L})`, "iu");

/** At the beginning or the end of the heading. */
function atEither(words: readonly string[]): RegExp {
  const any = words.join("|");
  return new RegExp(
    String.raw`${LEAD}(?:how to |security |general |key |network |ioc )*(?:${any})(?!\p{L})|(?<!\p{L})(?:${any})[\s:]*$`,
    "iu",
  );
}

/** A heading with more words than that tells of something, however it begins or ends. */
const MAX_SUBJECT = 10;
const ABOUT = new RegExp(String.raw`${LEAD}[Aa]bout \p{Lu}\S*(?: \p{Lu}\S*){0,3}\W*$`, "u");
const ONLY_ADVICE = whole(ADVICE_HEADINGS);
const ONLY_DETECTION = whole(DETECTION_HEADINGS);
const BEGINS = new RegExp(
  `${LEAD}(?:${[...ADVICE_HEADINGS, ...DETECTION_HEADINGS].join("|")})`,
  "iu",
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
/** A heading of Chinese and Japanese reports: a few signs, nothing else. */
const CJK_ADVICE =
  /^[\d.、\s一二三四五六七八九十]{0,6}(?:防御建议|安全建议|处置建议|缓解措施|防护措施|防护建议|防范建议|防御措施|加固建议|修复建议|建议)[:：]?$/u;
const CJK_DETECTION =
  /^[\d.、\s一二三四五六七八九十]{0,6}(?:检测|检测方法|检测建议|检测规则|狩猎)[:：]?$/u;
/** The section of each sentence, from the headings before it and what stands below them; linear. */
export function findSections(text: string, sentences: readonly Span[]): Section[] {
  const isRunningHead = findRunningHeads(text, sentences);
  const isHeadingAt = (index: number) => {
    const { start, end } = sentences[index] ?? { start: 0, end: 0 };
    return end - start <= MAX_HEADING && isHeading(text, start, text.slice(start, end));
  };
  const contentOf = (index: number) => contentBelow(text, sentences, index, isHeadingAt);
  const isProseAt = (index: number) => {
    const { start, end } = sentences[index] ?? { start: 0, end: 0 };
    return isProse(text.slice(start, end));
  };
  let section: Section = "body";
  let opening = "";
  let hasBegun = false;
  return sentences.map(({ start, end }, index) => {
    const line = text.slice(start, Math.min(end, start + 4 * MAX_HEADING));
    // Contents have no heading at their end: what is no entry is behind it.
    if (section === "contents" && !isNumbered(line) && !isHeadingAt(index)) section = "body";
    // A menu above the article ends where two whole sentences follow each other.
    if (section === "furniture" && isProseAt(index) && isProseAt(index + 1)) section = "body";
    hasBegun ||= isProseAt(index);
    if (!isHeadingAt(index)) {
      // A row of a table of techniques: what the adversary did with it comes next.
      if (section !== "contents" && end - start <= MAX_HEADING && ROW.test(line)) section = "body";
      return section;
    }
    const place = {
      isRunningHead: isRunningHead(line),
      isBelow: isBelow(line, opening),
      hasBegun,
      isLate: start * 2 > text.length,
    };
    const next = sectionAfter(line, section, place, () => contentOf(index));
    if (next !== section) opening = line;
    section = next;
    return section;
  });
}

/** Where a heading stands. */
interface Place {
  isRunningHead: boolean;
  /** Of a lower level than the heading that opened the section. */
  isBelow: boolean;
  /** Behind the first whole sentence; before it the title may speak of detection. */
  hasBegun: boolean;
  /** In the second half of the text. */
  isLate: boolean;
}

function sectionAfter(
  line: string,
  section: Section,
  place: Place,
  contentOf: () => Content,
): Section {
  if (CONTENTS.test(line)) return "contents";
  // Entries of the contents look like the headings that they announce.
  if (section === "contents" && isNumbered(line)) return section;
  if (TECHNIQUE.test(line)) return section === "contents" ? section : "body";
  if (REFERENCES.test(line)) return "references";
  if (FURNITURE.test(line)) return "furniture";
  if (BOILERPLATE.test(line) || (place.isLate && ABOUT.test(line))) return "boilerplate";
  const forDefenders = TACTIC.test(line)
    ? null
    : sectionForDefenders(line, place.hasBegun, contentOf);
  if (forDefenders !== null) return forDefenders;
  if (WHAT_IS.test(line)) return "definition";
  if (section === "contents" || place.isRunningHead) return section;
  if (section === "definition") return "body";
  if (section === "body") return isAllAdvice(contentOf()) ? "advice" : section;
  if (ACT.test(line)) return "body";
  if (!mayEnd(line, section)) return section;
  const isGuidance = section === "advice" || section === "detection";
  return isGuidance && goesOnAdvising(contentOf(), place) ? section : "body";
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
  line: string,
  hasBegun: boolean,
  contentOf: () => Content,
): "advice" | "detection" | null {
  const isShort = line.split(/\s+/u).length <= MAX_SUBJECT;
  if (!hasBegun) {
    if (ONLY_DETECTION.test(line)) return "detection";
    return ONLY_ADVICE.test(line) || CJK_ADVICE.test(line) ? "advice" : null;
  }
  if (!isShort || /\bclick\b/iu.test(line)) return null;
  if (CJK_ADVICE.test(line)) return "advice";
  const isDetection = DETECTION.test(line) || CJK_DETECTION.test(line);
  if (!isDetection && !ADVICE.test(line)) return null;
  if (!BEGINS.test(line) && tellsOfActs(contentOf())) return null;
  return isDetection ? "detection" : "advice";
}

/** Whether a heading may end the section, which what stands below it decides. */
function mayEnd(line: string, section: Section): boolean {
  // Of other languages too few headings are known.
  if (EITHER.test(line) || TACTIC.test(line) || /[^\0-\x7F‘’“”–—]/u.test(line)) return true;
  if (section !== "advice" && section !== "references" && isTitle(line)) return true;
  return isMainHeading(line);
}

/** "What is ransomware?", and not "What is Emotet?". */
const WHAT_IS =
  /^\P{L}*(?:[Ww]hat (?:is|are) (?:an? )?(?:\p{Ll}[\p{Ll}-]* ?){1,4}\?|[Gg]lossary|[Dd]efinitions?|[Tt]erminology)\W*$/u;
const ROW = /^\W*T\d{4}(?:\.\d{3})?(?!\d)/u;
const TECHNIQUE = /\bT\d{4}(?:\.\d{3})?\b/u;
const TACTIC =
  /(?:defen[cs]e|detection|antivirus|security|edr|av)[ -](?:evasion|bypass|avoidance)|anti-/iu;
