import type { Candidate, Reading } from "./read-document.ts";
import type { Taxonomy } from "./taxonomy.ts";
import { evaluate, type Network } from "./network.ts";
import { SIGNALS } from "./signals.ts";

/** A candidate with the calibrated probability that its sentence tells of it. */
export interface Judged extends Candidate {
  probability: number;
}

/** One technique (or family) of a document with all that speaks for it. */
export interface DocumentUnit {
  c: number;
  isFamily: boolean;
  /** Best first. */
  sentences: Judged[];
  signals: Float32Array;
}

export interface JudgedUnit extends DocumentUnit {
  probability: number;
}

export const DOCUMENT_SIGNAL_COUNT = 12;
const MAX_KEPT = 5;
/** A sentence of less probability supports nothing. */
const SUPPORT = 0.15;
const ADVICE = SIGNALS.indexOf("advice");
const ACTOR = SIGNALS.indexOf("actor");
const DEED = SIGNALS.indexOf("deed");

/** Probabilities of candidates of a document; one network for techniques, one for families. */
export function judge(
  candidates: readonly Candidate[],
  techniqueNetwork: Network,
  familyNetwork: Network,
): Judged[] {
  return candidates.map(({ c, isFamily, sentence, signals }) => {
    const probability = evaluate(isFamily ? familyNetwork : techniqueNetwork, signals);
    // Field by field: a spread of as many objects takes longer than all the rest.
    return { c, isFamily, sentence, signals, probability };
  });
}

/** Probabilities that the document tells of each technique or family. */
export function judgeUnits(
  units: readonly DocumentUnit[],
  { document, documentFamily }: { document: Network; documentFamily: Network },
): JudgedUnit[] {
  return units.map((unit) => ({
    ...unit,
    probability: evaluate(unit.isFamily ? documentFamily : document, unit.signals),
  }));
}

/** Gathers the candidates of a document by technique and by family. */
export function gatherUnits(
  reading: Reading,
  judged: readonly Judged[],
  taxonomy: Taxonomy,
): DocumentUnit[] {
  const byUnit = new Map<number, Judged[]>();
  const classes = taxonomy.ids.length;
  for (const candidate of judged) {
    const at = candidate.isFamily ? classes + candidate.c : candidate.c;
    const list = byUnit.get(at);
    if (list === undefined) byUnit.set(at, [candidate]);
    else list.push(candidate);
  }
  return [...byUnit].map(([at, found]) => {
    const c = at % classes;
    const sorted = found.toSorted((a, b) => b.probability - a.probability);
    const signals = documentSignals(reading, sorted, c, taxonomy);
    return { c, isFamily: at >= classes, sentences: sorted.slice(0, MAX_KEPT), signals };
  });
}

/** Logits of the three best sentences and of their noisy-or, counts, hits, length and prior. */
function documentSignals(
  { sentences, printed }: Reading,
  sorted: readonly Judged[],
  c: number,
  taxonomy: Taxonomy,
): Float32Array {
  const hit = printed.get(taxonomy.ids[c] ?? "");
  const isFamily = sorted[0]?.isFamily === true;
  let doubt = 1;
  let count = 0;
  let sum = 0;
  for (const { probability } of sorted) {
    doubt *= 1 - probability;
    sum += probability;
    if (probability > 0.2) count += 1;
  }
  const at = (index: number) => logit(sorted[index]?.probability ?? 0);
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
    (isFamily ? taxonomy.familyPrior[c] : taxonomy.prior[c]) ?? 0,
    Math.log((0.01 + sum) / (sentences + 20)),
    (taxonomy.parent[c] ?? 0) === c ? 0 : 1,
  );
}

/** A technique that is reported; `unit` is what it rests on, a family where only the parent is sure. */
export interface Reported {
  attack_id: string;
  probability: number;
  unit: JudgedUnit;
}

/**
 * Techniques of a document from the threshold on, surest first. A parent comes along when its
 * family is sure and none of its members is. What only advice to the reader speaks of is left
 * out: "restrict PowerShell" tells of no behaviour.
 */
export function reportTechniques(
  units: readonly JudgedUnit[],
  threshold: number,
  { ids, parent }: Taxonomy,
): Reported[] {
  const sure = units.filter(
    ({ probability, sentences }) => probability >= threshold && !isAdviceOnly(sentences),
  );
  const techniques = sure.filter(({ isFamily }) => !isFamily);
  const covered = new Set(techniques.map(({ c }) => parent[c] ?? 0));
  const families = sure.filter(({ isFamily, c }) => isFamily && !covered.has(c));
  return [...techniques, ...families]
    .map((unit) => ({ attack_id: ids[unit.c] ?? "", probability: unit.probability, unit }))
    .toSorted((a, b) => b.probability - a.probability || (a.attack_id < b.attack_id ? -1 : 1));
}

function isAdviceOnly(sentences: readonly Judged[]): boolean {
  const support = sentences.filter(({ probability }) => probability >= SUPPORT);
  return support.length > 0 && support.every(isAdvice);
}

/** An imperative or a "should", and nobody who does anything. */
function isAdvice({ signals }: Judged): boolean {
  return signals[ADVICE] === 1 && signals[ACTOR] === 0 && signals[DEED] === 0;
}

function logit(probability: number): number {
  const p = Math.min(0.999, Math.max(0.001, probability));
  return Math.log(p / (1 - p));
}
