import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { TechniqueMention } from "../recognition/detectors.ts";
import type { Model } from "./model/model-file.ts";
import { thresholdFor } from "./model/calibrate.ts";
import { type ScoredUnit, classifySteps, reportTechniques } from "./model/score-document.ts";
import type { DocumentReader } from "./model/document-reader.ts";
import type { Hit } from "./model/signals.ts";
import { sentenceAt, type Sentence } from "../recognition/sentences.ts";

/** A technique that the model reports; `unit` is what it was found in. */
export interface ModelFinding {
  attack_id: string;
  /** Calibrated, 0..1. */
  probability: number;
  /** Index of the sentence that is the best evidence. */
  sentence: number;
  unit: ScoredUnit;
}

/** Printed ids and names by sentence, those of revoked techniques as their successors'. */
export function groupHitsBySentence(
  mentions: readonly TechniqueMention[],
  sentences: readonly Sentence[],
  release: ReleaseIndex,
): Map<number, Hit[]> {
  const hits = new Map<number, Hit[]>();
  for (const { attack_id, confidence, hit, start } of mentions) {
    if (hit === null) continue;
    const id = release.replacements.get(attack_id) ?? attack_id;
    const at = sentenceAt(sentences, start);
    const found = { attack_id: id, kind: hit.kind, strength: confidence };
    const known = hits.get(at);
    if (known === undefined) hits.set(at, [found]);
    else known.push(found);
  }
  return hits;
}

/**
 * The techniques of a document all of whose sentences the reader has read; only those that the release has.
 * @param pause lets others run in between
 */
export async function classifyDocument(
  reader: DocumentReader,
  { calibration, taxonomy }: Model,
  release: ReleaseIndex,
  pause: () => Promise<void>,
): Promise<ModelFinding[]> {
  const reading = reader.finish();
  const units = await runSteps(classifySteps(reading, calibration, taxonomy), pause);
  return reportTechniques(units, thresholdFor(calibration, reading.sentences), taxonomy)
    .filter(({ attack_id }) => release.techniques.has(attack_id))
    .map(({ attack_id, probability, unit }) => ({
      attack_id,
      probability,
      sentence: unit.sentences[0]?.sentence ?? 0,
      unit,
    }));
}

async function runSteps(
  steps: Generator<void, ScoredUnit[]>,
  pause: () => Promise<void>,
): Promise<ScoredUnit[]> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await pause();
  }
}
