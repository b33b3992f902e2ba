import type { ReleaseContent } from "../../knowledge/attack/release-content.ts";
import { yieldToOthers } from "../../platform/lib/yield-to-others.ts";
import type { AnalyserDeps } from "./deps.ts";
import { encodeModel } from "./model/model-file.ts";
import { decodeCalibration } from "./model/calibration-file.ts";
import { readCorpusSteps } from "./model/training-corpus.ts";
import { trainSmallSteps } from "./model/train-small-weights.ts";

/** Fitted on small models by `npm run train`; what it learned of scores holds for every domain. */
const CALIBRATION = "/models/small-calibration.bin";

/**
 * Builds the small model of a release that no weights were trained on, for the techniques that the trained
 * ones do not know. A release without texts, like the shipped facts, gives none.
 */
export async function buildSmallModel(
  deps: AnalyserDeps,
  releaseId: number,
  content: ReleaseContent,
): Promise<void> {
  const { domain, version } = content;
  if (!content.uses.some(({ description }) => description !== null)) return;
  if (await deps.models.isShipped(domain, version)) return;
  const corpus = await runSteps(readCorpusSteps(content));
  const weights = await runSteps(trainSmallSteps(corpus));
  const file = await deps.readAsset(CALIBRATION);
  const calibration = decodeCalibration(new Uint8Array(await file.arrayBuffer()));
  await deps.models.put(releaseId, encodeModel({ ...weights, domain, version, calibration }));
}

/** Lets others be served between the steps. */
async function runSteps<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await yieldToOthers();
  }
}
