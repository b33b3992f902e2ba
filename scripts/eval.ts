/**
 * `npm run eval [-- --only traps|leads|observables] [--out <file>]`: how good the embedded analyser is, on traps
 * of our own and on the data that `npm run data` fetches. Half of TRAM's reports is scored, split by a
 * hash of the title; calibration, thresholds and, where it says so, weights come from the other half.
 * `--only traps` takes seconds and needs no data; `--only leads` measures how well the groups behind
 * reports are found, and `--only observables` how well observables are, on the labelled set and, where the
 * data is there, on the advisories. Prints tables, writes JSON.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { decodeModel, encodeModel } from "../src/reading/analyser/model/model-file.ts";
import type { Weights } from "../src/reading/analyser/model/score-sentence.ts";
import { readCorpus } from "../src/reading/analyser/model/training-corpus.ts";
import { trainSmallWeights } from "../src/reading/analyser/model/train-small-weights.ts";
import { trainWeights } from "../src/reading/analyser/model/train-weights.ts";
import { halfOf, readReport, readReports, type Report } from "./model/labelled-reports.ts";
import { baselineOf, outcomeOf, summarise } from "./model/measure.ts";
import { printAboveBar } from "../src/selfhost/progress.mjs";
import { SEED } from "../src/knowledge/attack/vocabulary.ts";
import { dataFolder, releasePath } from "./data/data-folder.ts";
import { readAdvisories } from "./model/advisories.ts";
import { measureAdvisories } from "./model/measure-advisories.ts";
import { measureDomains } from "./model/measure-domains.ts";
import { measureLeads, showLeads } from "./model/measure-leads.ts";
import { measureTemporal } from "./model/measure-temporal.ts";
import { measureTraps } from "./model/measure-traps.ts";
import { indexOf, readBundleFile } from "./model/read-bundle.ts";
import { showTraps } from "./model/show-traps.ts";
import { readAdvisoryCases, readWrittenCases } from "./observables/labelled-cases.ts";
import { measureObservables, showObservables } from "./observables/measure.ts";
import { openReader } from "./observables/read-text.ts";
import { startSteps } from "./model/steps.ts";
import { calibrate, REPORT_STEPS, trainWithReports, type Trained } from "./model/train-model.ts";
import { tramSpace } from "./model/tram-classes.ts";

const DATA = dataFolder();
/** The releases that models are trained on: the shipped one, and the one before it. */
const RELEASES = [SEED.version, "18.1"] as const;
const SCORED = 0;

const { values } = parseArgs({
  options: { out: { type: "string", default: ".build/eval.json" }, only: { type: "string" } },
});
const ALONE = ["traps", "leads", "observables"];
if (values.only !== undefined && !ALONE.includes(values.only)) {
  throw new Error(`What can be measured alone is ${ALONE.join(", ")}, not ${values.only}.`);
}
const NEEDS_NO_DATA = values.only === "traps" || values.only === "observables";
if (!NEEDS_NO_DATA && !existsSync(DATA)) {
  throw new Error(
    `The data to measure on is not there: ${DATA}. Fetch it with: npm run data. ` +
      "What needs none: npm run eval -- --only traps",
  );
}

function write(result: object): void {
  mkdirSync(dirname(values.out), { recursive: true });
  writeFileSync(values.out, `${JSON.stringify(result, null, 2)}\n`);
  console.log(`Wrote ${values.out}.`);
}

if (values.only === "observables") {
  const cases = [...readWrittenCases(), ...(await readAdvisoryCases(DATA))];
  const figures = measureObservables(cases, openReader());
  console.log(showObservables(figures));
  write({
    cases: cases.length,
    kinds: Object.fromEntries(figures.kinds),
    confidence: Object.fromEntries(figures.confidence),
    faults: figures.faults,
  });
  process.exit(0);
}
if (values.only === "leads") {
  const leads = await measureLeads(DATA);
  console.log(showLeads(leads));
  write({ leads });
  process.exit(0);
}
const traps = await measureTraps();
console.log(showTraps(traps));
if (values.only === "traps") {
  // All else reads the data as it goes.
  write({ traps });
  process.exit(0);
}

