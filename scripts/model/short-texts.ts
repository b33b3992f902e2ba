import { hashKey } from "../../src/reading/analyser/model/hash.ts";
import { splitSentences } from "../../src/reading/recognition/sentences.ts";
import type { ReleaseContent } from "../../src/knowledge/attack/release-content.ts";
import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";
import { findHits, type Report } from "./labelled-reports.ts";
import type { OwnSentence } from "./own-sentences.ts";
import { toPlain } from "./plain-text.ts";

/** One text of known technique, or of none. */
interface Piece {
  text: string;
  attack_id: string | null;
}

/** How many procedures, own sentences and texts of guidance one that is read stands for. */
const PROCEDURE_STEP = 7;
const OWN_STEP = 2;
const GUIDANCE_STEP = 6;
/** Texts that are put together into one, in turn: users paste a sentence or a paragraph. */
const PER_TEXT = [1, 2, 1, 3];

/**
 * Short texts to calibrate on. Whole reports teach nothing of how sure a single sentence may be, nor of rare techniques.
 */
export interface ShortTexts {
  /** Procedures of one group or software, put together as paragraphs. */
  procedures: Report[];
  /** Our own sentences, one by one. */
  own: Report[];
  /** Advice and detection guidance, in which nothing is to be found. */
  guidance: Report[];
}

/** Those of a release, read from its procedures and guidance, and from our own sentences. */
export function shortTexts(
  { uses }: ReleaseContent,
  own: readonly OwnSentence[],
  guidance: readonly string[],
  release: ReleaseIndex,
): ShortTexts {
  const some = uses.flatMap(({ source_id, target_id, description }) => {
    if (description === null || !release.techniques.has(target_id)) return [];
    if (!isTaken(description, PROCEDURE_STEP)) return [];
    return [{ source_id, text: toPlain(description), attack_id: target_id }];
  });
  const bySource = [...Map.groupBy(some, ({ source_id }) => source_id).values()];
  const ownPieces = own
    .filter(({ attack_id }) => attack_id === null || release.techniques.has(attack_id))
    .filter(({ text, attack_id }) => attack_id === null || isTaken(text, OWN_STEP))
    .map((piece) => [{ ...piece, text: toPlain(piece.text) }]);
  const advice = guidance
    .filter((text) => isTaken(text, GUIDANCE_STEP))
    .map((text) => [{ text, attack_id: null }]);
  const toReports = (texts: readonly Piece[][]) => texts.map((pieces) => toReport(pieces, release));
  return {
    procedures: toReports(bySource.flatMap(putTogether)),
    own: toReports(ownPieces),
    guidance: toReports(advice),
  };
}

function isTaken(text: string, step: number): boolean {
  return hashKey(`short ${text}`) % step === 0;
}

function putTogether(pieces: readonly Piece[]): Piece[][] {
  const texts: Piece[][] = [];
  for (let from = 0; from < pieces.length;) {
    const count = PER_TEXT[texts.length % PER_TEXT.length] ?? 1;
    texts.push(pieces.slice(from, from + count));
    from += count;
  }
  return texts;
}

function toReport(pieces: readonly Piece[], release: ReleaseIndex): Report {
  const text = pieces.map((piece) => piece.text.trim()).join("\n");
  const spans = splitSentences(text);
  const ends: number[] = [];
  for (const piece of pieces) ends.push((ends.at(-1) ?? 0) + piece.text.trim().length + 1);
  const gold = spans.map(({ start }) => {
    const id = pieces[ends.findIndex((end) => start < end)]?.attack_id ?? null;
    return new Set(id === null ? [] : [id]);
  });
  return {
    title: text,
    sentences: spans.map(({ start, end }) => text.slice(start, end)),
    hits: findHits(text, spans, release),
    gold,
    labels: new Set(gold.flatMap((ids) => [...ids])),
    spans: [],
  };
}
