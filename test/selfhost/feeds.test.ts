import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addSource, type CollectionRun, runSource } from "../support/node/collection.ts";
import { countReports, type FeedReport, pollTwice } from "../support/node/poll-twice.ts";
import { encodeText } from "../support/node/encode-text.ts";
import { FeedServer } from "../support/node/feed-server.ts";
import { waitFor } from "../support/node/machine.ts";
import { type RunningService, startService, preparedFolder } from "../support/node/service.ts";
import { countStored } from "../support/node/stored-rows.ts";

const server = new FeedServer();
const folder = preparedFolder();
let service: RunningService;
const start = async () => await startService(folder.path, { ALLOW_PRIVATE_SOURCES: "true" });

beforeAll(async () => {
  await server.listen();
  service = await start();
});
afterAll(async () => {
  await service.stop();
  folder.remove();
  server.close();
});

const RSS_091 = `<?xml version="1.0"?>
<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">
<rss version="0.91"><channel><title>Old news</title><link>https://old.example/</link>
<description>Since 1999</description><language>en</language>
<item><title>The first story of RSS 0.91</title><link>https://old.example/1</link></item>
<item><title>The second story of RSS 0.91</title><link>/two?a=1&amp;b=2</link>
<description>With &lt;b&gt;bold&lt;/b&gt; words</description></item></channel></rss>`;

const RSS_10 = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="https://rdf.example/"><title>Facts in RDF</title><link>https://rdf.example/</link>
<items><rdf:Seq><rdf:li rdf:resource="https://rdf.example/1"/></rdf:Seq></items></channel>
<item rdf:about="https://rdf.example/1"><title>A story in RDF, beside its channel</title>
<link>https://rdf.example/1</link><dc:date>2024-05-06T07:08:09+02:00</dc:date></item></rdf:RDF>`;

/** As people write it by hand: a blank line first, undefined entities, ampersands that stand alone. */
const RSS_20 = `
<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel><title>AT&T &amp; Sons</title><link>https://hand.example/blog/</link>
<item><title>Research & development &ndash; caf&eacute;&nbsp;notes &hellip; 1 &lt; 2</title>
<link>https://hand.example/1?x=1&y=2</link><guid isPermaLink="false">one</guid>
<description><![CDATA[<p>First &amp; foremost</p><script>bad()</script><p>then</p>]]></description>
<pubDate>Tue, 06 Feb 2024 09:10:11 EST</pubDate></item>
<item><title><![CDATA[CDATA with <em>markup</em> & more of it]]></title>
<guid>https://hand.example/2</guid><description>Short</description>
<content:encoded><![CDATA[<div>All that the article says</div>]]></content:encoded>
<pubDate>06 Feb 2024 09:10:11 +0000</pubDate></item>
<item><description>An item without a title or link says only this</description></item>
</channel></rss>`;

const ATOM_03 = `<?xml version="1.0"?><feed version="0.3" xmlns="http://purl.org/atom/ns#">
<title>Atom before it was one</title><link rel="alternate" type="text/html" href="https://a3.example/"/>
<entry><title mode="escaped" type="text/html">A &lt;i&gt;slanted&lt;/i&gt; story of Atom 0.3</title>
<link rel="alternate" type="text/html" href="https://a3.example/1"/><id>tag:a3.example,2004:1</id>
<issued>2004-02-03T04:05:06Z</issued><modified>2004-03-03T04:05:06Z</modified>
<content mode="escaped" type="text/html">&lt;p&gt;Said in 2004&lt;/p&gt;</content></entry></feed>`;

