import { execFileSync } from "node:child_process";
import { cpus, totalmem } from "node:os";
import { median, type Row } from "./figures.ts";

/** The file that `--json` writes and `--against` reads. */
export interface Result {
  machine: Machine;
  /** Node's version. */
  node: string;
  /** The measured commit, with a trailing `+` if there are changes; null outside a checkout. */
  commit: string | null;
  /** The start time in ISO 8601. */
  date: string;
  runs: number;
  rows: PartRow[];
}

interface Machine {
  cpu: string;
  cores: number;
  memory_gib: number;
}

export type PartRow = { part: string } & Row;

/** Returns an empty result for the current machine and commit. */
export function describeRun(runs: number): Result {
  const machine = {
    cpu: cpus()[0]?.model ?? "?",
    cores: cpus().length,
    memory_gib: Math.round(totalmem() / 2 ** 30),
  };
  const date = new Date().toISOString();
  return { machine, node: process.version, commit: readCommit(), date, runs, rows: [] };
}

/** Returns whether two results come from equivalent machines. */
export function isSameMachine(a: Result, b: Result): boolean {
  return (["cpu", "cores", "memory_gib"] as const).every(
    (key) => a.machine[key] === b.machine[key],
  );
}

/** Returns a description of the machine. */
export function showMachine({ machine }: Result): string {
  return `${machine.cores} x ${machine.cpu}, ${machine.memory_gib} GiB`;
}

/** Merges the rows of several runs: each figure is the median, with the value of each run. */
export function mergeRuns(runs: readonly PartRow[][]): PartRow[] {
  const found = Map.groupBy(runs.flat(), ({ part, name }) => `${part}\n${name}`);
  return [...found.values()].map((same) => {
    const last = same.at(-1) as PartRow;
    const figures = last.figures.map((one) => {
      const values = same.flatMap((row) => {
        return row.figures.filter(({ name }) => name === one.name).map(({ value }) => value);
      });
      return { ...one, value: median(values), runs: values };
    });
    return { ...last, figures };
  });
}

function readCommit(): string | null {
  const git = (...args: string[]) =>
    execFileSync("git", args, {
      cwd: import.meta.dirname,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  try {
    const isChanged = git("status", "--porcelain") !== "";
    return `${git("rev-parse", "--short", "HEAD")}${isChanged ? "+" : ""}`;
  } catch {
    return null;
  }
}
