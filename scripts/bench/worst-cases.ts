import { ms, times as growthOf } from "./figures.ts";
import { time, withService } from "./measure.ts";
import { row } from "./report.ts";
import type { StructureReader } from "./worst/readers.ts";
import { TEXT_READERS } from "./worst/texts.ts";

/** These need the Worker's types, with which this program is not type-checked. */
const STRUCTURES = new URL("../../test/support/worst-structures.ts", import.meta.url).href;
const { STRUCTURE_READERS } = (await import(STRUCTURES)) as {
  STRUCTURE_READERS: Readonly<Record<string, StructureReader>>;
};

/** A reader that exceeds this ratio for twice the input is not linear. */
const MAX_GROWTH = 2.3;
/** Shorter times are noise of the clock and of garbage collection. */
const LEAST_MS = 150;
/** Steep results are measured again on larger inputs, where caches and garbage collection matter less. */
const AGAIN = 4;
const FACTORS = [1, 2, 4] as const;
const HEALTH_MS = 200;

interface Measured {
  worst: string;
  times: number[];
  growth: number;
}

/** Returns the minimum of some runs, because other load on the machine only adds time. */
async function fastest(task: () => unknown): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < 3; run += 1) {
    least = Math.min(least, await time(async () => await task()));
    if (least > 1_000) break;
  }
  return least;
}

async function measure(
  worst: string,
  make: (factor: number) => () => unknown,
  scale = 1,
): Promise<Measured> {
  const times: number[] = [];
  for (const factor of FACTORS) times.push(await fastest(make(factor * scale)));
  const [first = 0, , last = 0] = times;
  const growth = last < LEAST_MS ? 0 : Math.sqrt(last / Math.max(first, 0.1));
  if (growth <= MAX_GROWTH || scale > 1 || last > 2_000) return { worst, times, growth };
  return await measure(worst, make, AGAIN);
}

function tell(name: string, { worst, times, growth }: Measured): void {
  const figures = times.map((one, i) => ms(one, `size ${FACTORS[i] ?? 0}`));
  const verdict = growth > MAX_GROWTH ? "NOT LINEAR: " : "";
  // Judged here, against linear growth; 0 if the time was too short to judge.
  figures.push(growthOf(growth, "growth per doubling", "neither"));
  row(name, figures, `${verdict}${worst}`);
  if (growth > MAX_GROWTH) process.exitCode = 1;
}

async function benchGrowth(): Promise<void> {
  for (const [name, { read, size, units }] of Object.entries(TEXT_READERS)) {
    // All late compilation has happened by now.
    for (const unit of units) read(unit.repeat(500));
    const found: Measured[] = [];
    for (const unit of units) {
      const make = (factor: number) => {
        const text = `${unit.repeat((size * factor) / unit.length)}!`;
        return () => read(text);
      };
      found.push(await measure(JSON.stringify(unit), make));
    }
    tell(name, found.toSorted((a, b) => b.growth - a.growth || sum(b) - sum(a))[0] as Measured);
  }
  for (const [name, { parts, make, read }] of Object.entries(STRUCTURE_READERS)) {
    await read(make(100));
    tell(
      name,
      await measure(`${parts}`, (factor) => {
        const text = make(parts * factor);
        return async () => await read(text);
      }),
    );
  }
}

const sum = ({ times }: Measured) => times.reduce((total, one) => total + one, 0);

/** Sends the worst inputs in turn while another client requests the health. */
async function benchHealth(): Promise<void> {
  await withService(async ({ url }) => {
    const asked: number[] = [];
    const over = new AbortController();
    const asking = (async () => {
      while (!over.signal.aborted) {
        asked.push(await time(async () => await (await fetch(`${url}/api/health`)).text()));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    const post = async (path: string, body: string) =>
      await (await fetch(`${url}${path}`, { method: "POST", body })).text();
    const made = (name: string) => {
      const reader = STRUCTURE_READERS[name];
      return reader === undefined ? "" : reader.make(reader.parts);
    };
    for (const name of ["STIX: one hub", "STIX: one campaign's techniques"]) {
      await post("/api/pipeline/import/stix?dry_run=true", made(name));
    }
    await post("/api/pipeline/import/misp?dry_run=true", made("events: a tag of letters"));
    await post("/api/pipeline/import/atlas?dry_run=true", made("matrix: YAML of list marks"));
    await post("/api/layers/import", made("Navigator: expanding entries"));
    for (const language of ["sigma", "kql", "spl", "eql"]) {
      const content = "[a ".repeat(30_000);
      await post("/api/pipeline/rules/validate", JSON.stringify({ language, content }));
    }
    over.abort();
    await asking;
    const p99 = asked.toSorted((a, b) => a - b)[Math.floor(asked.length * 0.99)] ?? 0;
    row(
      "/api/health meanwhile",
      [ms(p99, "p99"), ms(Math.max(...asked), "worst")],
      p99 > HEALTH_MS ? "TOO SLOW" : "",
    );
    if (p99 > HEALTH_MS) process.exitCode = 1;
  });
}

/** Measures the worst inputs: growth of every reader, and the effect on other requests. */
export async function benchWorstCases(): Promise<void> {
  await benchGrowth();
  await benchHealth();
}
