import type { AsideReason } from "./aside-reasons.ts";
import type { Span } from "./blocks.ts";
import {
  ACT_HEADINGS,
  ADVICE_HEADINGS,
  BOILERPLATE_HEADINGS,
  DETECTION_HEADINGS,
  FURNITURE_HEADINGS,
  REFERENCE_HEADINGS,
} from "./section-words.ts";

/** What the section that a sentence stands in is for; `body` tells of what was done, or of anything. */
export type Section =
  | "body"
  | Extract<
      AsideReason,
      "advice" | "detection" | "contents" | "references" | "boilerplate" | "furniture"
    >;

const MAX_HEADING = 90;
const MAX_WORDS = 12;
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

const CONTENTS =
  /^\W*(?:table of contents|contents|inhalt(?:sverzeichnis)?|índice|sommaire|содержание|目录)\W*$/iu;
const ADVICE = atEither(ADVICE_HEADINGS);
const DETECTION = atEither(DETECTION_HEADINGS);
const REFERENCES = whole(REFERENCE_HEADINGS);
const BOILERPLATE = whole(BOILERPLATE_HEADINGS);
const FURNITURE = whole(FURNITURE_HEADINGS);
const ACT = within(ACT_HEADINGS);
/** A heading of Chinese and Japanese reports: a few signs, nothing else. */
const CJK_ADVICE =
  /^[\d.、\s一二三四五六七八九十]{0,6}(?:防御建议|安全建议|处置建议|缓解措施|防护建议|建议)[:：]?$/u;
/** An entry of a table of contents: leaders, or a page number behind a heading. */
const LEADERS = /(?:\.[ \u00A0]?){4,}\s*\d{0,4}\s*$|…{2,}\s*\d{0,4}\s*$|_{5,}\s*\d{1,4}\s*$/u;
const PAGE_NUMBER = /^\d{1,3}$|[^\d\s.,:/-][ \t]+\d{1,3}$/u;

/** Whether a line is an entry of a table of contents, wherever it stands. */
export function isContentsEntry(line: string): boolean {
  return LEADERS.test(line);
}

/** The section of each sentence, from the headings before it; linear in the text. */
export function findSections(text: string, sentences: readonly Span[]): Section[] {
  let section: Section = "body";
  return sentences.map(({ start, end }) => {
    const length = end - start;
    if (section === "contents") {
      // Contents have no heading at their end: what is no entry is behind it.
      const line = text.slice(start, Math.min(end, start + 4 * MAX_HEADING));
      if (!LEADERS.test(line) && !PAGE_NUMBER.test(line) && !isHeading(text, start, line)) {
        section = "body";
      }
    }
    if (length > MAX_HEADING) return section;
    const line = text.slice(start, end);
    if (isHeading(text, start, line)) section = sectionAfter(line, section);
    return section;
  });
}

/** A short line of its own without the end of a sentence. */
function isHeading(text: string, start: number, line: string): boolean {
  if (line.length > MAX_HEADING || /[.,;!]$/u.test(line) || !/\p{L}{2}/u.test(line)) return false;
  if (line.includes("\\") || /^\W*(?:https?:|T\d{4})/u.test(line)) return false;
  if (/^(?:TLP|[•▪●○*□‣]|[-–o]\s|\W*(?:figure|table|fig\.)\s?\d)|\[D3-/iu.test(line)) return false;
  const before = text.slice(Math.max(0, start - 8), start).replace(/[ \t#*\u00A0]+$/u, "");
  if (before !== "" && !/[\n\r\f]$/u.test(before)) return false;
  if (line.split(/\s+/u).length > MAX_WORDS) return false;
  return /^\P{L}*(?:[\p{Lu}\p{Lo}]|e?[a-z]?\d)/u.test(line);
}

function sectionAfter(line: string, section: Section): Section {
  if (CONTENTS.test(line)) return "contents";
  // Entries of the contents look like the headings that they announce.
  if (section === "contents" && (PAGE_NUMBER.test(line) || LEADERS.test(line))) return section;
  if (TECHNIQUE.test(line)) return section === "contents" ? section : "body";
  if (REFERENCES.test(line)) return "references";
  if (FURNITURE.test(line)) return "furniture";
  if (BOILERPLATE.test(line)) return "boilerplate";
  if (TACTIC.test(line)) return section === "contents" ? section : "body";
  if (DETECTION.test(line)) return "detection";
  if (ADVICE.test(line) || CJK_ADVICE.test(line)) return "advice";
  if (section === "contents") return section;
  if (ACT.test(line)) return "body";
  if (section !== "advice" && section !== "references" && isTitle(line)) return "body";
  return isMainHeading(line) ? "body" : section;
}

const TECHNIQUE = /\bT\d{4}(?:\.\d{3})?\b/u;
const TACTIC =
  /(?:defen[cs]e|detection|antivirus|security|edr|av)[ -](?:evasion|bypass|avoidance)|anti-/iu;

/** Most of its longer words have their capital. */
function isTitle(line: string): boolean {
  const words = line.match(/\p{L}{4,}/gu) ?? [];
  return words.length > 0 && words.every((word) => /^\p{Lu}/u.test(word));
}

/** Capitals throughout, or numbered as chapters are. */
function isMainHeading(line: string): boolean {
  if (/^\p{Lu}[\p{Lu}\s&/:,'’()-]{5,}$/u.test(line)) return true;
  return (
    /^(?:\d{1,2}(?:\.\d{1,2})*\.?|[IVX]{1,4}\.)\s+\p{Lu}/u.test(line) &&
    !/^\d{1,2}[.)]?\s+(?:\p{Lu}\p{Ll}+\s+){0,1}\p{Ll}/u.test(line)
  );
}