const ATOM_10 = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://base.example/a/">
<title>Atom with a base</title><id>urn:uuid:60a76c80-d399-11d9-b93c-0003939e0af6</id>
<entry xml:base="b/"><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">XHTML in a <b>title</b> of Atom</div></title>
<link rel="self" href="self"/><link href="c.html"/><id>urn:1</id>
<updated>2024-01-02T03:04:05.678Z</updated>
<summary type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One</p><p>Two</p></div></summary></entry>
<entry><title>A story without a link of its own</title><id>https://base.example/by-id</id>
<updated>2024-01-02T03:04:05.678Z</updated><summary>Same second, other story</summary></entry></feed>`;

type Expected = Partial<FeedReport> & Pick<FeedReport, "title">;

const FORMATS: readonly (readonly [string, string, string, readonly Expected[]])[] = [
  [
    "RSS 0.91 with its DOCTYPE",
    RSS_091,
    "Old news",
    [
      { title: "The first story of RSS 0.91", url: "https://old.example/1", published_at: null },
      {
        title: "The second story of RSS 0.91",
        url: "https://old.example/two?a=1&b=2",
        summary: "With bold words",
      },
    ],
  ],
  [
    "RSS 1.0",
    RSS_10,
    "Facts in RDF",
    [
      {
        title: "A story in RDF, beside its channel",
        url: "https://rdf.example/1",
        published_at: "2024-05-06T05:08:09.000Z",
      },
    ],
  ],
  [
    "RSS 2.0 by hand",
    RSS_20,
    "AT&T & Sons",
    [
      {
        title: "An item without a title or link says only this",
        url: null,
        published_at: null,
      },
      {
        title: "CDATA with markup & more of it",
        url: "https://hand.example/2",
        summary: "Short",
        published_at: "2024-02-06T09:10:11.000Z",
      },
      {
        title: "Research & development – café notes … 1 < 2",
        url: "https://hand.example/1?x=1&y=2",
        published_at: "2024-02-06T14:10:11.000Z",
        summary: "First & foremost\n\nthen",
      },
    ],
  ],
  [
    "Atom 0.3",
    ATOM_03,
    "Atom before it was one",
    [
      {
        title: "A slanted story of Atom 0.3",
        url: "https://a3.example/1",
        summary: "Said in 2004",
        published_at: "2004-02-03T04:05:06.000Z",
      },
    ],
  ],
  [
    "Atom 1.0 with xhtml and xml:base",
    ATOM_10,
    "Atom with a base",
    [
      {
        title: "A story without a link of its own",
        url: "https://base.example/by-id",
        published_at: "2024-01-02T03:04:05.678Z",
      },
      {
        title: "XHTML in a title of Atom",
        url: "https://base.example/a/b/c.html",
        summary: "One\n\nTwo",
        published_at: "2024-01-02T03:04:05.678Z",
      },
    ],
  ],
];

const byTitle = (reports: FeedReport[]) => reports.sort((a, b) => (a.title < b.title ? -1 : 1));

describe("a format", () => {
  it.each(FORMATS)("%s is read", async (name, text, publisher, expected) => {
    const { run, reports } = await pollTwice(
      service.url,
      server.offer(name, { bytes: Buffer.from(text) }),
    );
    expect(run).toMatchObject({ status: "complete", items_seen: expected.length, duplicates: 0 });
    expect(byTitle(reports)).toMatchObject(expected.map((one) => ({ ...one, publisher })));
  });

  it("packed by its server or as a file is read", async () => {
    for (const [name, headers] of [
      ["in transit", { "Content-Encoding": "gzip", "Content-Type": "text/xml" }],
      ["feed.xml.gz", { "Content-Type": "application/gzip" }],
    ] as const) {
      const text = RSS_10.replaceAll("rdf.example", encodeURIComponent(name)).replaceAll(
        "in RDF",
        `packed ${name}`,
      );
      const url = server.offer(name, { bytes: gzipSync(text), headers, hasEtag: true });
      const { reports } = await pollTwice(service.url, url);
      expect(reports).toMatchObject([{ title: `A story packed ${name}, beside its channel` }]);
    }
  });
});

const WORDS: Readonly<Record<string, string>> = {
  "windows-1251": "Новая кампания: письма с вложениями",
  "koi8-r": "Обнаружен загрузчик нового вида",
  "iso-8859-1": "Une campagne très répandue à l’étranger".replace("’", "'"),
  "windows-1252": "Täter nutzen „Köder“ – wieder",
  shift_jis: "新しい攻撃キャンペーンの分析結果です",
  "euc-kr": "새로운 공격 캠페인 분석 보고서입니다",
  gb18030: "新的攻击活动使用了钓鱼邮件附件分析",
  "utf-16le": "Ein Bericht über Ångström 漢字",
  "utf-16be": "Noch ein Bericht über Ångström 漢字",
  "utf-8": "Отчёт на трёх языках 漢字 é",
};
/** Ways in which a feed tells its encoding, or does not. */
const TOLD: readonly (readonly [string, string[]])[] = [
  ["by its declaration", Object.keys(WORDS).filter((label) => !label.startsWith("utf-16"))],
  ["by the Content-Type", Object.keys(WORDS).filter((label) => !label.startsWith("utf-16"))],
  ["by a byte order mark", ["utf-8", "utf-16le", "utf-16be"]],
  ["by nothing", ["utf-8", "utf-16le", "utf-16be", "windows-1252", "iso-8859-1"]],
  ["wrongly as UTF-8", ["windows-1252", "iso-8859-1"]],
  ["wrongly as ISO-8859-1", ["utf-8"]],
];

describe("an encoding", () => {
  it.each(TOLD.flatMap(([how, labels]) => labels.map((label) => [label, how] as const)))(
    "%s, told %s, is read",
    async (label, how) => {
      const words = `${WORDS[label] ?? ""} (${how})`;
      const declared = new Map([
        ["by its declaration", label],
        ["wrongly as UTF-8", "utf-8"],
        ["wrongly as ISO-8859-1", "ISO-8859-1"],
      ]).get(how);
      const encoding = declared === undefined ? "" : ` encoding='${declared}'`;
      const mark = how === "by a byte order mark" ? "\uFEFF" : "";
      const text = `${mark}<?xml version="1.0"${encoding}?><rss version="2.0"><channel>
