import { chunkFeatures } from "../../../src/reading/document-kind/chunk-features.ts";
import { cutChunks } from "../../../src/reading/document-kind/cut-chunks.ts";
import type { KindModel } from "../../../src/reading/document-kind/kind-model.ts";
import { DOCUMENT_KINDS } from "../../../src/reading/document-kind/schema.ts";
import type { NameMask } from "../../../src/reading/analyser/model/name-mask.ts";
import { seededRandom } from "../../../src/reading/analyser/model/seeded-random.ts";
import { createSoftmax, trainEpoch } from "../../../src/reading/analyser/model/train-softmax.ts";
import { INPUT_SCALE } from "../../../src/reading/analyser/model/score-sentence.ts";
import { buildKeyTable, countKeys, toVector } from "../../../src/reading/analyser/model/vectors.ts";
import { classifySections } from "../../../src/text/sections/classify-sections.ts";
import { outlineText } from "../../../src/text/outline/outline-text.ts";
import type { KindText } from "./read-texts.ts";

/** A piece of a text of known kind, as features. */
export interface KindSample {
  kind: number;
  source: string;
  keys: number[];
}

const SEED = 11;
const EPOCHS = 12;
const LEAST_CHUNKS = 3;
const MOST_FEATURES = 40_000;
const LEVELS = 127;
const OTHER = DOCUMENT_KINDS.indexOf("other");
const NOISE = 6000;
const NOISE_WORDS = 40;
/** What they count together, compared with the texts of one kind. */
const NOISE_SHARE = 0.5;
/** The sentences written for the analyser are many and in one style, which must not count as a sign of reports. */
const ONE_STYLE = /^(?:sentences|scenarios)$/;
/** Our own texts are few and varied. */
const WEIGHTS: readonly (readonly [source: RegExp, weight: number])[] = [
  [/^own docs$/, 2],
  [/^own /, 8],
  [/^foreign$/, 4],
  [ONE_STYLE, 0.15],
];

/** Cuts texts as the service does. Sections of a report that advise defenders are left out. */
export function toSamples(texts: readonly KindText[], mask: NameMask): KindSample[] {
  return texts.flatMap(({ kind, source, text }) => {
    const outline = outlineText(text);
    const sections = classifySections(outline);
    const isTold = (at: number) => (sections[at]?.kind ?? "body") === "body";
    const blocks =
      kind === "threat_report" ? outline.blocks.filter((_b, at) => isTold(at)) : outline.blocks;
    const cut = cutChunks({ text: outline.text, blocks });
    return cut.spans.map(({ start, end }) => ({
      kind: DOCUMENT_KINDS.indexOf(kind),
      source,
      keys: chunkFeatures(cut.text.slice(start, end), mask).keys,
    }));
  });
}

/**
 * Texts of random words that are of no kind we know. They hold back words that are seen too seldom to mean
 * anything: most words of a story occur in a few reports and in no manual.
 */
function noise(features: number, total: number, random: () => number) {
  return Array.from({ length: NOISE }, () => {
    const index = Array.from({ length: NOISE_WORDS }, () => Math.floor(random() * features));
    const value = index.map(() => 1 / Math.sqrt(NOISE_WORDS));
    return {
      vector: { index, value, at: [], norm: 1 },
      targets: [OTHER],
      weight: NOISE_SHARE * total,
    };
  });
}

/** Softmax regression over the features of chunks; each kind counts as much. */
export function trainKinds(samples: readonly KindSample[]): KindModel {
  const varied = samples.filter(({ source }) => !ONE_STYLE.test(source));
  const counts = [...countKeys(varied.map(({ keys }) => keys))]
    .filter(([, count]) => count >= LEAST_CHUNKS)
    .sort(([a, m], [b, n]) => n - m || a - b)
    .slice(0, MOST_FEATURES);
  const keys = Uint32Array.from(counts, ([key]) => key).sort();
  const table = buildKeyTable(keys);
  const vocabulary = { keys, table, idf: new Float32Array(keys.length).fill(1) };
  const weightOf = ({ source }: KindSample) =>
    WEIGHTS.find(([pattern]) => pattern.test(source))?.[1] ?? 1;
  const totals = DOCUMENT_KINDS.map((_name, kind) =>
    samples.filter((one) => one.kind === kind).reduce((sum, one) => sum + weightOf(one), 0),
  );
  const mean = totals.reduce((sum, total) => sum + total, 0) / totals.length;
  const learned = samples.map((sample) => ({
    vector: toVector(sample.keys, vocabulary),
    targets: [sample.kind],
    weight: (weightOf(sample) * mean) / (totals[sample.kind] || 1),
  }));
  const random = seededRandom(SEED);
  learned.push(...noise(keys.length, mean / NOISE, random));
  const state = createSoftmax(keys.length, DOCUMENT_KINDS.length);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    trainEpoch(state, learned, random, 0.3 / Math.sqrt(1 + epoch));
  }
  const most = state.weights.reduce((max, weight) => Math.max(max, Math.abs(weight)), 0) || 1;
  const step = most / LEVELS;
  return {
    keys,
    table,
    weights: Int8Array.from(state.weights, (weight) => Math.round(weight / step)),
    scale: Math.fround(step * INPUT_SCALE),
  };
}
