import type { Calibration } from "./calibrate.ts";
import { gatherUnits, type DocumentUnit } from "./document-units.ts";
import { evaluate, type Network } from "./network.ts";
import type { Reading } from "./document-reader.ts";
import type { Taxonomy } from "./taxonomy.ts";

export { gatherUnits } from "./document-units.ts";

export interface ScoredUnit extends DocumentUnit {
  probability: number;
}

/** Candidates between two pauses, about 5 ms of work; a pause itself takes one. */
const PER_STEP = 4000;

/**
 * Scores the techniques and families of a document from its candidates. It pauses by yielding,
 * since a long document takes a second and a Worker has others to serve meanwhile.
 */
export function* classifySteps(
  reading: Reading,
  calibration: Calibration,
  taxonomy: Taxonomy,
): Generator<void, ScoredUnit[]> {
  const probabilities = new Float32Array(reading.candidates.length);
  for (let from = 0; from < probabilities.length; from += PER_STEP) {
    scoreSome(reading, calibration, probabilities, from, from + PER_STEP);
    yield;
  }
  const units = gatherUnits(reading, probabilities, taxonomy);
  yield;
  return scoreUnits(units, calibration);
}

/** Probabilities of all candidates of a document, in their order. */
export function scoreCandidates(
  reading: Reading,
  sentence: Network,
  sentenceFamily: Network,
): Float32Array {
  const probabilities = new Float32Array(reading.candidates.length);
  scoreSome(reading, { sentence, sentenceFamily }, probabilities, 0, probabilities.length);
  return probabilities;
}

/** One network scores techniques, one families. */
function scoreSome(
  { candidates }: Reading,
  { sentence, sentenceFamily }: Pick<Calibration, "sentence" | "sentenceFamily">,
  probabilities: Float32Array,
  from: number,
  to: number,
): void {
  const end = Math.min(to, candidates.length);
  for (let index = from; index < end; index += 1) {
    const { isFamily, signals } = candidates.at(index);
    probabilities[index] = evaluate(isFamily ? sentenceFamily : sentence, signals);
  }
}

/** Probability of each technique or family in the document. */
export function scoreUnits(
  units: readonly DocumentUnit[],
  { document, documentFamily }: Pick<Calibration, "document" | "documentFamily">,
): ScoredUnit[] {
  return units.map((unit) => ({
    ...unit,
    probability: evaluate(unit.isFamily ? documentFamily : document, unit.signals),
  }));
}

/** A technique that is reported; `unit` is what it rests on, a family where only the parent is sure. */
export interface Reported {
  attack_id: string;
  probability: number;
  unit: ScoredUnit;
}

/**
 * Techniques of a document from the threshold on, surest first. A parent comes along when its
 * family is sure and none of its members is.
 */
export function reportTechniques(
  units: readonly ScoredUnit[],
  threshold: number,
  { ids, parent }: Taxonomy,
): Reported[] {
  const sure = units.filter(({ probability }) => probability >= threshold);
  const techniques = sure.filter(({ isFamily }) => !isFamily);
  const covered = new Set(techniques.map(({ c }) => parent[c] ?? 0));
  const families = sure.filter(({ isFamily, c }) => isFamily && !covered.has(c));
  return [...techniques, ...families]
    .map((unit) => ({ attack_id: ids[unit.c] ?? "", probability: unit.probability, unit }))
    .toSorted((a, b) => b.probability - a.probability || (a.attack_id < b.attack_id ? -1 : 1));
}
