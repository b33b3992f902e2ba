import type { ScoredUnit } from "../../src/reading/analyser/model/score-document.ts";
import type { Reading } from "../../src/reading/analyser/model/document-reader.ts";
import type { Unit } from "../../src/reading/analyser/model/signals.ts";
import type { Taxonomy } from "../../src/reading/analyser/model/taxonomy.ts";
import type { LabelSpace } from "./label-space.ts";
import type { Report } from "./labelled-reports.ts";

/** A label with its probability, 0 where it was no candidate, and whether it is right. */
export interface Pair {
  where: number;
  label: string;
  probability: number;
  isTrue: boolean;
}

/** A candidate of one sentence with its probability. */
export interface Judged extends Unit {
  sentence: number;
  probability: number;
}

/** All candidates of a report with what was judged of each. */
export function listJudged({ candidates }: Reading, probabilities: Float32Array): Judged[] {
  return Array.from(probabilities, (probability, index) => {
    const { c, isFamily, sentence } = candidates.at(index);
    return { c, isFamily, sentence, probability };
  });
}

/**
 * The label of the scored classes that a candidate speaks for: a technique for itself or its parent, a family for
 * its parent, unless sub-techniques of that family are classes of their own.
 */
export function speaksFor(
  { c, isFamily }: { c: number; isFamily: boolean },
  space: LabelSpace,
  { ids }: Taxonomy,
): string | null {
  const id = ids[c] ?? "";
  if (!isFamily) return space.fold(id);
  return space.classes.has(id) && !space.hasSubs.has(id) ? id : null;
}

function pairsOf(
  gold: ReadonlySet<string>,
  where: number,
  judged: readonly { c: number; isFamily: boolean; probability: number }[],
  space: LabelSpace,
  taxonomy: Taxonomy,
): Pair[] {
  const best = new Map<string, number>();
  for (const unit of judged) {
    const label = speaksFor(unit, space, taxonomy);
    if (label !== null) best.set(label, Math.max(best.get(label) ?? 0, unit.probability));
  }
  const folded = new Set([...gold].map((id) => space.fold(id)).filter((id) => id !== null));
  for (const id of folded) if (!best.has(id)) best.set(id, 0);
  return [...best].map(([label, probability]) => ({
    where,
    label,
    probability,
    isTrue: folded.has(label),
  }));
}

/** Pairs of each sentence of a report. */
export function sentencePairs(
  { gold, sentences }: Report,
  judged: readonly Judged[],
  space: LabelSpace,
  taxonomy: Taxonomy,
): Pair[] {
  const bySentence = sentences.map((): Judged[] => []);
  for (const candidate of judged) bySentence[candidate.sentence]?.push(candidate);
  return gold.flatMap((labels, at) => pairsOf(labels, at, bySentence[at] ?? [], space, taxonomy));
}

/** Pairs of a report as a whole. */
export function documentPairs(
  { labels }: Report,
  units: readonly ScoredUnit[],
  space: LabelSpace,
  taxonomy: Taxonomy,
): Pair[] {
  return pairsOf(labels, 0, units, space, taxonomy);
}
