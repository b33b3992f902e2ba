import type { summarise } from "../measure.ts";
import { BEFORE } from "./before.ts";
import { type averageHalves, type HalfResult, METHODS } from "./halves.ts";
import { interval, percent } from "./show.ts";

const HEAD =
  "method         | 50: sent F1 | doc P    R     F1  per-doc  95 %        | ECE   p>=.7 | all: sent  doc  | parents: sent  doc";

/** A row for each method, with one for language models, which are not measured here. */
export function showHalf(title: string, { figures }: HalfResult): string {
  const rows = METHODS.map((method) => showRow(method, figures[method]));
  return [`\n${title}`, HEAD, ...rows, "language model"].join("\n");
}

function showRow(name: string, figures: ReturnType<typeof summarise>): string {
  const { tram50, all_techniques: all, folded_to_parents: parents, calibration } = figures;
  const doc = tram50.document;
  return (
    `${name.padEnd(14)} | ${percent(tram50.sentence.f1)}      |${percent(doc.precision)}${percent(doc.recall)}${percent(doc.f1)}` +
    `${percent(doc.per_document_f1)}  ${interval(doc.interval_95).padEnd(12)}|${calibration.expected_error.toFixed(3)} ${percent(calibration.precision_from_0_7)}` +
    ` |${percent(all.sentence.f1)}${percent(all.document.f1)} |${percent(parents.sentence.f1)}${percent(parents.document.f1)}`
  );
}

/** The means of both halves, beside those of the release before. */
export function showAverage(averages: ReturnType<typeof averageHalves>): string {
  const before: Record<string, { mean: number }> = BEFORE.tram50;
  return [
    "\nMean of both halves, TRAM-50's documents",
    "method         | sent F1 |     P     R    F1  95 %       per-doc | ECE   p>=.7 | all   parents | F1 before",
    ...METHODS.map((method) => {
      const now = averages[method];
      const { precision, recall, f1, per_document_f1, interval_95 } = now.document;
      return (
        `${method.padEnd(14)} | ${percent(now.sentence_f1)}  |${percent(precision)}${percent(recall)}${percent(f1)}` +
        `  ${interval(interval_95).padEnd(10)}${percent(per_document_f1)}  |${now.expected_error.toFixed(3)} ${percent(now.precision_from_0_7)}` +
        ` |${percent(now.all_techniques_f1)}${percent(now.parents_f1)}  |${percent(before[method]?.mean)}`
      );
    }),
    "language model",
  ].join("\n");
}
