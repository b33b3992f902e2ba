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

/** The excluded part of a sentence: nothing, the whole sentence for one reason, or some of its clauses. */
export interface Judgement {
  /** Why the whole sentence describes no activity, or null. */
  whole: AsideReason | null;
  /** Clauses without activity, with offsets into the text. Empty if the whole sentence is excluded. */
  clauses: (Span & { reason: AsideReason })[];
}

const COUNTS: Judgement = { whole: null, clauses: [] };

/** Judges the sentences of a text, each once and on request. */
export interface SentenceJudge {
  at(sentence: number): Judgement;
  ofPrintedId(sentence: number, offset: number): PrintedId;
  /** Returns the kind of section that a sentence is in. */
  sectionAt(sentence: number): SectionKind;
}

/** The judgement of a printed id. */
export interface PrintedId {
  /** Why the text at the id describes no adversary activity, or null. */
  reason: AsideReason | null;
  /** Whether the id still counts as the author's mapping. */
  counts: boolean;
  /** How the id is listed, if its sentence has no words about it. A table row counts as a list. */
  list: BareList | null;
}

const ROW: BareList = { under: "table", isCell: false };
/** Matches a row of a defender's table: mitigations, data sources, detections, countermeasures. */
const DEFENCE_ROW = /\b(?:M1\d{3}|DS\d{4}|DET\d{4}|AN\d{4}|D3-\p{Lu}+)\b/u;
/**
 * Matches an id at the start of a row, with at most a capitalized label before it and a cell after it. "PowerShell
 * (T1059.001) was not used" is a sentence instead.
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
    // A line break counts as a space.
    return foldBlanks(text.slice(start, end));
  };
  const isInComment = findComments(text);
  const bareListAt = createBareLists(wordsAt);
  const isRow = (index: number) => outline.blocks[places[index]?.block ?? -1]?.kind === "row";
  // Cached, because a sentence may contain thousands of ids.
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
    // Replaces characters one for one, to preserve the offsets of clauses.
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

/** Returns whether an id among such words is the author's mapping, in any section. */
function isMapping(words: string, reason: AsideReason): boolean {
  if (DEFENCE_ROW.test(words)) return false;
  if (reason === "instruction" || reason === "question") return false;
  if (reason === "definition" || reason === "hypothetical") return true;
  if (isCited(words)) return false;
  // A list of changes or sources may be the only place that names an id.
  if (reason === "references" || reason === "boilerplate") return true;
  return MAPPING_ROW.test(withoutMarker(words)) && reason !== "contents";
}

/** Caches the answer for each sentence. */
function remember<Answer>(ask: (index: number) => Answer): (index: number) => Answer {
  const known = new Map<number, Answer>();
  return (index) => {
    const answer = known.has(index) ? (known.get(index) as Answer) : ask(index);
    known.set(index, answer);
    return answer;
  };
}

/** Returns why text at an offset describes no activity. */
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
  // Sentences within guidance often describe what anyone may do.
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
