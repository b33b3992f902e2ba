import type { AsideReason } from "./aside-reasons.ts";
import {
  ADVICE,
  ADVICE_SIGN,
  ADVISED_BY_ACTOR,
  BOILERPLATE,
  DETECTION,
  FOR_ITSELF,
  HYPOTHETICAL,
  MADE_UP,
  REFERENCE,
  SURE_IMPERATIVE,
  UNSURE_IMPERATIVE,
  WATCH,
} from "./aside-words.ts";
import { bodyText } from "../../../text/document/body-text.ts";
import type { Outline, Span } from "../../../text/document/document.ts";
import { withoutMarker } from "../../../text/document/list-marker.ts";
import { foldBlanks } from "../../../text/document/fold-blanks.ts";
import { CONJECTURE, SUPPOSED } from "./conjecture-words.ts";
import { isDefinition, isSureDefinition } from "./definition-words.ts";
import { foreignAside } from "./foreign-asides.ts";
import { foreignWordsOf } from "./foreign-words.ts";
import { guidanceAround } from "./guidance-around.ts";
import { findNegations } from "./negation.ts";
import { isContentsEntry } from "../../../text/sections/contents-entries.ts";
import type { SectionKind } from "../../../text/sections/classify-sections.ts";
import { asideOf, placeSentences } from "./sections.ts";
import { type BareList, createBareLists } from "./bare-ids.ts";
import { findComments } from "./comments.ts";
import { isOrder } from "./orders.ts";
import { isCaptionOrTeaser } from "./captions.ts";
import { captionLabel, type Surroundings, surroundingsOf } from "./surroundings.ts";
import { reportsAct, reportsNamedAct } from "./reports-act.ts";

/** What of a sentence is excluded: nothing, all of it for one reason, or some of its clauses. */
export interface Judgement {
  /** Why the whole sentence is no act, or null. */
  whole: AsideReason | null;
  /** Clauses that are no act, with offsets into the text; empty where the whole sentence is none. */
  clauses: (Span & { reason: AsideReason })[];
}

const COUNTS: Judgement = { whole: null, clauses: [] };

/** Judges the sentences of a text, each when it is asked for and once. */
export interface SentenceJudge {
  at(sentence: number): Judgement;
  ofPrintedId(sentence: number, offset: number): PrintedId;
  /** The section that a sentence is in. */
  sectionAt(sentence: number): SectionKind;
}

/** What is said of a technique whose id is printed. */
export interface PrintedId {
  /** Why what stands there tells of no act, or null. */
  reason: AsideReason | null;
  /** Whether the id is the author's own mapping all the same. */
  counts: boolean;
  /** Where the id has no words in its sentence: how it is listed. A row of a table counts as one. */
  list: BareList | null;
}

const ROW: BareList = { under: "table", isCell: false };
/** A row of a defender's table: mitigations, data sources, detections, countermeasures. */
const DEFENCE_ROW = /\b(?:M1\d{3}|DS\d{4}|DET\d{4}|AN\d{4}|D3-\p{Lu}+)\b/u;
/**
 * An id at the head of a row, with nothing but a label in capitals before it and a cell or nothing behind it: "PowerShell
 * (T1059.001) was not used" is a sentence.
 */
const MAPPING_ROW =
  /^(?:(?:\p{Lu}[\p{L}&/-]*|and|or|of|over|the|for|in|to|with|via|from|&)[\s:,|([–-]+){0,10}T\d{4}(?:\.\d{3})?(?!\.?\d)(?![)\]]*\s\p{Ll})/u;

/** @param sentences of the whole outline, in order */
export function createSentenceJudge(outline: Outline, sentences: readonly Span[]): SentenceJudge {
  const text = bodyText(outline);
  const places = placeSentences(text, outline, sentences);
  const sectionAt = (index: number) => places[index]?.section ?? "body";
  const wordsAt = (index: number) => {
    const { start, end } = sentences[index] ?? { start: 0, end: 0 };
    // A wrapped line is as good as a blank.
    return foldBlanks(text.slice(start, end));
  };
  const isInComment = findComments(text);
  const bareListAt = createBareLists(wordsAt);
  const isRow = (index: number) => outline.blocks[places[index]?.block ?? -1]?.kind === "row";
  // A sentence may print thousands of ids.
  const rowAt = remember((index: number) => {
    const words = wordsAt(index);
    const list = isRow(index) ? ROW : bareListAt(index);
    return { words, isDefence: DEFENCE_ROW.test(words), list };
  });
  const judgeAlone = remember((index: number): AsideReason | null => {
    const { start = 0, end = 0 } = sentences[index] ?? {};
    if (isInComment(start, end)) return "instruction";
    const words = captionLabel(wordsAt, places, index) + wordsAt(index);
    return judgeWhole(words, asideOf(sectionAt(index)), surroundingsOf(places, wordsAt, index));
  });
  const judge = (index: number): Judgement => {
    const label = captionLabel(wordsAt, places, index);
    const { start = 0, end = 0 } = sentences[index] ?? {};
    // Character for character, since the clauses are told by their offsets.
    const words = label + text.slice(start, end).replace(/[^\S ]/gu, " ");
    const whole = judgeAlone(index) ?? guidanceAround(places, index, wordsAt, judgeAlone);
    if (whole !== null) return { whole, clauses: [] };
    const from = start - label.length;
    const negations = findNegations(words);
    if (negations.length === 0) return COUNTS;
    const clauses = negations.map((span) => ({
      start: from + span.start,
      end: from + span.end,
      reason: "negation" as const,
    }));
    const isAll = clauses.length === 1 && coversAll(words, negations[0]);
    return isAll ? { whole: "negation", clauses: [] } : { whole: null, clauses };
  };
  const at = remember(judge);
  return {
    at,
    sectionAt,
    ofPrintedId: (index, offset) => {
      const { words, isDefence, list } = rowAt(index);
      const reason = isDefence ? "advice" : reasonAt(at(index), offset);
      return { reason, counts: reason === null || isMapping(words, reason), list };
    },
  };
}

