/**
 * `npm run bench`: speed and memory on this machine. Medians; ratios are within one run. The real
 * Enterprise bundle and report are used where `../shared` has them, else ones made here.
 */
import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { gunzipSync, gzipSync } from "node:zlib";
import { largeBundle } from "../test/support/node/large-bundle.ts";
import {
  analyse,
  type RunningService,
  sendBundle,
  startService,
  temporaryFolder,
  waitForTask,
  workerdOf,
} from "../test/support/node/service.ts";
import { readShared } from "../test/support/node/shared-data.ts";

const HEAP_LIMIT = { MINIFLARE_WORKERD_V8_FLAGS: "--max-heap-size=128" };
const RUNS = 5;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const row = (what: string, value: string) => console.log(`${what.padEnd(58)} ${value}`);
const ms = (value: number) => `${value.toFixed(0)} ms`;

async function time(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

/** Peak resident memory of the service's workerd in MiB, as the system counts it. */
function peakMemory(service: RunningService): number {
  const workerd = workerdOf(service.process.pid ?? 0);
  const status = readFileSync(`/proc/${workerd}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

async function withService(task: (service: RunningService) => Promise<void>): Promise<void> {
  const folder = temporaryFolder();
  const service = await startService(folder.path, HEAP_LIMIT);
  try {
    await task(service);
  } finally {
    await service.stop();
    folder.remove();
  }
}

async function benchIngest(): Promise<void> {
  const real = readShared("attack/enterprise-attack/enterprise-attack-18.1.json.gz");
  const gzipped = real ?? gzipSync(largeBundle("99.1"));
  const text = gunzipSync(gzipped).toString("utf8");
  const what = real === null ? "a bundle made here" : "Enterprise 18.1";
  const parse: number[] = [];
  for (let run = 0; run < RUNS; run += 1) parse.push(await time(async () => void JSON.parse(text)));
  const stored: number[] = [];
  const all: number[] = [];
  let memory = 0;
  for (let run = 0; run < RUNS; run += 1) {
    await withService(async (service) => {
      const idle = peakMemory(service);
      all.push(
        await time(async () => {
          const id = await sendBundle(service.url, gzipped, true);
          stored.push(await time(() => waitForTask(service.url, id)));
        }),
      );
      memory = Math.max(memory, peakMemory(service));
      if (run === 0) row("workerd after the first start, peak resident", `${idle.toFixed(0)} MiB`);
    });
  }
  const size = (text.length / 1e6).toFixed(1);
  row(`${what}: native JSON.parse of its ${size} MB, in Node`, ms(median(parse)));
  row(`${what}: upload to current, heap of 128 MB`, ms(median(all)));
  row(`${what}: bundle stored to current`, ms(median(stored)));
  row("  the same against native JSON.parse", `${(median(stored) / median(parse)).toFixed(2)} x`);
  row("workerd during ingest, peak resident", `${memory.toFixed(0)} MiB`);
}

async function benchAnalysis(): Promise<void> {
  const pdf = readShared("reports/AA20-302A.pdf");
  const text = "The actor ran T1059.001 on the host and sent mail with an attachment. ".repeat(600);
  const fields =
    pdf === null ? { text } : { file: new File([new Uint8Array(pdf)], "AA20-302A.pdf") };
  const million = { text: text.repeat(30).slice(0, 1_000_000) };
  await withService(async (service) => {
    const first = await time(() => analyse(service.url, fields));
    const warm: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      warm.push(await time(() => analyse(service.url, fields)));
    }
    row(
      `${pdf === null ? "a text made here" : "AA20-302A.pdf, 22 pages"}: first analysis`,
      ms(first),
    );
    row("  the same, warm", ms(median(warm)));
    row("1,000,000 characters of text", ms(await time(() => analyse(service.url, million))));
  });
}

row(
  "machine",
  `${cpus().length} x ${cpus()[0]?.model ?? "?"}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
);
row("Node", process.version);
await benchIngest();
await benchAnalysis();