<item><title>${words}</title><link>https://words.example/${label}/${encodeURIComponent(how)}</link>
</item></channel></rss>`;
      const type = how === "by the Content-Type" ? `text/xml; charset="${label}"` : "text/xml";
      const url = server.offer(`${label} ${how}`, {
        bytes: encodeText(text, label),
        headers: { "Content-Type": type },
      });
      expect((await pollTwice(service.url, url)).reports).toMatchObject([{ title: words }]);
    },
  );
});

/** A feed of so many long items, each with an observable of its own. */
function longFeed(name: string, count: number): Buffer {
  const filler = "They moved to the file server and took what was there. ".repeat(30);
  const items = Array.from(
    { length: count },
    (_, i) => `<item><title>${name}: story ${i} of ${count}</title>
<link>https://${name}.example/${i}</link><description>${filler} host-${i}.${name}-c2.com</description></item>`,
  );
  return Buffer.from(`<rss version="2.0"><channel>${items.join("")}</channel></rss>`);
}

async function listRuns(id: string): Promise<CollectionRun[]> {
  const response = await fetch(`${service.url}/api/pipeline/runs?source_id=${id}`);
  return (await response.json()) as CollectionRun[];
}

async function waitForEnd(id: string): Promise<CollectionRun> {
  return await waitFor("the end of the run", async () => {
    const [run] = await listRuns(id);
    return run !== undefined && run.status !== "running" ? run : null;
  });
}

describe("a run", () => {
  it("is one, however many ask for it at once", async () => {
    const url = server.offer("once", { bytes: longFeed("once", 3) });
    const id = await addSource(service.url, url);
    server.fault = (request, response) => {
      if (request.url !== "/once") return false;
      setTimeout(() => response.end(server.feeds.get("/once")?.bytes), 300);
      return true;
    };
    const path = `${service.url}/api/pipeline/sources/${id}/run`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => await fetch(path, { method: "POST" })),
    );
    const runs = await Promise.all(
      answers.map(async (answer) => (await answer.json()) as CollectionRun),
    );
    server.fault = () => false;
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(runs.map((run) => run.id)).size).toBe(1);
    expect(runs[0]).toMatchObject({ status: "complete", items_created: 3 });
    expect(await listRuns(id)).toHaveLength(1);
    expect(server.log.filter((line) => line.startsWith("/once "))).toHaveLength(1);
  });

  it("that was killed while the feed came goes on", async () => {
    const url = server.offer("slow", { bytes: longFeed("slow", 5), hasEtag: true });
    const id = await addSource(service.url, url);
    const asked = new Promise<void>((resolve) => {
      server.fault = (request, response) => {
        if (request.url !== "/slow") return false;
        response.write("<rss>");
        resolve();
        return true;
      };
    });
    const path = `${service.url}/api/pipeline/sources/${id}/run`;
    const cut = fetch(path, { method: "POST" }).catch(() => null);
    await asked;
    const [begun] = await listRuns(id);
    await service.killAll();
    await cut;
    server.fault = () => false;
    service = await start();
    expect(await waitForEnd(id)).toMatchObject({
      id: begun?.id,
      status: "complete",
      items_seen: 5,
      items_created: 5,
      duplicates: 0,
    });
  });

  it("that was killed among its items goes on, and loses and doubles nothing", async () => {
    const count = 2_000;
    let delay = 300;
    let left = 0;
    // How fast the machine is shows in what the kill left behind.
    for (let round = 0; round < 12 && (left === 0 || left === count); round += 1) {
      const name = `cut${round}`;
      const url = server.offer(name, { bytes: longFeed(name, count), hasEtag: true });
      const id = await addSource(service.url, url);
      const path = `${service.url}/api/pipeline/sources/${id}/run`;
      const cut = fetch(path, { method: "POST" }).catch(() => null);
      await waitFor("the fetch", () => server.log.includes(`/${name} 200`) || null, 5);
      await sleep(delay);
      await service.killAll();
      await cut;
      left = countStored(folder.path, "intake_reports", "source_id", id);
      delay = left === 0 ? delay * 1.5 : delay * 0.6;
      service = await start();
      expect(await waitForEnd(id)).toMatchObject({
        status: "complete",
        items_seen: count,
        items_created: count,
        duplicates: 0,
      });
      expect(await listRuns(id)).toHaveLength(1);
      expect(await countReports(service.url, id)).toBe(count);
      const query = `/api/pipeline/observables?q=.${name}-c2.com&limit=1`;
      const found = await fetch(`${service.url}${query}`);
      expect(Number(found.headers.get("X-Total-Count"))).toBe(count);
      const again = await runSource(service.url, id);
      expect(again).toMatchObject({ status: "not_modified", items_created: 0 });
    }
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(count);
  });
});
