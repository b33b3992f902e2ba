import { gzipSync } from "node:zlib";
import { decodeHTML } from "entities";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { FeedServer } from "../support/node/feed-server.ts";
import { pollTwice } from "../support/node/poll-twice.ts";
import { readData, readDataJson } from "../support/node/real-data.ts";
import { preparedFolder, type RunningService, startService } from "../support/node/service.ts";

const INDEX = "feeds/INDEX.json";

interface Indexed {
  declared_encoding: string | null;
  items: number;
  items_with_date?: number;
  first_title?: string;
}

/** The index cuts titles after 80 characters, with their markup. */
const plainStart = (title: string) =>
  decodeHTML(title.replaceAll(/<[^>]*(?:>|$)/g, "").replace(/&[^;\s]*$/, "")).trim();

function contentType(name: string, { declared_encoding: encoding }: Indexed): string | null {
  // Two declare nothing and are no UTF-8: one server tells, the other leaves it to the reader.
  if (name === "miniflux-no_encoding_ISO-8859-1.xml") return "text/xml; charset=ISO-8859-1";
  if (name === "rss-parser-uolNoticias.rss") return null;
  const type = name.endsWith(".atom") ? "application/atom+xml" : "application/rss+xml";
  return encoding === null || name.startsWith("feedjira") ? type : `${type}; charset=${encoding}`;
}

/** Items that say under the same title what another one says: in the same feed, or in one before. */
const REPEATED: Readonly<Record<string, number>> = {
  "rss-parser-content-encoded.rss": 1,
  "rss-parser-craigslist.rss": 1,
  "rss-parser-uolNoticias.rss": 1,
  "theevilbit-tags-cve-index.xml": 12,
};

describeWithData("feeds of the world", [INDEX], () => {
  const server = new FeedServer();
  const folder = preparedFolder();
  let service: RunningService;
  beforeAll(async () => {
    await server.listen();
    service = await startService(folder.path, { ALLOW_PRIVATE_SOURCES: "true" });
  });
  afterAll(async () => {
    await service.stop();
    folder.remove();
    server.close();
  });

  it("come in without loss, once", async () => {
    const index = Object.entries(readDataJson<Record<string, Indexed>>(INDEX) ?? {});
    for (const [place, [name, indexed]] of index.entries()) {
      const type = contentType(name, indexed);
      const plain = readData(`feeds/${name}`) ?? Buffer.from("");
      // Every third is packed, and every other one is known by its ETag.
      const isPacked = place % 3 === 0;
      const url = server.offer(name, {
        bytes: isPacked ? gzipSync(plain) : plain,
        headers: {
          ...(type !== null && { "Content-Type": type }),
          ...(isPacked && { "Content-Encoding": "gzip" }),
        },
        hasEtag: place % 2 === 0,
      });
      const { run, reports } = await pollTwice(service.url, url);
      const { items, items_with_date: dated, first_title: title = "" } = indexed;
      const repeated = REPEATED[name] ?? 0;
      expect({ name, ...run }).toMatchObject({
        name,
        status: "complete",
        error: null,
        items_seen: items,
        items_created: items - repeated,
        duplicates: repeated,
      });
      if (repeated === items) continue;
      const dates = reports.filter((report) => report.published_at !== null);
      if (dated !== undefined) expect(dates).toHaveLength(dated === 0 ? 0 : dated - repeated);
      const titles = reports.map((report) => report.title);
      expect(titles.find((one) => one.startsWith(plainStart(title)))).toBeDefined();
      // What was decoded wrongly shows as replaced characters or as UTF-8 read in another encoding.
      expect(titles.filter((one) => /\uFFFD|Ã[\u0080-\u00BF]/.test(one))).toEqual([]);
    }
  });
});
