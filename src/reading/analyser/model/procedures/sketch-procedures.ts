import { compareText } from "../../../../platform/lib/text.ts";
import type { Example } from "../training-corpus.ts";
import { toVector, type Vocabulary } from "../vectors.ts";

/**
 * Procedure texts, reduced to their most informative features and ordered by class and source. Stored in arrays instead
 * of objects, because there are thousands and a model is loaded at every start.
 */
export interface Procedures {
  /** Sorted ids of groups, campaigns and software. */
  sources: string[];
  /** First procedure of each class, and the end of the last class. */
  classStart: Uint32Array;
  /** Index into the sources, per procedure. */
  source: Uint16Array;
  /** First feature of each procedure, and the end of the last procedure. */
  featureStart: Uint32Array;
  /** Indexes of the vocabulary, ascending within a procedure. */
  features: Uint32Array;
}

interface Sketch {
  c: number;
  source: number;
  features: number[];
}

/** Maximum features, half of a typical procedure. The rest are too common to distinguish procedures. */
const MAX_FEATURES = 12;
/** Texts between two pauses, about 5 ms of work. */
const TEXTS_PER_STEP = 500;

/**
 * Sketches the examples that have a source. Yields to pause.
 * @param keys features of each example
 */
export function* sketchSteps(
  examples: readonly Example[],
  keys: readonly ArrayLike<number>[],
  vocabulary: Vocabulary,
  classes: number,
): Generator<void, Procedures> {
  const sources = [...new Set(examples.flatMap(({ source }) => source ?? []))].sort(compareText);
  const indexOf = new Map(sources.map((id, index) => [id, index]));
  const sketches: Sketch[] = [];
  for (const [at, { source, targets }] of examples.entries()) {
    if (at % TEXTS_PER_STEP === 0) yield;
    if (source === undefined) continue;
    const features = heaviestOf(keys[at] ?? [], vocabulary);
    for (const c of features.length > 0 ? targets : []) {
      sketches.push({ c, source: indexOf.get(source) ?? 0, features });
    }
  }
  yield;
  sketches.sort((a, b) => a.c - b.c || a.source - b.source);
  yield;
  return { sources, ...toArrays(sketches, classes) };
}

/** Returns the heaviest features. On a tie, those with the lower index. */
function heaviestOf(keys: ArrayLike<number>, vocabulary: Vocabulary): number[] {
  const weightOf = (feature: number) => vocabulary.idf[feature] ?? 0;
  return toVector(keys, vocabulary)
    .index.sort((a, b) => weightOf(b) - weightOf(a) || a - b)
    .slice(0, MAX_FEATURES)
    .sort((a, b) => a - b);
}

function toArrays(sketches: readonly Sketch[], classes: number): Omit<Procedures, "sources"> {
  const perClass = new Uint32Array(classes);
  for (const { c } of sketches) perClass[c] = (perClass[c] ?? 0) + 1;
  const featureStart = startsOf(sketches.map(({ features }) => features.length));
  const features = new Uint32Array(featureStart.at(-1) ?? 0);
  for (const [at, sketch] of sketches.entries()) features.set(sketch.features, featureStart[at]);
  return {
    classStart: startsOf(perClass),
    source: Uint16Array.from(sketches, ({ source }) => source),
    featureStart,
    features,
  };
}

/** Returns the start of each run, and the end of the last one. */
export function startsOf(counts: ArrayLike<number>): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  for (let at = 0; at < counts.length; at += 1) {
    starts[at + 1] = (starts[at] ?? 0) + (counts[at] ?? 0);
  }
  return starts;
}
