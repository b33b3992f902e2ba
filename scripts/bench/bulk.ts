import { gunzipSync, gzipSync } from "node:zlib";
import { SEED } from "../../src/knowledge/attack/vocabulary.ts";
import { FeedServer } from "../../test/support/node/feed-server.ts";
import { largeBundle } from "../../test/support/node/large-bundle.ts";
import { largeStixBundle } from "../../test/support/node/large-imports.ts";
import { readData } from "../../test/support/node/real-data.ts";
import {
  analyse,
  type RunningService,
  sendBundle,
  waitForTask,
} from "../../test/support/node/service.ts";
import { releasePath } from "../data/data-folder.ts";
import { readReport, toMillion } from "./analysis.ts";
import { fillTo, measureRate } from "./collection.ts";
import { count, cpu, median, mib, ms, perSecond, seconds, times } from "./figures.ts";
import { sendImport } from "./imports.ts";
import { peakMemory, processorTime, RUNS, time, withService } from "./measure.ts";
import { timeNative } from "./native.ts";
import { row } from "./report.ts";

const LARGE_IMPORT = 90 * 2 ** 20;
const KNOWN_REPORTS = 1_000;
/** Runs of cases that take many seconds. */
const LONG_RUNS = 3;

/** Measures bulk work through the running service, next to native parsing of the same bytes. */
export async function benchBulk(): Promise<void> {
  await benchStix();
  await benchFeed();
  await benchUpload();
  await benchReport();
}

/** Measures the dry run and the import of the same bundle, each in a new service. */
async function benchStix(): Promise<void> {
  const body = largeStixBundle("bulk", LARGE_IMPORT);
  const native = await timeNative(body);
  const dry: number[] = [];
  const stored: number[] = [];
  const processor: number[] = [];
  let memory = 0;
  let found = 0;
  for (let run = 0; run < LONG_RUNS; run += 1) {
    await withService(async (service) => {
      dry.push((await sendImport(service, "stix?dry_run=true", body)).took);
      const before = processorTime(service);
      const { took, result } = await sendImport(service, "stix", body);
      processor.push(processorTime(service) - before);
      stored.push(took);
      memory = Math.max(memory, peakMemory(service));
      found = result.observables_created;
    });
  }
  row("90 MiB of STIX: native JSON.parse in workerd", ms(native.parse));
  row("90 MiB of STIX, dry run", [
    seconds(median(dry) / 1_000),
    times(median(dry) / native.parse, "of native parsing", "less"),
  ]);
  row("90 MiB of STIX, imported", [
    seconds(median(stored) / 1_000),
    times(median(stored) / native.parse, "of native parsing", "less"),
    cpu(median(processor), "all processes"),
    mib(memory, "workerd's peak resident"),
    count(found, "observables"),
  ]);
}

/** Measures feeds of 2,000 items, half of them known. */
async function benchFeed(): Promise<void> {
  const server = new FeedServer();
  await server.listen();
  await withService(
    async (service) => {
      await fillTo(service, server, 0, KNOWN_REPORTS);
      const before = processorTime(service);
      const rate = await measureRate(service, server, KNOWN_REPORTS);
      const used = processorTime(service) - before;
      row("items of feeds of 2,000, half of them known", [
        perSecond(rate),
        cpu(used, "all processes, 10,000 items"),
      ]);
    },
    { ALLOW_PRIVATE_SOURCES: "true" },
  );
  server.close();
}

/** Measures the first upload of a release to a new service, from its first byte until it is current. */
async function benchUpload(): Promise<void> {
  const real = readData(releasePath(SEED.domain, SEED.version));
  const plain = real === null ? largeBundle("99.1") : gunzipSync(real);
  const native = await timeNative(plain);
  const packed = gzipSync(plain);
  const measure = async (body: Uint8Array, isPacked: boolean) => {
    const runs: number[] = [];
    const used: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      await withService(async (service) => {
        const { url } = service;
        const before = processorTime(service);
        const upload = async () => {
          const task = await waitForTask(url, await sendBundle(url, body, isPacked));
          if (task.status !== "complete") throw new Error(JSON.stringify(task));
        };
        runs.push(await time(upload));
        used.push(processorTime(service) - before);
      });
    }
    return [
      ms(median(runs)),
      times(median(runs) / native.parse, "of native parsing", "less"),
      cpu(median(used), "all processes"),
    ];
  };
  const what = real === null ? "a release made here" : `Enterprise ${SEED.version}`;
  const note = `${(plain.length / 1e6).toFixed(1)} MB`;
  row(`${what}: native JSON.parse in workerd`, ms(native.parse), note);
  row(`${what}: first upload to current`, await measure(plain, false), note);
  row(`${what}: first upload to current, gzip`, await measure(packed, true), note);
}

/**
 * Measures a report as PDF and as its text, whose difference is the cost of extraction, and then the largest
 * text.
 */
async function benchReport(): Promise<void> {
  const { file, text } = await readReport();
  await withService(async (service) => {
    const measure = async (fields: Record<string, string | File>, runs: number) => {
      const used: number[] = [];
      const took: number[] = [];
      for (let run = 0; run < runs; run += 1) {
        const before = processorTime(service);
        took.push(await time(() => analyseOrThrow(service, fields)));
        used.push(processorTime(service) - before);
      }
      // The first third warms up.
      const warm = (all: readonly number[]) => median(all.slice(Math.floor(runs / 3)));
      return { processor: warm(used), time: warm(took) };
    };
    const analysed = await measure({ text }, 3 * RUNS);
    row("the text of the report, analysed", [
      ms(analysed.time),
      cpu(analysed.processor, "all processes"),
    ]);
    if (file !== null) {
      const whole = await measure({ file }, 3 * RUNS);
      const reading = whole.processor - analysed.processor;
      row("the PDF of 22 pages, read and analysed", [
        ms(whole.time),
        cpu(whole.processor, "all processes"),
        cpu(reading, "reading"),
        times(analysed.processor / reading, "analysis against reading", "less"),
      ]);
    }
    const million = await measure({ text: toMillion(text) }, LONG_RUNS);
    row("1,000,000 characters, analysed", [
      ms(million.time),
      cpu(million.processor, "all processes"),
    ]);
  });
}

async function analyseOrThrow(service: RunningService, fields: Record<string, string | File>) {
  const { status, body } = await analyse(service.url, fields);
  if (status >= 300) throw new Error(JSON.stringify(body));
}
