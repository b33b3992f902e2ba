/** A share of 1 in percent, six wide; blank where there is none. */
export function percent(value: number | null | undefined): string {
  return (value === null || value === undefined ? "" : (100 * value).toFixed(1)).padStart(6);
}

/** The ends of an interval in percent; blank where there is none. */
export function interval(ends: readonly [number, number] | undefined): string {
  return ends === undefined ? "" : ends.map((end) => percent(end).trim()).join("-");
}

/** One figure of the release before, of this one, and room for a language model's, which nobody measured. */
export interface Beside {
  label: string;
  before: string;
  now: string;
}

/** A table of such figures. */
export function showBeside(title: string, rows: readonly Beside[]): string {
  const wide = Math.max(...rows.map(({ label }) => label.length));
  const row = (label: string, ...cells: string[]) =>
    [label.padEnd(wide), ...cells.map((cell) => cell.trim().padStart(15))].join(" |");
  return [
    `\n${title}`,
    row("", "before", "now", "language model"),
    ...rows.map(({ label, before, now }) => row(label, before, now, "")),
  ].join("\n");
}
