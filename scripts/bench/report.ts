import { printAboveBar } from "../../src/selfhost/progress.mjs";
import { type Figure, type Row, showRow } from "./figures.ts";

let print: (line: string) => void = console.log;
let rows: Row[] = [];

/** From now on the table goes beside the output, which something else is written to. */
export function printBeside(): void {
  print = console.error;
}

/** Prints a line that is no row. */
export function say(line: string): void {
  printAboveBar(() => print(line));
}

/** Prints a row of the table and keeps it. @throws Error for a name that the part has given already */
export function row(name: string, figures: Figure | Figure[], note = ""): void {
  if (rows.some((known) => known.name === name)) throw new Error(`There are two rows ${name}`);
  const made: Row = { name, figures: [figures].flat(), note };
  rows.push(made);
  say(`  ${showRow(made)}`);
}

/** The rows since they were taken last. */
export function takeRows(): Row[] {
  const taken = rows;
  rows = [];
  return taken;
}
