import { sumOf } from "./candidate-values.ts";
import type { Reading } from "./document-reader.ts";
import { rankOf, rivalOf, SIGNALS, type Unit } from "./signals.ts";
import type { Taxonomy } from "./taxonomy.ts";

/** A sentence with its calibrated probability of describing a technique. */
export interface ScoredSentence {
  sentence: number;
  probability: number;
}

/** One technique or family of a document with its strongest evidence. */
export interface DocumentUnit extends Unit {
  /** Best first, at most five. */
  sentences: ScoredSentence[];
  signals: Float32Array;
}

/** Number of signals for a technique in a report. Short texts have additional signals for their combined sentences. */
export const DOCUMENT_SIGNAL_COUNT = 30;
export const SHORT_SIGNAL_COUNT = DOCUMENT_SIGNAL_COUNT + 3;
const MAX_KEPT = 5;
const LIKELY = 0.2;

/** Sums over the candidates of one technique or family. */
interface Gathered extends Unit {
  sentences: ScoredSentence[];
  /** Probability that no sentence describes it, assuming independence. */
  doubt: number;
  count: number;
  sum: number;
  /** Signals of the best sentence. */
  best: Float32Array;
}

/** Values shared by all techniques, or all families, of a document. */
interface Whole {
  /** Sum of all probabilities: the amount of behavior that the document describes. */
  sum: number;
  /** Probability of the best sentence of each unit, in ascending order. */
  best: Float32Array;
}

/**
 * Groups the candidates of a document by technique and by family.
 * @param counts selects candidates, by default all
 */
export function gatherUnits(
  reading: Reading,
  probabilities: Float32Array,
  taxonomy: Taxonomy,
  counts: (candidate: number) => boolean = () => true,
): DocumentUnit[] {
  const { candidates } = reading;
  const byUnit = new Map<number, Gathered>();
  for (let index = 0; index < candidates.length; index += 1) {
    if (!counts(index)) continue;
    const { c, isFamily, sentence, signals } = candidates.at(index);
    const key = isFamily ? -c : c;
    let gathered = byUnit.get(key);
    if (gathered === undefined) {
      gathered = { c, isFamily, sentences: [], doubt: 1, count: 0, sum: 0, best: signals };
      byUnit.set(key, gathered);
    }
    const probability = probabilities[index] ?? 0;
    if (probability > (gathered.sentences[0]?.probability ?? 0)) gathered.best = signals;
    addTo(gathered, { sentence, probability });
  }
  const wholes = [false, true].map((isFamily) => wholeOf(byUnit.values(), isFamily));
  return [...byUnit.values()].map((gathered) => ({
    c: gathered.c,
    isFamily: gathered.isFamily,
    sentences: gathered.sentences,
    signals: Float32Array.of(
      ...ownSignals(reading, gathered, taxonomy),
      ...placeSignals(gathered, wholes[gathered.isFamily ? 1 : 0], reading.sentences),
      ...kinSignals(gathered, byUnit, taxonomy),
      ...BEST_SIGNALS.map((at) => gathered.best[at] ?? 0),
      ...paragraphSignals(gathered, reading, taxonomy),
    ),
  }));
}

/** Signals of the best sentence that are also signals of the document. */
const BEST_SIGNALS = (
  [
    "log",
    "cosine",
    "encoder",
    "encoder_margin",
    "blend",
    "blend_margin",
    "blend_rank",
    "context",
    "context_rank",
    "act",
    "prose",
    "advice",
    "defence",
    "actor",
  ] as const
).map((name) => SIGNALS.indexOf(name));

function wholeOf(all: Iterable<Gathered>, isFamily: boolean): Whole {
  const units = [...all].filter((unit) => unit.isFamily === isFamily);
  return {
    sum: units.reduce((sum, unit) => sum + unit.sum, 0),
    best: Float32Array.from(units, bestOf).sort(),
  };
}

/** Returns how much else the document describes, and how many techniques are more certain. */
function placeSignals(gathered: Gathered, whole: Whole | undefined, sentences: number): number[] {
  const { sum = 0, best = new Float32Array(0) } = whole ?? {};
  const own = bestOf(gathered);
  const larger = countLargerIn(best, own);
  return [Math.log((0.1 + sum) / (sentences + 20)), Math.log(1 + larger)];
}

/** Returns how many values of an ascending array are larger than a value. */
function countLargerIn(sorted: Float32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return sorted.length - low;
}

/** Returns the surest other member of the family, and the family itself. For a family, returns its surest member. */
function kinSignals(
  { c, isFamily }: Gathered,
  byUnit: ReadonlyMap<number, Gathered>,
  { parent, members }: Taxonomy,
): number[] {
  const p = parent[c] ?? 0;
  let member = 0;
  for (const other of members[p] ?? []) {
    if (isFamily || other !== c) member = Math.max(member, bestOf(byUnit.get(other)));
  }
  return [logit(member), logit(bestOf(byUnit.get(-p)))];
}

/** Returns the score of the best sentence's paragraph, its lead there, and its rank. */
function paragraphSignals(unit: Gathered, { paragraphs }: Reading, taxonomy: Taxonomy): number[] {
  const paragraph = paragraphs?.[unit.sentences[0]?.sentence ?? 0];
  if (paragraph === undefined) return [0, 0, 0];
  const { c, isFamily } = unit;
  const { logs, best } = paragraph;
  const log = isFamily ? sumOf(logs, taxonomy.members[c] ?? []) : (logs[c] ?? 0);
  return [log, log - rivalOf(unit, best, logs, taxonomy), rankOf(log, logs, best, unit, taxonomy)];
}

function bestOf(gathered: Gathered | undefined): number {
  return gathered?.sentences[0]?.probability ?? 0;
}

function addTo(gathered: Gathered, scored: ScoredSentence): void {
  const { sentences } = gathered;
  const { probability } = scored;
  gathered.doubt *= 1 - probability;
  gathered.sum += probability;
  if (probability > LIKELY) gathered.count += 1;
  // On a tie, the earlier sentence comes first.
  let at = sentences.length;
  while (at > 0 && (sentences[at - 1]?.probability ?? 0) < probability) at -= 1;
  if (at >= MAX_KEPT) return;
  sentences.splice(at, 0, scored);
  if (sentences.length > MAX_KEPT) sentences.pop();
}

/** Returns logits of the three best sentences and of their noisy-or, counts, hits, length and prior. */
function ownSignals(
  { sentences, printed }: Reading,
  { c, isFamily, doubt, count, sum, sentences: best }: Gathered,
  { ids, prior, familyPrior, parent }: Taxonomy,
): number[] {
  const hit = printed.get(ids[c] ?? "");
  const at = (index: number) => logit(best[index]?.probability ?? 0);
  return [
    at(0),
    at(1),
    at(2),
    logit(1 - doubt),
    Math.log(1 + count),
    Math.log(0.01 + sum),
    hit?.id ?? 0,
    hit?.name ?? 0,
    Math.log(1 + sentences),
    (isFamily ? familyPrior[c] : prior[c]) ?? 0,
    Math.log((0.01 + sum) / (sentences + 20)),
    (parent[c] ?? 0) === c ? 0 : 1,
  ];
}

function logit(probability: number): number {
  const p = Math.min(0.999, Math.max(0.001, probability));
  return Math.log(p / (1 - p));
}
