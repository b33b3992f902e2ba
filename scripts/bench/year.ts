import { type Edge, HEAP, startEdge } from "../../test/support/node/edge.ts";
import { temporaryFolder } from "../../test/support/node/service.ts";
import { count, kilobytes, ms } from "./figures.ts";
import { fillObservables } from "./fill-observables.ts";
import { row } from "./report.ts";
import { measureMachine } from "./year/machine.ts";
import { MAX_DATABASE, priceOf } from "./year/prices.ts";
import { perEach, readSizes } from "./year/sizes.ts";
import { measureUse, type Use } from "./year/use.ts";
import { analyseReport, BY_REPORT, importBundle, readsOf, send } from "./year/work.ts";
import { workspaceFile } from "./workspace-file.ts";

/** The monthly workload of a large team. */
const MONTH = { analysts: 100, reports: 5_000, observables: 2_000_000 };
const WORKDAYS = 22;
/** The daily reads of an analyst, by name. */
const DAY: Record<string, number> = {
  "list sessions": 40,
  "open a session": 30,
  "its observables": 30,
  "compare a session": 15,
  "list observables": 20,
  "active observables": 5,
  "observables in most reports": 2,
  "find an observable": 20,
  "find a network": 5,
  "list collected reports": 40,
  coverage: 5,
  trends: 5,
};
/** Eight hours of an open page: a new stream every four minutes, and one row a second. */
const STREAM = { requests: 120, rowsRead: 28_800 };
/** The number of observables at each stage: a start, half a month, and one month. */
const STAGES = [0, 1_000_000, 2_000_000];
const REPORTS = 20;
const IMPORT_BYTES = 4 * 2 ** 20;
const RUNS = 2;
const TICK = "*/15 * * * *";
const NO_QUOTAS = Object.fromEntries(
  ["SESSIONS", "INTAKE_REPORTS", "OBSERVABLES"].map((of) => [`QUOTA_${of}`, "0"]),
);

/**
 * Measures a year of a large team under the platform's limits: the cost of each operation, its growth with
 * stored data, and when the database is full.
 */
export async function benchYear(): Promise<void> {
  const folder = temporaryFolder();
  const open = async (settings: Record<string, string> = {}) =>
    await startEdge(HEAP.bulk, { folder: folder.path, settings: { ...NO_QUOTAS, ...settings } });
  try {
    let edge = await open();
    const sessionId = await analyseReport(edge.url, 0);
    await measureWrites(edge, workspaceFile(folder.path));
    for (const [stage, held] of STAGES.entries()) {
      const uses = await measureReads(edge, sessionId, held);
      await edge.close();
      const next = STAGES[stage + 1];
      if (next === undefined) {
        tellAnalyst(uses);
        break;
      }
      fillObservables(workspaceFile(folder.path), { from: held, to: next, bySession: 400 });
      edge = await open();
    }
    const bytes = readSizes(workspaceFile(folder.path)).observables / (STAGES.at(-1) ?? 1);
    row("an observable among two million", kilobytes(bytes / 1000));
    edge = await open({ OBSERVABLE_RETENTION_DAYS: "30" });
    tell("remove 5,000 old observables", await measureUse(edge, RUNS, () => edge.runCron(TICK)));
    await edge.close();
  } finally {
    folder.remove();
  }
  await measureMachine();
}

/** Measures writes, and prints the monthly cost and when the database is full. */
async function measureWrites(edge: Edge, file: string): Promise<void> {
  const empty = readSizes(file);
  const report = await measureUse(edge, REPORTS, async (n) => await analyseReport(edge.url, n + 1));
  const analysed = readSizes(file);
  let imported = 0;
  const whole = await measureUse(edge, 1, async () => {
    imported = await importBundle(edge.url, "year", IMPORT_BYTES);
  });
  const full = readSizes(file);
  const save = await measureUse(edge, RUNS, async (run) => {
    const layer = { name: `Layer ${run}`, technique_ids: ["T1059"] };
    await send(edge.url, "/api/layers", { method: "POST", body: JSON.stringify(layer) });
  });
  tell(`analyze a report with ${BY_REPORT} observables`, report);
  tell(`import ${imported} observables`, whole);
  tell("save a layer", save);
  const bytes = {
    report: perEach(empty, analysed, "rest", REPORTS),
    observable: perEach(analysed, full, "observables", imported),
  };
  row("a report, without its observables", kilobytes(bytes.report / 1000));
  row("an imported observable", kilobytes(bytes.observable / 1000));
  tellMonth(report, whole, imported, bytes);
}

/** Prints the monthly input: analyzed reports, and all other observables by imports. */
function tellMonth(
  report: Use,
  whole: Use,
  imported: number,
  bytes: { report: number; observable: number },
): void {
  const bundles = (MONTH.observables - MONTH.reports * BY_REPORT) / imported;
  const written = MONTH.reports * report.rowsWritten + bundles * whole.rowsWritten;
  const stored = MONTH.reports * bytes.report + MONTH.observables * bytes.observable;
  const dollars = MONTH.reports * priceOf(report) + bundles * priceOf(whole);
  row("a month of a large team", [
    count(Math.round(written / 1e6), "million rows written", "less"),
    count(Math.round(stored / 1e6), "MB", "less"),
    count(Number((MAX_DATABASE / stored).toFixed(1)), "months until the database is full", "more"),
    count(Number(dollars.toFixed(2)), "dollars", "less"),
  ]);
  row("1,000 reports", count(Number((1_000 * priceOf(report)).toFixed(3)), "dollars", "less"));
}

/** Measures what analysts read with this many stored observables. Returns it by name. */
async function measureReads(
  edge: Edge,
  sessionId: string,
  held: number,
): Promise<ReadonlyMap<string, Use>> {
  const uses = new Map<string, Use>();
  for (const [name, read] of Object.entries(readsOf(sessionId))) {
    await read(edge.url, RUNS).catch(() => undefined);
    let failure = "";
    const use = await measureUse(edge, RUNS, async (run) => {
      await read(edge.url, run).catch((error: Error) => (failure = error.message));
    });
    uses.set(name, use);
    tell(`${name}, ${held} held`, use, failure);
  }
  tell(`housekeeping, ${held} held`, await measureUse(edge, 1, () => edge.runCron(TICK)));
  return uses;
}

/** Prints the monthly cost of an analyst's reads, including the event stream of an open page. */
function tellAnalyst(uses: ReadonlyMap<string, Use>): void {
  const day = { requests: STREAM.requests, rowsRead: STREAM.rowsRead };
  for (const [name, times] of Object.entries(DAY)) {
    day.requests += times * (uses.get(name)?.requests ?? 0);
    day.rowsRead += times * (uses.get(name)?.rowsRead ?? 0);
  }
  const [requests, rowsRead] = [WORKDAYS * day.requests, WORKDAYS * day.rowsRead];
  const dollars = priceOf({ requests, rowsRead, rowsWritten: 0, operations: 0 });
  row("the reads of an analyst in a month", [
    count(Math.round(requests), "requests", "less"),
    count(Math.round(rowsRead / 1e6), "million rows read", "less"),
    count(Number(dollars.toFixed(3)), "dollars", "less"),
  ]);
}

function tell(name: string, use: Use, failure = ""): void {
  row(
    name,
    [
      count(use.requests, "requests"),
      count(use.rowsRead, "rows read", "less"),
      count(use.rowsWritten, "rows written", "less"),
      count(use.operations, "operations", "less"),
      count(use.statements, "statements of the worst invocation", "less"),
      ms(use.ms),
    ],
    use.refused ?? failure.slice(0, 100),
  );
}
