import { setTimeout as sleep } from "node:timers/promises";
import { addSource, runSource } from "../../test/support/node/collection.ts";
import { FeedServer } from "../../test/support/node/feed-server.ts";
import { withService } from "../bench/measure.ts";
import { OpenLoad, percentile } from "../bench/open-load.ts";
import { openClients, SLOW, STREAMS } from "./clients.ts";
import { listMixed } from "./mixed-load.ts";
import { analyze, ingest, longReport } from "./work.ts";

const PER_SECOND = 300;
const GOAL_P99_MS = 250;
const MINUTE_MS = 60_000;
const FEED = `<rss version="2.0"><channel><title>F</title>${Array.from(
  { length: 100 },
  (_, n) =>
    `<item><guid>${n}</guid><title>Report ${n}</title><link>https://example.com/${n}</link></item>`,
).join("")}</channel></rss>`;

/** Sends reads and saves at a fixed rate during an ingest. Each minute, a feed is collected and a report analyzed. */
export async function tortureLoad(options: Map<string, string>): Promise<object> {
  const minutes = Number(options.get("minutes") ?? 10);
  const perSecond = Number(options.get("rate") ?? PER_SECOND);
  let figures: Record<string, unknown> = {};
  const feeds = new FeedServer();
  await feeds.listen();
  const feed = feeds.offer("feed.xml", { bytes: new TextEncoder().encode(FEED) });
  const environment = { ALLOW_PRIVATE_SOURCES: "true", QUOTA_LAYERS: "0" };
  await withService(async ({ url }) => {
    const source = await addSource(url, feed);
    const load = new OpenLoad(await listMixed(url), perSecond);
    const clients = openClients(url);
    await clients.streaming;
    load.start();
    const period = load.beginPeriod();
    const beside: string[] = [];
    const note = (work: Promise<unknown>) =>
      work.catch((error: unknown) => beside.push(String(error)));
    const works = [note(ingest("18.1")(url))];
    for (let minute = 0; minute < minutes; minute += 1) {
      works.push(note(analyze(url, `${minute} ${longReport(100_000)}`)));
      works.push(note(runSource(url, source)));
      await sleep(MINUTE_MS);
    }
    await load.stop();
    await Promise.all(works);
    clients.close();
    figures = {
      requests: period.due,
      errors: period.errors,
      first_error: period.firstError,
      p50_ms: percentile(period, 50),
      p99_ms: percentile(period, 99),
      max_ms: percentile(period, 100),
      streams: STREAMS,
      slow_and_half_open: 2 * SLOW,
      beside,
    };
    const isLate = percentile(period, 99) > GOAL_P99_MS;
    figures["faults"] = period.errors + beside.length + (isLate ? 1 : 0);
  }, environment);
  feeds.close();
  return figures;
}
