import { SEED } from "../../../src/knowledge/attack/vocabulary.ts";
import { printAboveBar } from "../../../src/selfhost/progress.mjs";
import { startSteps, type Steps } from "../steps.ts";
import {
  ALL_PARTS,
  calibrateFolds,
  CALIBRATION_STEPS,
  FOLD_STEPS,
  trainFolds,
  type Folded,
  type Parts,
} from "../train-model.ts";
import { measureModel, type MappingResult } from "./mapping.ts";
import { type EvaluationData, readData } from "./read-data.ts";
import { interval, percent } from "./show.ts";

/** What is left out in turn; glosses are seen in the table of other languages instead. */
const VARIANTS: readonly (readonly [name: string, left_out: Partial<Parts>])[] = [
  ["whole", {}],
  ["without encoder", { encoder: false }],
  ["without own sentences", { own: false }],
  ["without short texts", { short: false }],
  ["without context", { context: false }],
  ["without paragraphs", { paragraphs: false }],
  ["without form of acts", { acts: false }],
];

/**
 * Leaves out each part of the analyser in turn and measures what is left, on the texts that nothing was fitted on, and on
 * other languages. TRAM's reports are learned from: the encoder has seen them. Our own sentences are left out of all but the
 * encoder. Rows are printed as they come, since it takes half an hour.
 */
export async function measureAblation(data: string): Promise<Record<string, MappingResult>> {
  const steps = startSteps(
    "Leaving out",
    1 + 2 * FOLD_STEPS + VARIANTS.length * (CALIBRATION_STEPS + 1),
  );
  steps.next("reading the release and reports");
  const read = await readData(data);
  const foldsFor = createTrainer(read, steps);
  const results: Record<string, MappingResult> = {};
  printAboveBar(() => console.log(HEAD));
  for (const [name, leftOut] of VARIANTS) {
    const parts = { ...ALL_PARTS, ...leftOut };
    const result = await measureVariant(read, foldsFor(parts), parts, data, steps);
    results[name] = result;
    printAboveBar(() => console.log(showRow(name, result)));
  }
  steps.end();
  return results;
}

/** Trains once for all variants whose weights are the same: only our own sentences show in them. */
function createTrainer({ source, dense }: EvaluationData, steps: Steps) {
  const known = new Map<boolean, Folded>();
  return (parts: Parts): Folded => {
    const folded =
      known.get(parts.own) ?? trainFolds(source, dense, steps, { ...ALL_PARTS, own: parts.own });
    known.set(parts.own, folded);
    return folded;
  };
}

async function measureVariant(
  { source, dense, space, release }: EvaluationData,
  folded: Folded,
  parts: Parts,
  data: string,
  steps: Steps,
): Promise<MappingResult> {
  const { weights, calibration } = calibrateFolds(folded, source, dense, space, steps, parts);
  steps.next("scoring");
  const model = { ...weights, calibration, domain: SEED.domain, version: SEED.version };
  return await measureModel(data, model, release);
}

const HEAD = [
  "\nLeft out in turn: techniques found in labelled reports and rows borne out by no label; F1 of mapping-dev by parents; first right of 100 sentences in other languages, and of 120 and 80 scenarios",
  `${"".padEnd(22)} | found  rows unborne | reports   95 %       | passages first silent | paragraphs first silent | other languages | scenarios`,
].join("\n");

function showRow(name: string, { labelled, mapping, foreign, scenarios }: MappingResult): string {
  const { found, rows, unborne } = labelled;
  const count = (value: number) => String(value).padStart(5);
  const short = (set: "passages" | "paragraphs") =>
    `${percent(mapping?.[set].f1)}${percent(mapping?.[set].first_is_right)}${percent(mapping?.[set].silent)}`;
  return (
    `${name.padEnd(22)} | ${count(found)} ${count(rows)}   ${count(unborne)} |${percent(mapping?.reports.f1)}` +
    `  ${interval(mapping?.reports.interval_95).padEnd(10)} | ${short("passages")}    | ${short("paragraphs")}      |` +
    ` ${String(foreign["all"]?.first ?? "").padEnd(15)} | ${scenarios["chosen on"].first} ${scenarios["held out"].first}`
  );
}
