import { thresholdFor, type Calibration } from "../../src/reading/analyser/model/calibrate.ts";
import {
  scoreCandidates,
  scoreUnits,
  reportTechniques,
} from "../../src/reading/analyser/model/score-document.ts";
import { gatherUnits } from "../../src/reading/analyser/model/document-units.ts";
import type { Taxonomy } from "../../src/reading/analyser/model/taxonomy.ts";
import { parentOf } from "../../src/knowledge/attack/technique-id.ts";
import type { LabelSpace } from "./label-space.ts";
import { readReport, type Report } from "./labelled-reports.ts";
import {
  bootstrap,
  calibrationError,
  compare,
  macroF1,
  mean,
  qualityOf,
  total,
} from "./metrics.ts";
import { documentPairs, listJudged, sentencePairs, type Judged, type Pair } from "./predictions.ts";
import type { Trained } from "./train-model.ts";

interface Compared {
  found: Set<string>;
  gold: Set<string>;
}

/** What a method finds in one report: compared sentence by sentence, and as a whole. */
export interface Outcome {
  sentences: Compared[];
  document: Compared;
  allSentences: Compared[];
  allDocument: Compared;
  pairs: Pair[];
}

/** What the full method says of a report that it was not fitted on. */
export function outcomeOf(
  { weights, calibration }: Trained,
  report: Report,
  space: LabelSpace,
): Outcome {
  const { taxonomy } = weights;
  const reading = readReport(report, weights, calibration.acts);
  const probabilities = scoreCandidates(reading, calibration.sentence, calibration.sentenceFamily);
  const gathered = gatherUnits(reading, probabilities, taxonomy);
  const units = scoreUnits(gathered, calibration, reading.sentences);
  const judged = listJudged(reading, probabilities);
  const pairs = documentPairs(report, units, space, taxonomy);
  const bySentence = Map.groupBy(sentencePairs(report, judged, space, taxonomy), (p) => p.where);
  const threshold = thresholdFor(calibration, reading.sentences);
  const reported = reportTechniques(units, threshold, taxonomy);
  return {
    sentences: report.sentences.map((_, at) =>
      select(bySentence.get(at) ?? [], calibration.sentenceThreshold),
    ),
    document: select(pairs, threshold),
    allSentences: allOfSentences(report, judged, calibration, taxonomy),
    allDocument: { found: new Set(reported.map((r) => r.attack_id)), gold: report.labels },
    pairs,
  };
}

/** What printed ids and names alone give. */
export function baselineOf(report: Report, space: LabelSpace): Outcome {
  const fold = (ids: Iterable<string>) =>
    new Set([...ids].map((id) => space.fold(id)).filter((id) => id !== null));
  const printed = report.hits.map((hits) => new Set(hits.map(({ attack_id }) => attack_id)));
  const all = new Set(printed.flatMap((ids) => [...ids]));
  const allSentences = printed.map((found, at) => ({ found, gold: report.gold[at] ?? new Set() }));
  return {
    sentences: allSentences.map(({ found, gold }) => ({ found: fold(found), gold: fold(gold) })),
    document: { found: fold(all), gold: fold(report.labels) },
    allSentences,
    allDocument: { found: all, gold: report.labels },
    pairs: [],
  };
}

function select(pairs: readonly Pair[], threshold: number): Compared {
  return {
    found: new Set(pairs.filter((p) => p.probability >= threshold).map((p) => p.label)),
    gold: new Set(pairs.filter((p) => p.isTrue).map((p) => p.label)),
  };
}

/** Sentences in all techniques: those over the threshold, and parents where only the family is. */
function allOfSentences(
  report: Report,
  judged: readonly Judged[],
  { sentenceThreshold }: Calibration,
  { ids, parent }: Taxonomy,
): Compared[] {
  const sure = judged.filter(({ probability }) => probability >= sentenceThreshold);
  const found = report.sentences.map(() => new Set<string>());
  for (const { c, isFamily, sentence } of sure) if (!isFamily) found[sentence]?.add(ids[c] ?? "");
  for (const { c, isFamily, sentence } of sure) {
    const ofSentence = found[sentence];
    if (!isFamily || ofSentence === undefined) continue;
    const parentId = ids[parent[c] ?? 0] ?? "";
    if (![...ofSentence].some((id) => parentOf(id) === parentId)) ofSentence.add(parentId);
  }
  return found.map((set, at) => ({ found: set, gold: report.gold[at] ?? new Set() }));
}

/** Precision, recall and F1 with macro F1; of documents also their mean F1 and the interval. */
export function summarise(outcomes: readonly Outcome[]) {
  const parents = ({ found, gold }: Compared): Compared => ({
    found: new Set([...found].map(parentOf)),
    gold: new Set([...gold].map(parentOf)),
  });
  const all = outcomes.map(({ allDocument }) => allDocument);
  const allSentences = outcomes.flatMap((o) => o.allSentences);
  return {
    tram50: {
      sentence: figures(outcomes.flatMap(({ sentences }) => sentences)),
      document: documentFigures(outcomes.map(({ document }) => document)),
    },
    all_techniques: { sentence: figures(allSentences), document: documentFigures(all) },
    folded_to_parents: {
      sentence: figures(allSentences.map(parents)),
      document: documentFigures(all.map(parents)),
    },
    calibration: calibrationOf(outcomes.flatMap(({ pairs }) => pairs)),
  };
}

function figures(pairs: readonly Compared[]) {
  const micro = qualityOf(total(pairs.map(({ found, gold }) => compare(found, gold))));
  return { ...micro, macro_f1: macroF1(pairs) };
}

function documentFigures(pairs: readonly Compared[]) {
  const tallies = pairs.map(({ found, gold }) => compare(found, gold));
  const marked = tallies.filter((_, at) => (pairs[at]?.gold.size ?? 0) > 0);
  return {
    ...figures(pairs),
    per_document_f1: mean(marked.map((tally) => qualityOf(tally).f1)),
    interval_95: bootstrap(tallies),
  };
}

/** Over all candidates, over those of at least 0.1, and how often 0.7 or more is right. */
function calibrationOf(pairs: readonly Pair[]) {
  const known = pairs.map(({ probability: p, isTrue }) => ({ p, isTrue }));
  const sure = known.filter(({ p }) => p >= 0.7);
  return {
    expected_error: calibrationError(known),
    expected_error_from_0_1: calibrationError(known.filter(({ p }) => p >= 0.1)),
    precision_from_0_7: sure.filter(({ isTrue }) => isTrue).length / Math.max(1, sure.length),
    count_from_0_7: sure.length,
  };
}
