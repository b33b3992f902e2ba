import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { Miniflare } from "miniflare";
import { largeBundle } from "../../test/support/node/large-bundle.ts";
import { sendBundle, waitForTask } from "../../test/support/node/service.ts";
import { readShared } from "../../test/support/node/shared-data.ts";
import { median, ms, peakMemory, row, RUNS, time, withService } from "./measure.ts";

/** The same work without us, in the same runtime: the whole file parsed in one go. */
const NATIVE = `let bytes;
export default { async fetch(request, env) {
  const path = new URL(request.url).pathname;
  if (path === "/load") {
    bytes = await request.arrayBuffer();
    await env.FILES.put("bundle", bytes);
    return new Response();
  }
  const value = path === "/parse"
    ? JSON.parse(new TextDecoder().decode(bytes))
    : await (await env.FILES.get("bundle")).json();
  return new Response(String(value.objects.length));
} }`;

/** Medians of native parsing in workerd: from memory, and from object storage as an ingest begins. */
async function timeNative(plain: Uint8Array): Promise<{ parse: number; read: number }> {
  const worker = new Miniflare({
    modules: true,
    compatibilityDate: "2026-07-30",
    r2Buckets: ["FILES"],
    script: NATIVE,
  });
  const ask = async (path: string, body?: Uint8Array) =>
    await (
      await worker.dispatchFetch(`http://bench${path}`, {
        method: "POST",
        body: body ?? null,
      })
    ).text();
  await ask("/load", plain);
  const parse: number[] = [];
  const read: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    parse.push(await time(() => ask("/parse")));
    read.push(await time(() => ask("/read")));
  }
  await worker.dispose();
  return { parse: median(parse), read: median(read) };
}

/** Ingest of a whole release: time, memory, and what it is against native parsing. */
export async function benchIngest(): Promise<void> {
  const real = readShared("attack/enterprise-attack/enterprise-attack-18.1.json.gz");
  const gzipped = real ?? gzipSync(largeBundle("99.1"));
  const plain = gunzipSync(gzipped);
  const what = real === null ? "a bundle made here" : "Enterprise 18.1";
  const native = await timeNative(plain);
  const stored: number[] = [];
  const all: number[] = [];
  let memory = 0;
  for (let run = 0; run < RUNS; run += 1) {
    await withService(async (service) => {
      if (run === 0)
        row(
          "workerd after the first start, peak resident",
          `${peakMemory(service).toFixed(0)} MiB`,
        );
      const start = performance.now();
      const id = await sendBundle(service.url, gzipped, true);
      const received = performance.now() - start;
      // Nobody asks meanwhile: the task itself notes when it began and ended.
      await sleep(800);
      const { created_at: queued, finished_at: done } = await waitForTask(service.url, id);
      stored.push(Date.parse(done ?? "") - Date.parse(queued));
      all.push(received + (stored.at(-1) ?? 0));
      memory = Math.max(memory, peakMemory(service));
    });
  }
  const size = (plain.length / 1e6).toFixed(1);
  const ratio = (base: number) => `${(median(stored) / base).toFixed(2)} x`;
  row(`${what}: native JSON.parse of its ${size} MB, in workerd`, ms(native.parse));
  row("  the same, read from object storage first", ms(native.read));
  row(`${what}: upload to current, heap of 128 MB`, ms(median(all)));
  row(`${what}: bundle in object storage to current`, ms(median(stored)));
  row(
    "  against native parsing, and against native reading and parsing",
    `${ratio(native.parse)}, ${ratio(native.read)}`,
  );
  row("workerd during ingest, peak resident", `${memory.toFixed(0)} MiB`);
}
