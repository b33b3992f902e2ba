import type { ReleaseContent } from "../../knowledge/attack/release-content.ts";
import { yieldToOthers } from "../../platform/lib/yield-to-others.ts";
import type { AnalyserDeps } from "./deps.ts";
import { encodeModel } from "./model/model-file.ts";
import { decodeCalibration } from "./model/calibration-file.ts";
import { readCorpusSteps } from "./model/training-corpus.ts";
import { trainSmallSteps } from "./model/train-small-weights.ts";

/** Calibration fitted on small models by `npm run train`. Its scores apply to every domain. */
const CALIBRATION = "/models/small-calibration.bin";

/**
 * Builds the small model of a release without trained weights, for the techniques that the trained models do not know.
 * Returns no model for a release without texts, such as the bundled facts.
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

/** Yields to other requests between the steps. */
async function runSteps<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await yieldToOthers();
  }
}
