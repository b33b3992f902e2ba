import { hashKey } from "../../src/reading/analyser/model/hash.ts";
import { outlineText } from "../../src/text/outline/outline-text.ts";
import type { ReleaseContent } from "../../src/knowledge/attack/release-content.ts";
import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";
import { readSentences, type Report } from "./labelled-reports.ts";
import type { OwnSentence } from "./own-sentences.ts";
import type { PairSentence } from "./pairs.ts";
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
/** The same for those about one technique. */
const PER_PARAGRAPH = [2, 3, 4];

/**
 * Short texts to calibrate on. Whole reports teach nothing of how sure a single sentence may be, nor of rare techniques.
 */
export interface ShortTexts {
  /** Procedures of one group or software, put together as paragraphs. */
  procedures: Report[];
  /** Our own sentences, one by one. */
  own: Report[];
  /** Several of them about one technique, in every second one about another. */
  paragraphs: Report[];
  /** Advice and detection guidance, in which nothing is to be found. */
  guidance: Report[];
  /** Sentences of minimal pairs, one by one. */
  pairs: Report[];
}

/** Those of a release, read from its procedures and guidance, and from our own sentences. */
export function shortTexts(
  { uses }: ReleaseContent,
  own: readonly OwnSentence[],
  guidance: readonly string[],
  pairs: readonly PairSentence[],
  release: ReleaseIndex,
): ShortTexts {
  const some = uses.flatMap(({ source_id, target_id, description }) => {
    if (description === null || !release.techniques.has(target_id)) return [];
    if (!isTaken(description, PROCEDURE_STEP)) return [];
    return [{ source_id, text: toPlain(description), attack_id: target_id }];
  });
  const bySource = [...Map.groupBy(some, ({ source_id }) => source_id).values()];
  const pieces = own
    .filter(({ attack_id }) => attack_id === null || release.techniques.has(attack_id))
    .map((piece) => ({ ...piece, text: toPlain(piece.text) }));
  const alone = pieces.filter(
    ({ text, attack_id }) => attack_id === null || isTaken(text, OWN_STEP),
  );
  const advice = guidance
    .filter((text) => isTaken(text, GUIDANCE_STEP))
    .map((text) => [{ text, attack_id: null }]);
  const toReports = (texts: readonly Piece[][]) => texts.map((one) => toReport(one, release));
  return {
    procedures: toReports(bySource.flatMap(putTogether)),
    own: toReports(alone.map((piece) => [piece])),
    paragraphs: toReports(toParagraphs(pieces)),
    guidance: toReports(advice),
    pairs: pairs.map((one) => pairReport(one, release)),
  };
}

/** Those that are wanted, by list. */
export function filterShort(
  { procedures, own, paragraphs, guidance, pairs }: ShortTexts,
  isWanted: (text: Report) => boolean,
): ShortTexts {
  return {
    procedures: procedures.filter(isWanted),
    own: own.filter(isWanted),
    paragraphs: paragraphs.filter(isWanted),
    guidance: guidance.filter(isWanted),
    pairs: pairs.filter(isWanted),
  };
}

function pairReport({ text, ids, open, pair }: PairSentence, release: ReleaseIndex): Report {
  const { spans, ...read } = readSentences(outlineText(text), release);
  const follow = (some: readonly string[]) =>
    new Set(some.map((id) => release.replacements.get(id) ?? id));
  return {
    title: pair,
    ...read,
    gold: spans.map(() => follow(ids)),
    open: spans.map(() => follow(open)),
    isDense: true,
    labels: follow(ids),
    spans: [],
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

/**
 * One paragraph for each technique; every second has a sentence about another technique before its last. Half of what
 * there is of a technique stays out, so that something is left to learn from.
 */
function toParagraphs(pieces: readonly Piece[]): Piece[][] {
  const known = pieces.filter(({ attack_id }) => attack_id !== null);
  const byTechnique = [...Map.groupBy(known, ({ attack_id }) => attack_id).values()].map((some) =>
    some.toSorted((a, b) => orderOf(a) - orderOf(b)).slice(0, Math.ceil(some.length / 2)),
  );
  // Techniques next to each other are alike, and so is what is written of them.
  const far = Math.floor(byTechnique.length / 2);
  return byTechnique.map((some, at) => {
    const own = some.slice(0, PER_PARAGRAPH[at % PER_PARAGRAPH.length]);
    const other = byTechnique[(at + far) % byTechnique.length] ?? [];
    return at % 2 === 0 ? own : [...own.slice(0, -1), ...other.slice(0, 1), ...own.slice(-1)];
  });
}

function orderOf({ text }: Piece): number {
  return hashKey(`paragraph ${text}`);
}

function toReport(pieces: readonly Piece[], release: ReleaseIndex): Report {
  const text = pieces.map((piece) => piece.text.trim()).join("\n");
  const { spans, ...read } = readSentences(outlineText(text), release);
  const ends: number[] = [];
  for (const piece of pieces) ends.push((ends.at(-1) ?? 0) + piece.text.trim().length + 1);
  const gold = spans.map(({ start }) => {
    const id = pieces[ends.findIndex((end) => start < end)]?.attack_id ?? null;
    return new Set(id === null ? [] : [id]);
  });
  return {
    title: text,
    ...read,
    gold,
    labels: new Set(gold.flatMap((ids) => [...ids])),
    spans: [],
  };
}
