import { SEED } from "../../../src/knowledge/attack/vocabulary.ts";
import { printAboveBar } from "../../../src/selfhost/progress.mjs";
import { halfOf } from "../labelled-reports.ts";
import { outcomeOf, summarise } from "../measure.ts";
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
  ["without meaning", { meaning: false }],
  ["without own sentences", { own: false }],
  ["without short texts", { short: false }],
  ["without context", { context: false }],
  ["without paragraphs", { paragraphs: false }],
  ["without form of acts", { acts: false }],
];

/** The half that is scored; weights and calibration are of the other. */
const SCORED = 0;

interface VariantResult extends MappingResult {
  tram: ReturnType<typeof summarise>;
}

/**
 * Leaves out each part of the analyser in turn and measures what is left, with reports: on half of TRAM, on the
 * texts that nothing was fitted on, and on other languages. Rows are printed as they come, since it takes half an hour.
 */
export async function measureAblation(data: string): Promise<Record<string, VariantResult>> {
  const steps = startSteps(
    "Leaving out",
    1 + 2 * FOLD_STEPS + VARIANTS.length * (CALIBRATION_STEPS + 1),
  );
  steps.next("reading the release and reports");
  const read = await readData(data);
  const foldsFor = createTrainer(read, steps);
  const results: Record<string, VariantResult> = {};
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

const isFitted = (report: Parameters<typeof halfOf>[0]) => halfOf(report) !== SCORED;

/** Trains once for all variants whose weights are the same: only our own sentences show in them. */
function createTrainer({ source, reports }: EvaluationData, steps: Steps) {
  const known = new Map<boolean, Folded>();
  return (parts: Parts): Folded => {
    const folded =
      known.get(parts.own) ?? trainFolds(source, reports.filter(isFitted), steps, parts);
    known.set(parts.own, folded);
    return folded;
  };
}

async function measureVariant(
  { source, reports, space, release }: EvaluationData,
  folded: Folded,
  parts: Parts,
  data: string,
  steps: Steps,
): Promise<VariantResult> {
  const trained = calibrateFolds(folded, source, reports.filter(isFitted), space, steps, parts);
  steps.next("scoring");
  const scored = reports.filter((report) => !isFitted(report));
  const tram = summarise(scored.map((report) => outcomeOf(trained, report, space)));
  const { weights, calibration } = trained;
  const model = { ...weights, calibration, domain: SEED.domain, version: SEED.version };
  return { tram, ...(await measureModel(data, model, release)) };
}

const HEAD = [
  "\nLeft out in turn: F1 of TRAM-50's sentences and documents, of mapping-dev by parents; first right of 100 sentences in other languages, and of 120 and 80 scenarios",
  `${"".padEnd(22)} | sent   doc P    R    F1  95 %       ECE   | reports   95 %       | passages first silent | paragraphs first silent | other languages | scenarios`,
].join("\n");

function showRow(name: string, { tram, mapping, foreign, scenarios }: VariantResult): string {
  const { sentence, document } = tram.tram50;
  const { precision, recall, f1, interval_95 } = document;
  const short = (set: "passages" | "paragraphs") =>
    `${percent(mapping?.[set].f1)}${percent(mapping?.[set].first_is_right)}${percent(mapping?.[set].silent)}`;
  return (
    `${name.padEnd(22)} |${percent(sentence.f1)}${percent(precision)}${percent(recall)}${percent(f1)}` +
    `  ${interval(interval_95).padEnd(10)} ${tram.calibration.expected_error.toFixed(3)} |${percent(mapping?.reports.f1)}` +
    `  ${interval(mapping?.reports.interval_95).padEnd(10)} | ${short("passages")}    | ${short("paragraphs")}      |` +
    ` ${String(foreign["all"]?.first ?? "").padEnd(15)} | ${scenarios["chosen on"].first} ${scenarios["held out"].first}`
  );
}