/** Reading, two models, the halves with their methods, and what is measured after them. */
const HALF_STEPS = 2 + REPORT_STEPS + 1;
const steps = startSteps("Evaluating", 3 + 2 * HALF_STEPS + 5);
steps.next("reading the releases and reports");
const [content, older] = await Promise.all(
  RELEASES.map((version) => readBundleFile(join(DATA, releasePath(SEED.domain, version)))),
);
if (content === undefined || older === undefined) throw new Error("there are two releases");
const release = indexOf(content);
const corpus = readCorpus(content);
const space = tramSpace(release);
const reports = readReports(join(DATA, "tram", "documents.jsonl.gz"), release);
steps.next("weights");
const weights = trainWeights(corpus);
steps.next("small model");
const smallStart = performance.now();
const small = trainSmallWeights(corpus);
const smallSeconds = (performance.now() - smallStart) / 1000;

/** Every method, fitted on the reports of one half. */
function fitMethods(fitted: readonly Report[]): Record<string, Trained> {
  const calibrated = (name: string, given: Weights) => {
    steps.next(name);
    return calibrate(given, fitted, space);
  };
  return {
    small_model: calibrated("small model", small),
    attack_alone: calibrated("ATT&CK alone", weights),
    with_reports: trainWithReports(corpus, fitted, space, steps),
  };
}

function measureHalf(scored: number) {
  const trained = fitMethods(reports.filter((report) => halfOf(report) !== scored));
  const rest = reports.filter((report) => halfOf(report) === scored);
  steps.next("scoring");
  const baseline = { name: "ids_and_names", outcomes: rest.map((one) => baselineOf(one, space)) };
  const rows = Object.entries(trained).map(([name, method]) => ({
    name,
    outcomes: rest.map((report) => outcomeOf(method, report, space)),
  }));
  const figures = [baseline, ...rows].map(({ name, outcomes }) => ({
    name,
    figures: summarise(outcomes),
  }));
  return { trained, figures };
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

function print(title: string, rows: ReturnType<typeof measureHalf>["figures"]): void {
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

function printAdvisories(): void {
  console.log(`\n${advisories.length} advisories with ATT&CK tables, ids and tables taken out`);
  for (const [name, { all, parents }] of Object.entries(onAdvisories)) {
    const show = ({ precision, recall, f1 }: typeof all) =>
      `P${percent(precision)} R${percent(recall)} F1${percent(f1)}`;
    console.log(`${name.padEnd(14)} | all: ${show(all)} | parents: ${show(parents)}`);
  }
}

const main = measureHalf(SCORED);
printAboveBar(() => print("Scored half", main.figures));
const swapped = measureHalf(1 - SCORED);
printAboveBar(() =>
  print("The other half scored (to see how much the split matters)", swapped.figures),
);
steps.next("advisories");
const advisories = await readAdvisories(join(DATA, "reports"), release);
const onAdvisories = Object.fromEntries(
  Object.entries(main.trained).map(([name, trained]) => [
    name,
    measureAdvisories(trained, advisories, space),
  ]),
);
if (advisories.length > 0) printAboveBar(printAdvisories);
steps.next("newer release");
const temporal = measureTemporal(older, content);
steps.next("other domains");
const domains = await measureDomains(DATA, main.trained["small_model"]);
steps.next("speed");
const speed = measureSpeed();
steps.next("leads");
const leads = await measureLeads(DATA);
steps.end();
console.log(showLeads(leads));
console.log(`\nTrained on ${older.version}, new in ${content.version}:`, JSON.stringify(temporal));
console.log("Small models of other domains, their own procedure texts:", JSON.stringify(domains));
console.log("Speed:", JSON.stringify(speed));
const json = {
  scored_reports: reports.filter((r) => halfOf(r) === SCORED).length,
  main: main.figures,
  swapped: swapped.figures,
  advisories: onAdvisories,
};
write({ ...json, temporal, domains, speed, leads, traps });
