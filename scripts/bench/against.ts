import { type Figure, kindOf, leastDifference, showValue } from "./figures.ts";
import { isSameMachine, type PartRow, type Result, showMachine } from "./result.ts";

/** A loss up to this share is indistinguishable from noise. */
const MAX_LOSS = 0.15;

/** The outcome of comparing two results, in sentences. */
export interface Comparison {
  /** Every figure whose loss exceeds the limit. */
  losses: string[];
  /** The number of compared figures. */
  compared: number;
  /** Why some could not be compared. */
  notes: string[];
}

/**
 * Compares a result with a saved one. Always compares ratios within a run and counts. Memory and processor time
 * are compared only on the same machine. So are times and rates of rows that have neither a ratio nor processor
 * time; otherwise they depend on the load of the machine.
 */
export function compareResults(saved: Result, now: Result): Comparison {
  const isSame = isSameMachine(saved, now);
  const notes: string[] = [];
  if (!isSame) {
    const machines = `${showMachine(saved)} then, ${showMachine(now)} now`;
    notes.push(`Another machine: ${machines}. Only ratios and counts are compared.`);
  }
  if (saved.node !== now.node) notes.push(`Another Node: ${saved.node} then, ${now.node} now.`);
  const before = new Map(saved.rows.map((row) => [keyOf(row), row]));
  const comparison: Comparison = { losses: [], compared: 0, notes };
  for (const row of now.rows) {
    const known = before.get(keyOf(row));
    if (known !== undefined) compareRow(known, row, isSame, comparison);
  }
  const parts = new Set(now.rows.map(({ part }) => part));
  const measured = new Set(now.rows.map(keyOf));
  for (const row of saved.rows) {
    if (!parts.has(row.part) || measured.has(keyOf(row))) continue;
    notes.push(`Not measured any more: ${keyOf(row)}.`);
  }
  return comparison;
}

const keyOf = ({ part, name }: PartRow) => `${part}: ${name}`;

function compareRow(known: PartRow, row: PartRow, isSame: boolean, comparison: Comparison): void {
  const isSteadier = row.figures.some(
    ({ unit, better }) => better !== "neither" && /^(ratio|processor)$/.test(kindOf(unit)),
  );
  for (const figure of row.figures) {
    const saved = known.figures.find(({ name, unit }) => {
      return name === figure.name && unit === figure.unit;
    });
    if (saved === undefined || !isCompared(figure, isSame, isSteadier)) continue;
    comparison.compared += 1;
    if (!isLoss(saved, figure)) continue;
    const values = `${showValue(saved)} then, ${showValue(figure)} now`;
    comparison.losses.push(`${keyOf(row)}: ${figure.name}: ${values}`);
  }
}

function isCompared({ unit, better }: Figure, isSame: boolean, isSteadier: boolean): boolean {
  if (better === "neither") return false;
  const kind = kindOf(unit);
  if (kind === "ratio" || kind === "count") return true;
  return isSame && !(kind === "clock" && isSteadier);
}

function isLoss(saved: Figure, now: Figure): boolean {
  const lost = now.better === "less" ? now.value - saved.value : saved.value - now.value;
  return lost > leastDifference(now.unit) && lost > MAX_LOSS * Math.abs(saved.value);
}
