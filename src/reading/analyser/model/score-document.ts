import type { Calibration } from "./calibrate.ts";
import { gatherUnits, type DocumentUnit } from "./document-units.ts";
import { evaluate, evaluator, type Network } from "./network.ts";
import type { Reading } from "./document-reader.ts";
import { reportShare } from "./report-share.ts";
import type { Taxonomy } from "./taxonomy.ts";

export { gatherUnits } from "./document-units.ts";

export interface ScoredUnit extends DocumentUnit {
  probability: number;
}

/** The techniques and families of a document, from all its candidates and from those about adversary activity. */
export interface Classified {
  all: ScoredUnit[];
  /** The same list object if no candidate is excluded. */
  standing: ScoredUnit[];
}

/** Returns whether a candidate's sentence describes no adversary activity for this class. */
export type IsAside = (sentence: number, c: number) => boolean;

/** Below this probability of a class, the kind of sentence is not checked. */
const SAYS_LITTLE = 0.02;

/** Candidates between two pauses, less work than a slice of the text. A pause takes a millisecond. */
const PER_STEP = 3_000;

/**
 * Scores the techniques and families of a document from its candidates. Yields to pause, since a long document takes a
 * second and a Worker has other requests to serve.
 */
export function* classifySteps(
  reading: Reading,
  calibration: Calibration,
  taxonomy: Taxonomy,
  isAside: IsAside = () => false,
): Generator<void, Classified> {
  const probabilities = new Float32Array(reading.candidates.length);
  for (let from = 0; from < probabilities.length; from += PER_STEP) {
    scoreSome(reading, calibration, probabilities, from, from + PER_STEP);
    yield;
  }
  const all = scoreUnits(
    gatherUnits(reading, probabilities, taxonomy),
    calibration,
    reading.sentences,
  );
  yield;
  const left = new Set<number>();
  for (let index = 0; index < probabilities.length; index += 1) {
    if (index % PER_STEP === 0) yield;
    if ((probabilities[index] ?? 0) < SAYS_LITTLE) continue;
    const { sentence, c } = reading.candidates.at(index);
    if (isAside(sentence, c)) left.add(index);
  }
  if (left.size === 0) return { all, standing: all };
  const counts = (candidate: number) => !left.has(candidate);
  return {
    all,
    standing: scoreUnits(
      gatherUnits(reading, probabilities, taxonomy, counts),
      calibration,
      reading.sentences,
    ),
  };
}

/** Returns the probabilities of all candidates of a document, in order. */
export function scoreCandidates(
  reading: Reading,
  sentence: Network,
  sentenceFamily: Network,
): Float32Array {
  const probabilities = new Float32Array(reading.candidates.length);
  scoreSome(reading, { sentence, sentenceFamily }, probabilities, 0, probabilities.length);
  return probabilities;
}

/** Scores with one network for techniques and one for families. */
function scoreSome(
  { candidates }: Reading,
  { sentence, sentenceFamily }: Pick<Calibration, "sentence" | "sentenceFamily">,
  probabilities: Float32Array,
  from: number,
  to: number,
): void {
  const ofTechnique = evaluator(sentence);
  const ofFamily = evaluator(sentenceFamily);
  const end = Math.min(to, candidates.length);
  for (let index = from; index < end; index += 1) {
    const { isFamily, signals } = candidates.at(index);
    probabilities[index] = isFamily ? ofFamily(signals) : ofTechnique(signals);
  }
}

/** Returns the probability of each technique or family in a document with this number of sentences. */
export function scoreUnits(
  units: readonly DocumentUnit[],
  {
    document,
    documentFamily,
    short,
    shortFamily,
  }: Pick<Calibration, "document" | "documentFamily" | "short" | "shortFamily">,
  sentences: number,
): ScoredUnit[] {
  const share = reportShare(sentences);
  return units.map((unit) => {
    const [ofReport, ofShort] = unit.isFamily ? [documentFamily, shortFamily] : [document, short];
    const byReport = share === 0 ? 0 : evaluate(ofReport, unit.signals);
    const byShort = share === 1 ? 0 : evaluate(ofShort, unit.signals);
    return { ...unit, probability: share * byReport + (1 - share) * byShort };
  });
}

/** A reported technique. `unit` is its basis: a family if only the parent is certain. */
export interface Reported {
  attack_id: string;
  probability: number;
  unit: ScoredUnit;
}

/** Minimum share of its family's probability for a member to be reported instead, */
const SHARE = 0.6;
/** if no other member, and not the parent, exceeds this share of the member's. */
const RIVAL = 1 / 3;

/**
 * Returns the techniques of a document from the threshold on, surest first. Reports a parent if its family reaches the
 * threshold and no member does. Reports a member instead if it alone accounts for the family's score.
 */
export function reportTechniques(
  units: readonly ScoredUnit[],
  threshold: number,
  { ids, familyIds, parent }: Taxonomy,
): Reported[] {
  const sure = units.filter(({ probability }) => probability >= threshold);
  const techniques = sure.filter(({ isFamily }) => !isFamily);
  const covered = new Set(techniques.map(({ c }) => parent[c] ?? 0));
  const families = sure.filter(({ isFamily, c }) => isFamily && !covered.has(c));
  const alone = families.map((family) => memberAlone(family, units, parent) ?? family);
  const labelOf = ({ c, isFamily }: ScoredUnit) => (isFamily ? familyIds : ids)[c] ?? "";
  return surestOfEach(
    [...techniques, ...alone].map((unit) => ({
      attack_id: labelOf(unit),
      probability: unit.probability,
      unit,
    })),
  );
}

/** Returns each technique once, surest first. Several classes may be reported as one technique. */
export function surestOfEach(reported: readonly Reported[]): Reported[] {
  const sorted = reported.toSorted(
    (a, b) => b.probability - a.probability || (a.attack_id < b.attack_id ? -1 : 1),
  );
  return sorted.filter(
    ({ attack_id }, at) => sorted.findIndex((one) => one.attack_id === attack_id) === at,
  );
}

/** Returns the member of a family that is nearly as certain as the family, if it has no rival there. */
function memberAlone(
  family: ScoredUnit,
  units: readonly ScoredUnit[],
  parent: Taxonomy["parent"],
): ScoredUnit | null {
  const members = units
    .filter(({ isFamily, c }) => !isFamily && parent[c] === family.c)
    .toSorted((a, b) => b.probability - a.probability);
  const [best, next] = members;
  if (best === undefined || best.c === family.c) return null;
  const isSure = best.probability >= SHARE * family.probability;
  const isRivalled = (next?.probability ?? 0) > RIVAL * best.probability;
  return isSure && !isRivalled ? { ...best, probability: family.probability } : null;
}
