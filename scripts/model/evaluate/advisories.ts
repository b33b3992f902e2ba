import type { Report } from "../labelled-reports.ts";
import type { LabelSpace } from "../label-space.ts";
import { measureAdvisories } from "../measure-advisories.ts";
import type { Trained } from "../train-model.ts";
import { percent } from "./show.ts";

/** What each method finds in advisories. */
export type AdvisoryFigures = Record<string, ReturnType<typeof measureAdvisories>>;

/** Measures all methods on the same advisories. */
export function measureMethods(
  trained: Record<string, Trained>,
  advisories: readonly Report[],
  space: LabelSpace,
): AdvisoryFigures {
  return Object.fromEntries(
    Object.entries(trained).map(([name, method]) => [
      name,
      measureAdvisories(method, advisories, space),
    ]),
  );
}

/** A row for each method; says so where there are no advisories. */
export function showAdvisories(figures: AdvisoryFigures, count: number): string {
  if (count === 0) return "\nAdvisories: left out, their files are not there";
  const show = ({ precision, recall, f1 }: AdvisoryFigures[string]["all"]) =>
    `P${percent(precision)} R${percent(recall)} F1${percent(f1)}`;
  return [
    `\n${count} advisories with ATT&CK tables, ids and tables taken out`,
    ...Object.entries(figures).map(
      ([name, { all, parents }]) =>
        `${name.padEnd(14)} | all: ${show(all)} | parents: ${show(parents)}`,
    ),
  ].join("\n");
}
