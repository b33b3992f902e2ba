import { SEED } from "../../src/knowledge/attack/vocabulary.ts";
import { releasePath } from "../data/data-folder.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { largeBundle } from "../../test/support/node/large-bundle.ts";
import { sendBundle, waitForTask } from "../../test/support/node/service.ts";
import { readData } from "../../test/support/node/real-data.ts";
import { median, mib, ms, times } from "./figures.ts";
import { peakMemory, RUNS, withService } from "./measure.ts";
import { timeNative } from "./native.ts";
import { row } from "./report.ts";

/** Measures the ingest of a whole release: time, memory, and the ratio to native parsing. */
export async function benchIngest(): Promise<void> {
  const real = readData(releasePath(SEED.domain, SEED.version));
  const gzipped = real ?? gzipSync(largeBundle("99.1"));
  const plain = gunzipSync(gzipped);
  const what = real === null ? "a bundle made here" : `Enterprise ${SEED.version}`;
  const native = await timeNative(plain);
  const stored: number[] = [];
  const all: number[] = [];
  let memory = 0;
  for (let run = 0; run < RUNS; run += 1) {
    await withService(async (service) => {
      if (run === 0)
        row("workerd after the first start", mib(peakMemory(service), "peak resident"));
      const start = performance.now();
      const id = await sendBundle(service.url, gzipped, true);
      const received = performance.now() - start;
      // No request in between: the task itself records when it began and ended.
      await sleep(800);
      const { created_at: queued, finished_at: done } = await waitForTask(service.url, id);
      stored.push(Date.parse(done ?? "") - Date.parse(queued));
      all.push(received + (stored.at(-1) ?? 0));
      memory = Math.max(memory, peakMemory(service));
    });
  }
  const size = (plain.length / 1e6).toFixed(1);
  row(
    `${what}: native JSON.parse in workerd`,
    [ms(native.parse), ms(native.read, "read from object storage first")],
    `${size} MB`,
  );
  row(`${what}: upload to current`, [ms(median(all)), mib(memory, "workerd's peak resident")]);
  row(`${what}: bundle in object storage to current`, [
    ms(median(stored)),
    times(median(stored) / native.parse, "of native parsing", "less"),
    times(median(stored) / native.read, "of native reading and parsing", "less"),
  ]);
}
