/**
 * Writes the trained model that the repository ships for one release:
 *   npm run train -- <bundle.json|.json.gz> [--calibrate <documents.jsonl.gz>] [--examples <documents.jsonl.gz>]
 *     [--out <file>]
 * `--calibrate` fits the calibration on labelled reports (TRAM's form), `--examples` learns weights from them
 * too, and is calibrated on where `--calibrate` is not given. Without either, a calibration is carried over from
 * the shipped model, if there is one. With reports it also writes
 * `small-calibration.bin` beside the model, for the small models of other releases and domains. Our own sentences
 * and the word vectors are taken from `scripts/model`. Same input, same bytes.
 *   npm run train -- <bundle> --examples <documents.jsonl.gz> --rows <folder>
 * writes what the encoder is trained on; `scripts/model/encoder/train_encoder.py` says what comes then.
 *   npm run train -- --words <file>
 * lists the words to have vectors of; `scripts/model/encoder/write_word_vectors.py` says what comes then.
 *   npm run train -- --kinds [--manuals <folder>]
 * writes `assets/models/document-kind.bin`, which tells threat reports from other texts.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { SEED } from "../src/knowledge/attack/vocabulary.ts";
import { decodeModel, encodeModel } from "../src/reading/analyser/model/model-file.ts";
import { encodeCalibration } from "../src/reading/analyser/model/calibration-file.ts";
import { trainSmallWeights } from "../src/reading/analyser/model/train-small-weights.ts";
import { dataFolder } from "./data/data-folder.ts";
import { readDenseReports, type Report } from "./model/labelled-reports.ts";
import { learnWeights } from "./model/learn.ts";
import { writeRows } from "./model/encoder/write-rows.ts";
import { writeWords } from "./model/encoder/write-words.ts";
import { kindMaskOf } from "../src/reading/document-kind/chunk-features.ts";
import { encodeKindModel } from "../src/reading/document-kind/kind-model.ts";
import { readTrainingTexts } from "./model/document-kinds/read-texts.ts";
import { toSamples, trainKinds } from "./model/document-kinds/train-kinds.ts";
import { shippedRelease } from "./model/shipped.ts";
import { readSource } from "./model/read-source.ts";
import { startSteps } from "./model/steps.ts";
import {
  calibrateFolds,
  calibrateSmall,
  TRAIN_STEPS,
  trainFolds,
  type Trained,
} from "./model/train-model.ts";
import { tramSpace } from "./model/tram-classes.ts";

const KINDS = "assets/models/document-kind.bin";
const SHIPPED = `assets/models/${SEED.domain}-${SEED.version}.bin`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    calibrate: { type: "string" },
    examples: { type: "string" },
    rows: { type: "string" },
    out: { type: "string" },
    words: { type: "string" },
    kinds: { type: "boolean" },
    manuals: { type: "string" },
  },
});

/** Trains and writes the model of one release, and the small calibration where there are reports. */
async function writeModel(bundle: string): Promise<void> {
  const labelled = values.calibrate ?? values.examples;
  const steps = startSteps("Training", labelled === undefined ? 2 : TRAIN_STEPS + 2);
  steps.next("reading the bundle");
  const { release, source } = await readSource(bundle);
  const space = tramSpace(release);
  const reportsOf = (path: string | undefined): Report[] =>
    path === undefined ? [] : readDenseReports(path, release);
  const calibrated = reportsOf(labelled);
  const folded =
    labelled === undefined ? null : trainFolds(source, reportsOf(values.examples), steps);
  const train = (): Trained => {
    if (folded !== null) return calibrateFolds(folded, source, calibrated, space, steps);
    if (!existsSync(SHIPPED)) throw new Error(`Give --calibrate; ${SHIPPED} is not there.`);
    steps.next("weights");
    const { calibration } = decodeModel(readFileSync(SHIPPED));
    return { weights: learnWeights(source, [], undefined, source.encoders.whole), calibration };
  };
  const { domain, version } = source.content;
  const { weights, calibration } = train();
  const bytes = encodeModel({ ...weights, domain, version, calibration });
  const target = values.out ?? `assets/models/${domain}-${version}.bin`;
  const written = [target];
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, bytes);
  if (folded !== null) {
    steps.next("small model");
    const smallWeights = trainSmallWeights(source.corpus);
    const small = calibrateSmall(smallWeights, folded, source, calibrated, space);
    const path = join(dirname(target), "small-calibration.bin");
    writeFileSync(path, encodeCalibration(small.calibration));
    written.push(path);
  }
  steps.end();
  const gzipped = gzipSync(bytes, { level: 9 }).length;
  console.log(`Wrote ${written.join(" and ")}: ${bytes.length} bytes, ${gzipped} gzipped.`);
}

/** Writes what the encoder is trained on. */
async function writeEncoderRows(bundle: string, folder: string): Promise<void> {
  const { release, source } = await readSource(bundle);
  const reports = values.examples === undefined ? [] : readDenseReports(values.examples, release);
  console.log(`Wrote ${folder}: ${writeRows(source, reports, folder)} texts.`);
}

const started = performance.now();
const [bundle] = positionals;
if (values.kinds === true) {
  const model = trainKinds(
    toSamples(readTrainingTexts(dataFolder(), values.manuals), kindMaskOf(shippedRelease())),
  );
  writeFileSync(KINDS, encodeKindModel(model));
  console.log(`Wrote ${KINDS}: ${model.keys.length} features.`);
} else if (values.words !== undefined) {
  const count = await writeWords(dataFolder(), values.words);
  console.log(`Wrote ${values.words}: ${count} words.`);
} else if (bundle === undefined) {
  throw new Error("Usage: npm run train -- <bundle.json|.json.gz> [options]");
} else if (values.rows !== undefined) await writeEncoderRows(bundle, values.rows);
else await writeModel(bundle);
console.log(`That took ${((performance.now() - started) / 1000).toFixed(0)} s.`);