/** Whether an id among such words is the author's own mapping, wherever it stands. */
function isMapping(words: string, reason: AsideReason): boolean {
  if (DEFENCE_ROW.test(words)) return false;
  if (reason === "instruction" || reason === "question") return false;
  if (reason === "definition" || reason === "hypothetical") return true;
  if (isCited(words)) return false;
  // A list of changes or of sources may name an id that stands nowhere else.
  if (reason === "references" || reason === "boilerplate") return true;
  return MAPPING_ROW.test(withoutMarker(words)) && reason !== "contents";
}

/** Asks for each sentence once. */
function remember<Answer>(ask: (index: number) => Answer): (index: number) => Answer {
  const known = new Map<number, Answer>();
  return (index) => {
    const answer = known.has(index) ? (known.get(index) as Answer) : ask(index);
    known.set(index, answer);
    return answer;
  };
}

/** Why what is printed at an offset is no act. */
export function reasonAt({ whole, clauses }: Judgement, offset: number): AsideReason | null {
  return whole ?? clauses.find(({ start, end }) => offset >= start && offset < end)?.reason ?? null;
}

function isCited(words: string): boolean {
  return /https?:\/\//iu.test(words);
}

function coversAll(words: string, span: Span | undefined): boolean {
  if (span === undefined) return false;
  const rest = words.slice(0, span.start) + words.slice(span.end);
  return (rest.match(/\p{L}{2,}/gu)?.length ?? 0) < 3 && !/\p{Script=Han}{4,}/u.test(rest);
}

function judgeWhole(
  words: string,
  section: AsideReason | null,
  around: Surroundings,
): AsideReason | null {
  if (isOrder(words)) return "instruction";
  if (isContentsEntry(words) || section === "contents") return "contents";
  if (section === "references" || REFERENCE.test(words) || around.isCitation()) {
    return "references";
  }
  if (isCaptionOrTeaser(words, section)) return "furniture";
  if (/\?["'”’)\]]*$/u.test(words) && !/[=&]\S*\?["')]*$/u.test(words)) return "question";
  if (BOILERPLATE.test(words)) return "boilerplate";
  if (MADE_UP.test(words) || SUPPOSED.test(words)) return "hypothetical";
  const isGuidance = section === "advice" || section === "detection";
  // Among guidance many a sentence tells what anybody does.
  const isAct = isGuidance ? reportsNamedAct(words) : reportsAct(words);
  const foreign = foreignWordsOf(words);
  if (isAdvice(words, isAct, around, foreign)) return "advice";
  const supposed = foreign === null ? null : foreignAside(words, foreign.asides);
  if (supposed !== null) return supposed;
  if (WATCH.test(words) && !around.isInListOfActs()) return "detection";
  if (!isAct && DETECTION.test(words)) return "detection";
  if (!isAct && isGuidance) return section;
  if (section === "definition" && !reportsNamedAct(words)) return "definition";
  if (!isAct && section === "boilerplate") return "boilerplate";
  if (!isAct && (HYPOTHETICAL.test(words) || CONJECTURE.test(words))) return "hypothetical";
  if (isSureDefinition(words)) return "definition";
  if (!isAct && isDefinition(words)) return "definition";
  return null;
}

function isAdvice(
  words: string,
  isAct: boolean,
  around: Surroundings,
  foreign: ReturnType<typeof foreignWordsOf>,
): boolean {
  if (foreign !== null) return foreign.advice.test(words);
  if (FOR_ITSELF.test(words)) return !isAct && ADVICE.test(words);
  if (SURE_IMPERATIVE.test(words)) return (words.match(/\p{L}+/gu)?.length ?? 0) > 2;
  if (UNSURE_IMPERATIVE.test(words) && !around.isInListOfActs()) {
    if (ADVICE_SIGN.test(words) || around.isAmongAdvice()) return true;
  }
  return !isAct && ADVICE.test(words) && !ADVISED_BY_ACTOR.test(words);
}
