import { execFileSync } from "node:child_process";
import { cpus, totalmem } from "node:os";
import { median, type Row } from "./figures.ts";

/** What `--json` writes, and `--against` reads. */
export interface Result {
  machine: Machine;
  /** Node's version. */
  node: string;
  /** What was measured, `+` behind it when it was changed since; null outside a checkout. */
  commit: string | null;
  /** When it began, in ISO 8601. */
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

/** The result of nothing yet, here and now. */
export function describeRun(runs: number): Result {
  const machine = {
    cpu: cpus()[0]?.model ?? "?",
    cores: cpus().length,
    memory_gib: Math.round(totalmem() / 2 ** 30),
  };
  const date = new Date().toISOString();
  return { machine, node: process.version, commit: readCommit(), date, runs, rows: [] };
}

/** Whether two results come from machines that are alike. */
export function isSameMachine(a: Result, b: Result): boolean {
  return (["cpu", "cores", "memory_gib"] as const).every(
    (key) => a.machine[key] === b.machine[key],
  );
}

/** The machine in words. */
export function showMachine({ machine }: Result): string {
  return `${machine.cores} x ${machine.cpu}, ${machine.memory_gib} GiB`;
}

/** The rows of several runs as one: each figure the median, with what each run measured. */
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
