import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { AsideReason } from "../recognition/acts/aside-reasons.ts";
import type { TechniqueMention } from "../recognition/detectors.ts";
import type { ClassJudge } from "./judge-classes.ts";
import type { Model } from "./model/model-file.ts";
import { thresholdFor } from "./model/calibrate.ts";
import { reportBetween } from "./report-between.ts";
import { searchFrom, type Strictness } from "./strictness.ts";
import {
  type Classified,
  classifySteps,
  type Reported,
  reportTechniques,
  type ScoredUnit,
} from "./model/score-document.ts";
import type { DocumentReader } from "./model/document-reader.ts";
import type { Hit } from "./model/signals.ts";
import { sentenceAt, type Sentence } from "../../text/sentences/sentences.ts";

/** A technique that the model reports. `unit` is the class or family that it was found in. */
export interface ModelFinding {
  /** The model that judged it. */
  model: Model;
  attack_id: string;
  /** Calibrated, 0..1. */
  probability: number;
  unit: ScoredUnit;
}

/** A technique whose supporting sentences all describe no adversary activity, with the best of them. */
export interface ModelAside {
  attack_id: string;
  sentence: number;
  reason: AsideReason;
}

/** The model's results for a document. Contains only techniques of the release. */
export interface ModelReading {
  findings: ModelFinding[];
  /** Findings that a threshold below the model's default adds, likeliest first. */
  weaker: ModelFinding[];
  aside: ModelAside[];
  /** Below the threshold, likeliest first. */
  candidates: ModelFinding[];
}

/** Probability from which one sentence alone supports a technique. */
const BEARS_OUT = 0.2;
/** Minimum probability of a candidate. */
const CANDIDATE = 0.02;
const MAX_CANDIDATES = 10;

/** Groups printed ids and names by sentence. Revoked techniques are replaced by their successors. */
export function groupHitsBySentence(
  mentions: readonly TechniqueMention[],
  sentences: readonly Sentence[],
  release: ReleaseIndex,
): Map<number, Hit[]> {
  const hits = new Map<number, Hit[]>();
  for (const { attack_id, confidence, hit, start } of mentions) {
    // The model is trained on ids and names only.
    if (hit === null || hit.kind === "command") continue;
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
 * Classifies a document after the reader has processed all its sentences. Reports a technique if the sentences about
 * adversary activity reach the threshold, or if all sentences do and at least one about activity supports it.
 * @param judge returns why a sentence describes no adversary activity
 * @param strictness may lower the threshold
 * @param pause yields to other requests
 */
export async function classifyDocument(
  reader: DocumentReader,
  model: Model,
  release: ReleaseIndex,
  judge: ClassJudge,
  strictness: Strictness,
  pause: () => Promise<void>,
): Promise<ModelReading> {
  const { calibration, taxonomy } = model;
  const reading = reader.finish();
  const isAside = (sentence: number, c: number) => judge(sentence, c) !== null;
  const steps = classifySteps(reading, calibration, taxonomy, isAside);
  const { all, standing } = await runSteps(steps, pause);
  const threshold = thresholdFor(calibration, reading.sentences);
  const isActive = ({ attack_id }: Reported) => release.techniques.has(attack_id);
  const borne = all === standing ? standing : bearOut(all, standing, threshold);
  const findings = reportTechniques(borne, threshold, taxonomy).filter(isActive);
  const found = new Set(findings.map(({ unit }) => taxonomy.parent[unit.c] ?? 0));
  const ids = new Set(findings.map(({ attack_id }) => attack_id));
  const aside = reportTechniques(all, threshold, taxonomy)
    .filter(isActive)
    .filter(({ attack_id, unit }) => !ids.has(attack_id) && !(unit.isFamily && found.has(unit.c)))
    .flatMap(({ attack_id, unit }): ModelAside[] => {
      const { sentence } = unit.sentences[0] ?? { sentence: 0 };
      const reason = judge(sentence, unit.c);
      return reason === null ? [] : [{ attack_id, sentence, reason }];
    });
  const taken = new Set([...ids, ...aside.map(({ attack_id }) => attack_id)]);
  const open = (reported: readonly Reported[]) =>
    reported
      .filter(isActive)
      .filter(({ attack_id, probability }) => !taken.has(attack_id) && probability < threshold)
      .filter(({ unit }) => !found.has(unit.c))
      // Low-scoring candidates have not been checked for adversary activity yet.
      .filter(({ unit }) => !isAside(unit.sentences[0]?.sentence ?? 0, unit.c));
  const from = Math.max(CANDIDATE, searchFrom(threshold, strictness));
  const weaker = open(reportBetween(standing, from, threshold, taxonomy));
  for (const { attack_id, unit } of weaker) {
    taken.add(attack_id);
    found.add(taxonomy.parent[unit.c] ?? 0);
  }
  const candidates = open(reportTechniques(standing, CANDIDATE, taxonomy));
  const byModel = (reported: readonly Reported[]) => reported.map((one) => ({ ...one, model }));
  return {
    findings: byModel(findings),
    weaker: byModel(weaker),
    aside,
    candidates: byModel(candidates.slice(0, MAX_CANDIDATES)),
  };
}

/** Merges the results of models that judge different techniques of one document. */
export function joinReadings(readings: readonly ModelReading[]): ModelReading {
  const join = (of: (reading: ModelReading) => readonly ModelFinding[]) =>
    readings.flatMap(of).sort((a, b) => b.probability - a.probability);
  return {
    findings: join(({ findings }) => findings),
    weaker: join(({ weaker }) => weaker),
    aside: readings.flatMap(({ aside }) => aside),
    candidates: join(({ candidates }) => candidates).slice(0, MAX_CANDIDATES),
  };
}

/** Adds techniques that all sentences together support, if one sentence about adversary activity supports them too. */
function bearOut(
  all: Classified["all"],
  standing: Classified["standing"],
  threshold: number,
): ScoredUnit[] {
  const keyOf = ({ c, isFamily }: ScoredUnit) => (isFamily ? -c : c);
  const byAll = new Map(all.map((unit) => [keyOf(unit), unit.probability]));
  return standing.map((unit) => {
    const isSure = (byAll.get(keyOf(unit)) ?? 0) >= threshold;
    const best = unit.sentences[0]?.probability ?? 0;
    const isBorneOut = isSure && unit.probability < threshold && best >= BEARS_OUT;
    return isBorneOut ? { ...unit, probability: threshold } : unit;
  });
}

async function runSteps(
  steps: Generator<void, Classified>,
  pause: () => Promise<void>,
): Promise<Classified> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await pause();
  }
}
