import { headingReader, type PhraseInHeading } from "./heading-phrases.ts";
import type { HeadingKind, SectionKind } from "./section-kind.ts";
import { WORDS_FOR_DEFENDERS } from "./words-for-defenders.ts";
import { WORDS_OF_LISTS } from "./words-of-lists.ts";
import { WORDS_OF_THE_FRAME } from "./words-of-the-frame.ts";
import { WORDS_OF_THE_REPORT } from "./words-of-the-report.ts";

/** Meaning of a heading's words. */
export interface HeadingMeaning {
  /** Null if the words have no known meaning. */
  kind: HeadingKind | null;
  /** Whether the heading says nothing else. */
  isWhole: boolean;
  /** Whether the word may be a subject of advice. Below a heading for defenders it has no meaning. */
  isFaint: boolean;
}

const readPhrases = headingReader([
  WORDS_FOR_DEFENDERS,
  WORDS_OF_LISTS,
  WORDS_OF_THE_FRAME,
  WORDS_OF_THE_REPORT,
]);

/** Text before the words of a heading: `4.2`, `IV.`, `A)`, `Appendix B:`, bullets and the like. */
const LEAD =
  /^[^\p{L}]*(?:(?:[ivx]{1,4}|\p{L})[.)]\s+|[a-z]\.\d(?:\.\d)*\.?\s+)?(?:(?:appendix|annex|section|chapter|part|anhang|anlage|kapitel|abschnitt)\s+(?:[ivx]{1,4}|\p{L}|\d{1,2})(?![\p{L}\d]))?/iu;
const UNSPACED_LEAD =
  /^[^\p{L}]*(?:(?:第|附录|附錄|付録)\s*)?(?:[一二三四五六七八九十]{1,3}|[A-Z\d]{1,2})?\s*(?:章|节|節|部分)?\s*[、.．:：)）\s]+(?=\p{sc=Han}|\p{sc=Hira}|\p{sc=Kana})/u;
const APPENDIX = /^[^\p{L}]*(?:(?:appendix|annex|anhang|anlage)(?!\p{L})|附录|附錄|付録)/iu;
/** Number of characters examined. Longer headings have named their topic by then. */
const MAX_LENGTH = 250;
/** Maximum words of a heading whose last words count. A longer one describes something specific. */
const MAX_SUBJECT = 10;

const words = (list: string) => new Set(list.split(" "));
/** Words that may precede the deciding ones. */
const LEADING = words(
  "how to security general key network ioc our the a an technical additional further suggested proposed possible some other list of und et y e и die der das les la le los las el i gli le",
);
/** Words without a meaning here. */
const JOINING = words(
  "and or of the for to a an our your this these further other more all list und oder der die das et ou des les le la de du y o los las el del e dos das os as di dei delle il i и или 与 和 及 的 等 と の や",
);
/** If a heading has several kinds, the first of these wins: "Legitimate tools and services used as C2" are services. */
const PRECEDENCE: readonly SectionKind[] = [
  "contents",
  "excluded",
  "services",
  "tools",
  "victims",
  "indicators",
  "references",
  "contact",
  "vendor",
  "related",
  "advice",
  "detection",
  "definition",
];
const WHAT_IS = /^\P{L}*what (?:is|are) (?:an? )?\p{Ll}[\p{Ll} -]{2,40}\?\W*$/u;

/** Returns the kind of section that a heading opens, or null if its words do not show it. */
export function headingKindOf(line: string): SectionKind | null {
  const { kind, isWhole } = readHeading(line);
  if (kind === "subject") return null;
  if (kind !== "turn") return kind;
  return isWhole ? "body" : null;
}

/** Returns the meaning of a heading, regardless of case, numbering, punctuation and length. */
export function readHeading(line: string): HeadingMeaning {
  const bare = line.slice(0, MAX_LENGTH).replace(UNSPACED_LEAD, "").replace(LEAD, "");
  const { words: own, phrases: found } = readPhrases(bare);
  const isWhole = isCovered(own, found);
  const start = own.findIndex(
    (word, at) => !LEADING.has(word) || found.some(({ first }) => first === at),
  );
  const counting = found.filter((phrase) => counts(phrase, found, own, start));
  const decides = decisive(counting, start);
  // "What is ransomware?", but not "What is Emotet?".
  const isTerm = decides === null && WHAT_IS.test(line.replace(/^\P{L}*What/u, "what"));
  return {
    kind: isTerm ? "definition" : (decides?.kind ?? (APPENDIX.test(line) ? "body" : null)),
    isWhole: isWhole || isTerm,
    isFaint: decides?.sign === "?",
  };
}

function counts(
  { kind, sign, first, last }: PhraseInHeading,
  found: readonly PhraseInHeading[],
  own: readonly string[],
  start: number,
): boolean {
  if (sign === "=") return isCovered(own, found);
  const same = found.filter((phrase) => phrase.kind === kind);
  if (sign === "?") return isCovered(own, same);
  const isFirst = first <= start;
  if (sign === "^") return isFirst;
  return sign !== "~" || isFirst || (last === own.length - 1 && own.length <= MAX_SUBJECT);
}

/**
 * Returns the deciding phrase: the one at the beginning, or else by `PRECEDENCE`. A `!` phrase rules out advice and
 * detection.
 */
function decisive(found: readonly PhraseInHeading[], start: number): PhraseInHeading | null {
  const isSpecific = ({ kind }: PhraseInHeading) => PRECEDENCE.some((one) => one === kind);
  const first = found.find(
    (phrase) => phrase.first <= start && (isSpecific(phrase) || phrase.sign === "!"),
  );
  if (first !== undefined) return first;
  const tactic = found.find(({ sign }) => sign === "!");
  const others = found.filter(
    ({ kind }) => tactic === undefined || (kind !== "advice" && kind !== "detection"),
  );
  for (const kind of PRECEDENCE) {
    const one = others.find((phrase) => phrase.kind === kind);
    if (one !== undefined) return one;
  }
  const turn = found.find(({ kind }) => kind === "turn");
  return found.find(({ kind }) => kind === "body") ?? tactic ?? turn ?? found[0] ?? null;
}

function isCovered(own: readonly string[], found: readonly PhraseInHeading[]): boolean {
  if (found.length === 0) return false;
  return own.every(
    (word, at) =>
      JOINING.has(word) ||
      LEADING.has(word) ||
      /^\d+$/.test(word) ||
      found.some(({ first, last }) => first <= at && at <= last),
  );
}
