import { FEW, type measureTemporal } from "../measure-temporal.ts";
import { BEFORE } from "./before.ts";
import { percent } from "./show.ts";

/** The figures as a table, with those of the release before. */
export function showTemporal(
  figures: ReturnType<typeof measureTemporal>,
  older: string,
  newer: string,
): string {
  const { texts, full, full_by_words, centroid } = figures;
  const { few_examples: few } = full;
  const now = Object.entries({ full, full_by_words, centroid }).map(
    ([name, all]) => [name, all, all.few_examples] as const,
  );
  const rows = [...now, ["before", BEFORE.temporal.all, BEFORE.temporal.few_examples] as const];
  const cells = ({ top_1, top_3, macro_f1 }: Figures) =>
    `${percent(top_1)}${percent(top_3)}   ${percent(macro_f1)}`;
  return [
    `\nTrained on ${older}: ${texts} procedures that are new in ${newer}, ${few.texts} of them of ${few.techniques}` +
      ` techniques with at most ${FEW} examples`,
    `${"".padEnd(14)} | first  of 3 macro F1 | few examples: first  of 3 macro F1`,
    ...rows.map(
      ([name, all, rare]) => `${name.padEnd(14)} |${cells(all)}  |              ${cells(rare)}`,
    ),
    "language model",
  ].join("\n");
}

type Figures = Record<"top_1" | "top_3" | "macro_f1", number>;
