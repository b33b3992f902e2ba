import { addSource, type CollectionRun, runSource } from "../../test/support/node/collection.ts";
import { FeedServer } from "../../test/support/node/feed-server.ts";
import {
  type RunningService,
  startService,
  temporaryFolder,
} from "../../test/support/node/service.ts";
import { benchExtraction } from "./extraction.ts";
import { benchImports } from "./imports.ts";
import { median, mib, ms, perSecond, times } from "./figures.ts";
import { peakMemory } from "./measure.ts";
import { row } from "./report.ts";

/** The most items of a feed. */
const ITEMS = 2_000;
const FEEDS = 5;
const WORDS =
  "The group sent mails with an attachment, ran a loader and moved on by remote services. ".repeat(
    4,
  );

/** Returns a report by its number, with a unique link and title, a domain, an address, and a hash in every fourth. */
function itemOf(i: number): string {
  const hash = i % 4 === 0 ? ` ${(i * 2654435761).toString(16).padStart(32, "c0ffee")}` : "";
  const address = `${20 + ((i >> 16) % 100)}.${(i >> 8) & 255}.${i & 255}.9`;
  return `<item><title>Story ${i} of what was seen this week</title><guid>${i}</guid>
<link>https://blog-${i % 50}.example/stories/${i}</link><pubDate>Tue, 06 Feb 2024 09:10:11 GMT</pubDate>
<description>${WORDS} c2-${i}[.]evil-hosts.com ${address}${hash}</description></item>`;
}

const feedOf = (numbers: readonly number[]) =>
  Buffer.from(`<rss version="2.0"><channel>${numbers.map(itemOf).join("")}</channel></rss>`);

/** Polls a feed of these reports. Returns the run and its milliseconds. */
async function poll(
  service: RunningService,
  server: FeedServer,
  name: string,
  numbers: readonly number[],
): Promise<{ run: CollectionRun; took: number }> {
  const url = server.offer(name, { bytes: feedOf(numbers) });
  const run = await runSource(service.url, await addSource(service.url, url));
  if (run.status !== "complete" || run.items_seen !== numbers.length) {
    throw new Error(JSON.stringify(run));
  }
  return { run, took: Date.parse(run.finished_at ?? "") - Date.parse(run.started_at) };
}

/** Fills a service up to this many reports. */
export async function fillTo(
  service: RunningService,
  server: FeedServer,
  from: number,
  to: number,
) {
  for (let i = from; i < to; i += ITEMS) {
    const numbers = Array.from({ length: Math.min(ITEMS, to - i) }, (_, k) => i + k);
    await poll(service, server, `fill-${i}`, numbers);
  }
}

/** Returns the median of items per second of five feeds in which every other item is known. */
export async function measureRate(service: RunningService, server: FeedServer, known: number) {
  const rates: number[] = [];
  for (let feed = 0; feed < FEEDS; feed += 1) {
    const fresh = (k: number) => 1_000_000 + known * 10 + feed * ITEMS + k;
    const old = (k: number) => Math.floor(((feed * ITEMS + k) * known) / (FEEDS * ITEMS));
    const numbers = Array.from({ length: ITEMS }, (_, k) => (k % 2 === 0 ? fresh(k) : old(k)));
    const { run, took } = await poll(service, server, `measure-${known}-${feed}`, numbers);
    if (run.items_created !== ITEMS / 2) throw new Error(JSON.stringify(run));
    rates.push((1000 * ITEMS) / took);
  }
  return median(rates);
}

/** Measures 10,000 feed items, half of them known, against 1,000 and 100,000 known reports. */
async function benchFeeds(): Promise<void> {
  const server = new FeedServer();
  await server.listen();
  const folder = temporaryFolder();
  const environment = { ALLOW_PRIVATE_SOURCES: "true" };
  let service = await startService(folder.path, environment);
  await fillTo(service, server, 0, 1_000);
  const few = await measureRate(service, server, 1_000);
  await fillTo(service, server, 1_000, 100_000);
  const many = await measureRate(service, server, 100_000);
  const memory = mib(peakMemory(service), "peak resident");
  row("feed items in and deduplicated", [
    perSecond(few, "against 1,000 known"),
    perSecond(many, "against 100,000"),
    times(many / few, "100,000 against 1,000", "more"),
    memory,
  ]);
  await service.stop();
  service = await startService(folder.path, environment);
  const { took } = await poll(service, server, "again", [7]);
  row("a feed of one known item, after a start, 100,000 known", ms(took));
  await service.stop();
  folder.remove();
  server.close();
}

/** Measures collection: feeds, imports, extraction. */
export async function benchCollection(): Promise<void> {
  benchExtraction();
  await benchFeeds();
  await benchImports();
}
