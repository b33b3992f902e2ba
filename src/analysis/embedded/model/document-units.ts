import type { Reading } from "./read-document.ts";
import type { Unit } from "./signals.ts";
import type { Taxonomy } from "./taxonomy.ts";

/** A sentence with the calibrated probability that it tells of a technique. */
export interface JudgedSentence {
  sentence: number;
  probability: number;
}

/** One technique (or family) of a document with what speaks most for it. */
export interface DocumentUnit extends Unit {
  /** Best first, at most five. */
  sentences: JudgedSentence[];
  signals: Float32Array;
}

export const DOCUMENT_SIGNAL_COUNT = 12;
const MAX_KEPT = 5;
const LIKELY = 0.2;

/** What is summed up over the candidates of one technique or family. */
interface Gathered extends Unit {
  sentences: JudgedSentence[];
  /** Probability that none of the sentences tells of it, were they independent. */
  doubt: number;
  count: number;
  sum: number;
}

/** Gathers the candidates of a document by technique and by family. */
export function gatherUnits(
  reading: Reading,
  probabilities: Float32Array,
  taxonomy: Taxonomy,
): DocumentUnit[] {
  const { candidates } = reading;
  const byUnit = new Map<number, Gathered>();
  for (let index = 0; index < candidates.length; index += 1) {
    const { c, isFamily, sentence } = candidates.at(index);
    const key = isFamily ? -c : c;
    let gathered = byUnit.get(key);
    if (gathered === undefined) {
      gathered = { c, isFamily, sentences: [], doubt: 1, count: 0, sum: 0 };
      byUnit.set(key, gathered);
    }
    addTo(gathered, { sentence, probability: probabilities[index] ?? 0 });
  }
  return [...byUnit.values()].map((gathered) => ({
    c: gathered.c,
    isFamily: gathered.isFamily,
    sentences: gathered.sentences,
    signals: documentSignals(reading, gathered, taxonomy),
  }));
}

function addTo(gathered: Gathered, judged: JudgedSentence): void {
  const { sentences } = gathered;
  const { probability } = judged;
  gathered.doubt *= 1 - probability;
  gathered.sum += probability;
  if (probability > LIKELY) gathered.count += 1;
  // The earlier one stays before where two are as likely.
  let at = sentences.length;
  while (at > 0 && (sentences[at - 1]?.probability ?? 0) < probability) at -= 1;
  if (at >= MAX_KEPT) return;
  sentences.splice(at, 0, judged);
  if (sentences.length > MAX_KEPT) sentences.pop();
}

/** Logits of the three best sentences and of their noisy-or, counts, hits, length and prior. */
function documentSignals(
  { sentences, printed }: Reading,
  { c, isFamily, doubt, count, sum, sentences: best }: Gathered,
  { ids, prior, familyPrior, parent }: Taxonomy,
): Float32Array {
  const hit = printed.get(ids[c] ?? "");
  const at = (index: number) => logit(best[index]?.probability ?? 0);
  return Float32Array.of(
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
  );
}

function logit(probability: number): number {
  const p = Math.min(0.999, Math.max(0.001, probability));
  return Math.log(p / (1 - p));
}
