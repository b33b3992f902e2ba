import { printAboveBar } from "../../src/selfhost/progress.mjs";
import { type Figure, type Row, showRow } from "./figures.ts";

let print: (line: string) => void = console.log;
let rows: Row[] = [];

/** Prints the table to stderr from now on, because stdout is used for other output. */
export function printBeside(): void {
  print = console.error;
}

/** Prints a line outside the table. */
export function say(line: string): void {
  printAboveBar(() => print(line));
}

/**
 * Prints a row of the table and stores it.
 * @throws Error for a name that the part has used already
 */
export function row(name: string, figures: Figure | Figure[], note = ""): void {
  if (rows.some((known) => known.name === name)) throw new Error(`There are two rows ${name}`);
  const made: Row = { name, figures: [figures].flat(), note };
  rows.push(made);
  say(`  ${showRow(made)}`);
}

/** Returns the rows since the last call. */
export function takeRows(): Row[] {
  const taken = rows;
  rows = [];
  return taken;
}
