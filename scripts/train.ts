/**
 * Writes the trained model that the repository ships for one release:
 *   npm run train -- <bundle.json|.json.gz> [--calibrate <documents.jsonl.gz>] [--examples <documents.jsonl.gz>]
 *     [--half <0|1>] [--out <file>]
 * `--calibrate` fits the calibration on labelled reports (TRAM's form), `--examples` learns weights
 * from them too. Without either, a calibration is carried over from the shipped model, if there is one.
 * Reports also calibrate the small models that the Worker builds itself (small-calibration.json).
 * `--half` uses only the reports of one half. Same input, same bytes.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { decodeModel, encodeModel } from "../src/analysis/embedded/model/artifact.ts";
import { encodeCalibration } from "../src/analysis/embedded/model/calibrate.ts";
import { readCorpus } from "../src/analysis/embedded/model/examples.ts";
import { trainSmallWeights } from "../src/analysis/embedded/model/train-small.ts";
import { trainWeights } from "../src/analysis/embedded/model/train-weights.ts";
import { halfOf, readReports } from "./model/labelled-reports.ts";
import { indexOf, readBundleFile } from "./model/read-bundle.ts";
import { calibrate, trainWithReports, type Trained } from "./model/train-model.ts";
import { tramSpace } from "./model/tram-classes.ts";

const SHIPPED = "assets/models/enterprise-attack-18.1.bin";
const SMALL = "small-calibration.json";

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
const content = await readBundleFile(bundle);
const release = indexOf(content);
const corpus = readCorpus(content);

const reportsOf = (path: string) =>
  readReports(path, release).filter(
    (report) => values.half === undefined || halfOf(report) === Number(values.half),
  );

const space = tramSpace(release);
const labelled = values.examples ?? values.calibrate;
const reports = labelled === undefined ? [] : reportsOf(labelled);

function train(): Trained {
  if (values.examples !== undefined) return trainWithReports(corpus, reports, space);
  const weights = trainWeights(corpus);
  if (reports.length > 0) return calibrate(weights, reports, space);
  if (!existsSync(SHIPPED)) throw new Error(`Give --calibrate; ${SHIPPED} is not there.`);
  return { weights, calibration: decodeModel(readFileSync(SHIPPED)).calibration };
}

const { domain, version } = content;
const { weights, calibration } = train();
const bytes = encodeModel({ ...weights, domain, version, calibration });
const target = values.out ?? `assets/models/${domain}-${version}.bin`;
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, bytes);
if (reports.length > 0) {
  // What the small models share that the Worker builds for releases without trained weights.
  const small = calibrate(trainSmallWeights(corpus), reports, space);
  writeFileSync(join(dirname(target), SMALL), encodeCalibration(small.calibration));
}
const seconds = ((performance.now() - started) / 1000).toFixed(0);
const gzipped = gzipSync(bytes, { level: 9 }).length;
console.log(`Wrote ${target}: ${bytes.length} bytes, ${gzipped} gzipped, in ${seconds} s.`);
