/**
 * `npm run eval [-- --out <file>]`: how good the embedded analyser is, on the data in `../shared/data`. Half of TRAM's
 * reports is scored, split by a hash of the title; calibration, thresholds and, where it says so,
 * weights come from the other half. Prints a table, writes JSON.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { decodeModel, encodeModel } from "../src/analysis/embedded/model/artifact.ts";
import { readCorpus } from "../src/analysis/embedded/model/examples.ts";
import { trainSmallWeights } from "../src/analysis/embedded/model/train-small.ts";
import { trainWeights } from "../src/analysis/embedded/model/train-weights.ts";
import { halfOf, readReport, readReports, type Report } from "./model/labelled-reports.ts";
import { baselineOf, outcomeOf, summarise, type Outcome } from "./model/measure.ts";
import { measureTemporal } from "./model/measure-temporal.ts";
import { indexOf, readBundleFile } from "./model/read-bundle.ts";
import { calibrate, trainWithReports, type Trained } from "./model/train-model.ts";
import { tramSpace } from "./model/tram-classes.ts";

const DATA = join(import.meta.dirname, "..", "..", "shared", "data");
const ENTERPRISE = join(DATA, "attack", "enterprise-attack");
const SCORED = 0;

const { values } = parseArgs({ options: { out: { type: "string", default: ".build/eval.json" } } });
if (!existsSync(DATA)) throw new Error(`The data to measure on is not there: ${DATA}`);

const content = await readBundleFile(join(ENTERPRISE, "enterprise-attack-18.1.json.gz"));
const older = await readBundleFile(join(ENTERPRISE, "enterprise-attack-17.1.json.gz"));
const release = indexOf(content);
const corpus = readCorpus(content);
const space = tramSpace(release);
const reports = readReports(join(DATA, "tram", "documents.jsonl.gz"), release);
const weights = trainWeights(corpus);
const smallStart = performance.now();
const small = trainSmallWeights(corpus);
const smallSeconds = (performance.now() - smallStart) / 1000;

/** Every method, fitted on the reports of one half and applied to the other. */
function methods(fitted: readonly Report[]): Record<string, (report: Report) => Outcome> {
  const by = (trained: Trained) => (report: Report) => outcomeOf(trained, report, space);
  return {
    ids_and_names: (report) => baselineOf(report, space),
    small_model: by(calibrate(small, fitted, space)),
    attack_alone: by(calibrate(weights, fitted, space)),
    with_reports: by(trainWithReports(corpus, fitted, space)),
  };
}

function measureHalf(scored: number) {
  const fitted = reports.filter((report) => halfOf(report) !== scored);
  const rest = reports.filter((report) => halfOf(report) === scored);
  return Object.entries(methods(fitted)).map(([name, method]) => ({
    name,
    figures: summarise(rest.map(method)),
  }));
}

function measureSpeed() {
  const some = reports.slice(0, 40);
  const count = some.reduce((sum, { sentences }) => sum + sentences.length, 0);
  const start = performance.now();
  for (const report of some) readReport(report, weights);
  const perSentence = (performance.now() - start) / count;
  const { calibration } = calibrate(weights, reports.slice(0, 12), space);
  const bytes = encodeModel({ ...weights, domain: "", version: "", calibration });
  const decodeStart = performance.now();
  decodeModel(bytes);
  return {
    ms_per_sentence: perSentence,
    decode_ms: performance.now() - decodeStart,
    bytes: bytes.length,
    small_model_seconds: smallSeconds,
  };
}

const percent = (value: number) => (100 * value).toFixed(1).padStart(6);

function print(title: string, rows: ReturnType<typeof measureHalf>): void {
  console.log(`\n${title}`);
  console.log(
    "method         | 50: sent F1 | doc P    R     F1  per-doc  95 %        | ECE   p>=.7 | all: sent  doc  | parents: sent  doc",
  );
  for (const { name, figures } of rows) {
    const { tram50, all_techniques: all, folded_to_parents: parents, calibration } = figures;
    const doc = tram50.document;
    const interval = doc.interval_95.map((v) => percent(v).trim()).join("-");
    console.log(
      `${name.padEnd(14)} | ${percent(tram50.sentence.f1)}      |${percent(doc.precision)}${percent(doc.recall)}${percent(doc.f1)}` +
        `${percent(doc.per_document_f1)}  ${interval.padEnd(12)}|${calibration.expected_error.toFixed(3)} ${percent(calibration.precision_from_0_7)}` +
        ` |${percent(all.sentence.f1)}${percent(all.document.f1)} |${percent(parents.sentence.f1)}${percent(parents.document.f1)}`,
    );
  }
}

const main = measureHalf(SCORED);
print("Scored half", main);
const swapped = measureHalf(1 - SCORED);
print("The other half scored (to see how much the split matters)", swapped);
const temporal = measureTemporal(older, content);
const speed = measureSpeed();
console.log("\nTrained on 17.1, procedures new in 18.1:", JSON.stringify(temporal));
console.log("Speed:", JSON.stringify(speed));
mkdirSync(dirname(values.out), { recursive: true });
const json = { scored_reports: reports.filter((r) => halfOf(r) === SCORED).length, main, swapped };
writeFileSync(values.out, `${JSON.stringify({ ...json, temporal, speed }, null, 2)}\n`);
console.log(`Wrote ${values.out}.`);
