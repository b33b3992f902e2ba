import { decodeModel, encodeModel } from "../../../src/reading/analyser/model/model-file.ts";
import { readReport, type Report } from "../labelled-reports.ts";
import type { Trained } from "../train-model.ts";

/** Reports that are read to measure by. */
const READ = 40;

/** How long a sentence takes, how large the model is as a file, and how long it takes to decode. */
export function measureSpeed({ weights, calibration }: Trained, reports: readonly Report[]) {
  const some = reports.slice(0, READ);
  const count = some.reduce((sum, { sentences }) => sum + sentences.length, 0);
  const start = performance.now();
  for (const report of some) readReport(report, weights, calibration.acts);
  const perSentence = (performance.now() - start) / count;
  const bytes = encodeModel({ ...weights, domain: "", version: "", calibration });
  const decodeStart = performance.now();
  decodeModel(bytes);
  return {
    ms_per_sentence: perSentence,
    decode_ms: performance.now() - decodeStart,
    bytes: bytes.length,
  };
}
