import { parseArgs } from "node:util";

/** The options of `npm run bench -- …`. */
export interface BenchOptions {
  parts: string[];
  runs: number;
  /** The duration of parts that run for minutes; null for the default of each. */
  minutes: number | null;
  /** The file for the result, "-" for stdout; null for none. */
  json: string | null;
  /** The saved result to compare with. */
  against: string | null;
}

/**
 * Parses the arguments.
 * @throws Error that says what is wrong with them
 */
export function parseOptions(args: readonly string[], known: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    // parseArgs does not support an option with an optional value.
    args: args.map((arg) => (arg === "--json" ? "--json=-" : arg)),
    allowPositionals: true,
    options: {
      json: { type: "string" },
      against: { type: "string" },
      runs: { type: "string", default: "1" },
      minutes: { type: "string" },
    },
  });
  const unknown = positionals.find((part) => !known.includes(part));
  if (unknown !== undefined) {
    throw new Error(`There is no part ${unknown}; there are ${known.join(", ")}.`);
  }
  const runs = positive("--runs", values.runs);
  if (!Number.isInteger(runs)) throw new Error(`--runs takes a whole number.`);
  return {
    parts: positionals,
    runs,
    minutes: values.minutes === undefined ? null : positive("--minutes", values.minutes),
    json: values.json ?? null,
    against: values.against ?? null,
  };
}

function positive(name: string, value: string): number {
  const number = Number(value);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new Error(`${name} takes a number above 0, not ${value}.`);
}
