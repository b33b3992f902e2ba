/**
 * Writes the trained model that the repository ships for one release:
 *   npm run train -- <bundle.json|.json.gz> [--calibrate <documents.jsonl.gz>] [--examples <documents.jsonl.gz>]
 *     [--half <0|1>] [--out <file>]
 * `--calibrate` fits the calibration on labelled reports (TRAM's form), `--examples` learns weights
 * from them too. Without either, a calibration is carried over from the shipped model, if there is one.
 * `--half` uses only the reports of one half. With reports it also writes `small-calibration.bin` beside the
 * model, for the small models of other releases and domains. Same input, same bytes.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { SEED } from "../src/knowledge/attack/vocabulary.ts";
import { decodeModel, encodeModel } from "../src/reading/analyser/model/model-file.ts";
import { readCorpus } from "../src/reading/analyser/model/training-corpus.ts";
import { encodeCalibration } from "../src/reading/analyser/model/calibration-file.ts";
import { trainSmallWeights } from "../src/reading/analyser/model/train-small-weights.ts";
import { trainWeights } from "../src/reading/analyser/model/train-weights.ts";
import { printAboveBar } from "../src/selfhost/progress.mjs";
import { halfOf, readReports } from "./model/labelled-reports.ts";
import { indexOf, readBundleFile } from "./model/read-bundle.ts";
import { startSteps } from "./model/steps.ts";
import { calibrate, REPORT_STEPS, trainWithReports, type Trained } from "./model/train-model.ts";
import { tramSpace } from "./model/tram-classes.ts";

const SHIPPED = `assets/models/${SEED.domain}-${SEED.version}.bin`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    calibrate: { type: "string" },
    examples: { type: "string" },
    half: { type: "string" },
    out: { type: "string" },
  },
});
const [bundle] = positionals;
if (bundle === undefined)
  throw new Error("Usage: npm run train -- <bundle.json|.json.gz> [options]");
const started = performance.now();
const labelled = values.examples ?? values.calibrate;
const trainSteps = values.examples === undefined ? 1 : REPORT_STEPS;
const calibrationSteps = [values.calibrate, labelled].filter(Boolean).length;
const steps = startSteps("Training", 1 + trainSteps + calibrationSteps);
steps.next("reading the bundle");
const content = await readBundleFile(bundle);
const release = indexOf(content);
const corpus = readCorpus(content);

const reportsOf = (path: string) =>
  readReports(path, release).filter(
    (report) => values.half === undefined || halfOf(report) === Number(values.half),
  );

function train(): Trained {
  const space = tramSpace(release);
  if (values.examples !== undefined) {
    return trainWithReports(corpus, reportsOf(values.examples), space, steps);
  }
  steps.next("weights");
  const weights = trainWeights(corpus);
  if (values.calibrate !== undefined) {
    steps.next("calibration");
    return calibrate(weights, reportsOf(values.calibrate), space);
  }
  if (!existsSync(SHIPPED)) throw new Error(`Give --calibrate; ${SHIPPED} is not there.`);
  return { weights, calibration: decodeModel(readFileSync(SHIPPED)).calibration };
}

const { domain, version } = content;
const { weights, calibration } = train();
const bytes = encodeModel({ ...weights, domain, version, calibration });
const target = values.out ?? `assets/models/${domain}-${version}.bin`;
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, bytes);
if (labelled !== undefined) {
  steps.next("small model");
  const small = calibrate(trainSmallWeights(corpus), reportsOf(labelled), tramSpace(release));
  const path = join(dirname(target), "small-calibration.bin");
  writeFileSync(path, encodeCalibration(small.calibration));
  printAboveBar(() => console.log(`Wrote ${path}.`));
}
steps.end();
const seconds = ((performance.now() - started) / 1000).toFixed(0);
const gzipped = gzipSync(bytes, { level: 9 }).length;
console.log(`Wrote ${target}: ${bytes.length} bytes, ${gzipped} gzipped, in ${seconds} s.`);
