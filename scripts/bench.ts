/**
 * `npm run bench`: speed and memory on this machine. Medians; ratios are within one run. Real
 * releases and reports are used where `npm run data` fetched them, else ones made here.
 * `npm run bench -- compare reads` runs two parts, `--runs 5` all of it five times, `--json=<file>`
 * writes the result for machines, `--against <file>` compares it with one that was written before.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { startProgress } from "../src/selfhost/progress.mjs";
import { compareResults } from "./bench/against.ts";
import { benchAnalysis } from "./bench/analysis.ts";
import { benchBackground } from "./bench/background.ts";
import { benchBulk } from "./bench/bulk.ts";
import { benchCompare } from "./bench/compare.ts";
import { CONSOLE_PARTS } from "./bench/console.ts";
import { benchHour } from "./bench/console/hour.ts";
import { benchExports } from "./bench/exports.ts";
import { benchCollection } from "./bench/collection.ts";
import { benchCoverage } from "./bench/coverage.ts";
import { benchEdge } from "./bench/edge.ts";
import { showRow } from "./bench/figures.ts";
import { benchFuzz } from "./bench/fuzz.ts";
import { benchIngest } from "./bench/ingest.ts";
import { type BenchOptions, parseOptions } from "./bench/options.ts";
import { benchIngestWaits } from "./bench/ingest-waits.ts";
import { benchLong } from "./bench/long.ts";
import { benchStart } from "./bench/start.ts";
import { benchReaders } from "./bench/readers.ts";
import { benchObservables } from "./bench/observables.ts";
import { benchReads } from "./bench/reads.ts";
import { printBeside, say, takeRows } from "./bench/report.ts";
import { describeRun, mergeRuns, type PartRow, type Result, showMachine } from "./bench/result.ts";
import { benchSigma } from "./bench/sigma.ts";
import { benchStorage } from "./bench/storage.ts";
import { benchStreams } from "./bench/streams.ts";
import { benchTrends } from "./bench/trends.ts";
import { benchWorstCases } from "./bench/worst-cases.ts";
import { benchYear } from "./bench/year.ts";

const PARTS: Record<string, (options: BenchOptions) => Promise<void>> = {
  start: benchStart,
  ingest: benchIngest,
  "ingest-waits": benchIngestWaits,
  storage: benchStorage,
  reads: benchReads,
  observables: benchObservables,
  coverage: benchCoverage,
  trends: benchTrends,
  compare: benchCompare,
  analysis: benchAnalysis,
  streams: benchStreams,
  exports: benchExports,
  collection: benchCollection,
  bulk: benchBulk,
  edge: benchEdge,
  background: benchBackground,
  readers: benchReaders,
  "worst-cases": benchWorstCases,
  sigma: benchSigma,
  fuzz: benchFuzz,
  ...CONSOLE_PARTS,
  hour: benchHour,
  long: benchLong,
  year: benchYear,
};

/** What takes long, or needs a browser, is measured only by its name. */
const BY_NAME = new Set([
  "bulk",
  ...Object.keys(CONSOLE_PARTS),
  "hour",
  "long",
  "observables",
  "trends",
  "year",
]);

/** Runs the parts that are wanted, one after the other; what each found is added to the rows. */
async function runParts(
  options: BenchOptions,
  rows: PartRow[],
  begin: (part: string) => void,
): Promise<void> {
  for (const [part, run] of Object.entries(PARTS)) {
    if (!isWanted(options, part)) continue;
    begin(part);
    say(part);
    try {
      await run(options);
    } finally {
      rows.push(...takeRows().map((row) => ({ part, ...row })));
    }
  }
}

function isWanted({ parts }: BenchOptions, part: string): boolean {
  return parts.length === 0 ? !BY_NAME.has(part) : parts.includes(part);
}

/** Measures as often as is wanted. What was found stays when a part fails, which ends the rest. */
async function measure(options: BenchOptions, runs: PartRow[][]): Promise<unknown> {
  const wanted = Object.keys(PARTS).filter((part) => isWanted(options, part));
  const total = wanted.length * options.runs;
  const progress = startProgress("Measuring", { total: total > 1 ? total : 0 });
  let begun = 0;
  const begin = (part: string) => {
    progress.update(begun, { label: `Measuring ${part}` });
    begun += 1;
  };
  for (let run = 1; run <= options.runs; run += 1) {
    if (options.runs > 1) say(`run ${run} of ${options.runs}`);
    const rows: PartRow[] = [];
    runs.push(rows);
    try {
      await runParts(options, rows, begin);
    } catch (error) {
      progress.end();
      return error;
    }
  }
  progress.end();
  return null;
}

/** Names every loss, and fails for one. */
function tellLosses(saved: Result, now: Result): void {
  const { losses, compared, notes } = compareResults(saved, now);
  for (const note of notes) say(note);
  say(`${compared} figures against ${saved.commit ?? "a commit unknown"} of ${saved.date}:`);
  for (const loss of losses) say(`  LOST  ${loss}`);
  if (losses.length === 0) say("  none lost more than 15 %");
  else process.exitCode = 1;
}

/** What was asked for; files first, as what is wrong with them is not to be found after hours. */
function readArguments(): { options: BenchOptions; saved: Result | null } {
  try {
    const options = parseOptions(process.argv.slice(2), Object.keys(PARTS));
    const { json, against } = options;
    const saved = against === null ? null : (JSON.parse(readFileSync(against, "utf8")) as Result);
    if (json !== null && json !== "-") writeFileSync(json, "", { flag: "a" });
    return { options, saved };
  } catch (error) {
    console.error((error as Error).message);
    return process.exit(1);
  }
}

const { options, saved } = readArguments();
if (options.json === "-") printBeside();
const result = describeRun(options.runs);
say(`${showMachine(result)}; Node ${result.node}`);
const runs: PartRow[][] = [];
const failure = await measure(options, runs);
result.rows = mergeRuns(runs);
if (options.runs > 1) {
  say(`medians of ${options.runs} runs, with the least and the most`);
  for (const row of result.rows) say(`  ${row.part}: ${showRow(row)}`);
}
if (options.json !== null) {
  const text = `${JSON.stringify(result, null, 2)}\n`;
  if (options.json === "-") process.stdout.write(text);
  else writeFileSync(options.json, text);
}
if (saved !== null) tellLosses(saved, result);
if (failure !== null) {
  console.error(failure);
  // What the part had started is ended with this process.
  process.exit(1);
}
