import { compareText } from "../../../../platform/lib/text.ts";
import type { Example } from "../training-corpus.ts";
import { toVector, type Vocabulary } from "../vectors.ts";

/**
 * Procedure texts as sketches, ordered by class and source: of each the features that say most. In
 * arrays and not as objects, since there are thousands and a model is read at every start.
 */
export interface Procedures {
  /** Sorted ids of groups, campaigns and software. */
  sources: string[];
  /** First procedure of each class, and the end of the last one's. */
  classStart: Uint32Array;
  /** Index into the sources, per procedure. */
  source: Uint16Array;
  /** First of the features of each procedure, and the end of the last one's. */
  featureStart: Uint32Array;
  /** Indexes of the vocabulary, rising within a procedure. */
  features: Uint32Array;
}

interface Sketch {
  c: number;
  source: number;
  features: number[];
}

/** Half of what a procedure holds; the rest is so common that it tells procedures hardly apart. */
const MAX_FEATURES = 12;
/** Texts between two pauses, about 5 ms of work. */
const TEXTS_PER_STEP = 500;

/**
 * Sketches of the examples that have a source; it pauses by yielding.
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

/** Of features that weigh the same, those with the lower index. */
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

/** Where each of some runs begins, and where the last one ends. */
export function startsOf(counts: ArrayLike<number>): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  for (let at = 0; at < counts.length; at += 1) {
    starts[at + 1] = (starts[at] ?? 0) + (counts[at] ?? 0);
  }
  return starts;
}
