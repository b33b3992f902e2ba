/** Units of figures. The kind of a unit determines what its figures may be compared with. */
const UNITS = {
  // Elapsed time and figures based on it: reproducible only on this machine under the same load.
  ms: { kind: "clock", least: 2 },
  µs: { kind: "clock", least: 5 },
  s: { kind: "clock", least: 0.1 },
  "/s": { kind: "clock", least: 0 },
  // Processor time, independent of other load.
  "CPU ms": { kind: "processor", least: 20 },
  MiB: { kind: "memory", least: 4 },
  KB: { kind: "memory", least: 1 },
  // Both sides were measured in one run.
  x: { kind: "ratio", least: 0.02 },
  "%": { kind: "ratio", least: 1 },
  // The same on every machine.
  count: { kind: "count", least: 0 },
} as const;

export type Unit = keyof typeof UNITS;
export type Better = "less" | "more" | "neither";

/** One figure of a row. */
export interface Figure {
  name: string;
  /** The median of the runs. */
  value: number;
  unit: Unit;
  better: Better;
  /** The value of each run. */
  runs: number[];
}

/** The result of one measurement, with a name that is unique within a part. */
export interface Row {
  name: string;
  figures: Figure[];
  /** A remark on the figures. */
  note: string;
}

/** Returns the kind of a unit, which determines what its figures may be compared with. */
export const kindOf = (unit: Unit) => UNITS[unit].kind;
/** Returns the difference up to which the clock or the system is the cause. */
export const leastDifference = (unit: Unit) => UNITS[unit].least;

const figure = (name: string, value: number, unit: Unit, better: Better): Figure => ({
  name,
  value,
  unit,
  better,
  runs: [value],
});

export const ms = (value: number, name = "time") => figure(name, value, "ms", "less");
export const microseconds = (value: number, name = "time") => figure(name, value, "µs", "less");
export const seconds = (value: number, name = "time") => figure(name, value, "s", "less");
export const perSecond = (value: number, name = "rate") => figure(name, value, "/s", "more");
export const cpu = (value: number, name = "processor") => figure(name, value, "CPU ms", "less");
export const mib = (value: number, name = "resident", better: Better = "less") =>
  figure(name, value, "MiB", better);
export const kilobytes = (value: number, name = "size") => figure(name, value, "KB", "neither");
export const times = (value: number, name: string, better: Better) =>
  figure(name, value, "x", better);
export const percent = (value: number, name: string, better: Better) =>
  figure(name, value, "%", better);
export const count = (value: number, name: string, better: Better = "neither") =>
  figure(name, value, "count", better);

/** Returns the median; the upper of the two middle values for an even number. */
export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Returns a figure's value for the table, with minimum and maximum if there are several runs. */
export function showValue({ value, unit, runs }: Figure): string {
  const spread =
    runs.length > 1
      ? ` (${showNumber(Math.min(...runs), unit)}–${showNumber(Math.max(...runs), unit)})`
      : "";
  return `${showNumber(value, unit)}${unit === "count" ? "" : ` ${unit}`}${spread}`;
}

/** Returns a row for the table. */
export function showRow({ name, figures, note }: Row): string {
  const shown = figures.map((one) => {
    const isNamed = figures.length > 1 || one.unit === "count";
    return isNamed ? `${one.name} ${showValue(one)}` : showValue(one);
  });
  const said = [shown.join(", "), note].filter((part) => part !== "").join("; ");
  return `${name.padEnd(60)} ${said}`;
}

/** Rounds to three significant digits. Counts and large numbers are unchanged. */
function showNumber(value: number, unit: Unit): string {
  if (unit === "count") return String(value);
  const size = Math.abs(value);
  const digits = size >= 100 || size === 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return value.toFixed(digits);
}
