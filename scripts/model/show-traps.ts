import type { summariseTraps, TrapFigures } from "./measure-traps.ts";

const HEAD =
  "                | traps acts | all: P     R    F1 | parents: P   R    F1 | false alarms silent";

const percent = (value: number | null) =>
  (value === null ? "–" : (100 * value).toFixed(1)).padStart(6);

/** The traps' figures as a table; a dash where a row has no such items. */
export function showTraps(result: ReturnType<typeof summariseTraps>): string {
  const { sentences, languages, all_sentences, all_passages, all } = result;
  return [
    "\nTraps of our own: sentences by shape, all texts by language, passages, all",
    HEAD,
    ...Object.entries(sentences).map(([name, figures]) => showRow(name, figures)),
    ...Object.entries(languages).map(([name, figures]) => showRow(`  of ${name}`, figures)),
    showRow("all sentences", all_sentences),
    showRow("all passages", all_passages),
    showRow("all", all),
  ].join("\n");
}

function showRow(name: string, figures: TrapFigures): string {
  const { traps, acts, techniques, parents, false_alarms, silent } = figures;
  const quality = ({ precision, recall, f1 }: typeof techniques) =>
    // Where there is nothing to find, only the false alarms tell something.
    acts === 0 ? percent(null).repeat(3) : [precision, recall, f1].map(percent).join("");
  return (
    `${name.padEnd(15)} | ${String(traps).padStart(5)}${String(acts).padStart(5)} | ${quality(techniques)} |` +
    `   ${quality(parents)} |       ${percent(false_alarms)} ${percent(silent)}`
  );
}
