import { type Figure, kindOf, leastDifference, showValue } from "./figures.ts";
import { isSameMachine, type PartRow, type Result, showMachine } from "./result.ts";

/** A loss up to this part is not told from noise. */
const MAX_LOSS = 0.15;

/** What a comparison of two results found, in sentences. */
export interface Comparison {
  /** Every figure that lost more than may be. */
  losses: string[];
  /** Figures that were compared. */
  compared: number;
  /** Why not all could be. */
  notes: string[];
}

/**
 * Compares a result with a saved one. Ratios within a run and counts are compared always. Memory and
 * processor time are compared on the same machine; there, too, times and rates of a row that has
 * neither a ratio nor processor time: where it has one, they tell of the machine's mood.
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
