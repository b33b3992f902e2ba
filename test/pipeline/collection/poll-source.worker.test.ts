import { describe, expect, it } from "vitest";
import { decodeFeed } from "../../../src/formats/documents/decode-feed.ts";
import { readFeed } from "../../../src/pipeline/collection/feeds/read-feed.ts";
import { feedDate } from "../../../src/pipeline/collection/feeds/feed-text.ts";
import { collectSourceJob } from "../../../src/pipeline/collection/collect-source-job.ts";
import { changeSource } from "../../../src/pipeline/collection/change-source.ts";
import { runSource } from "../../../src/pipeline/collection/run-source.ts";
import { enqueueRun } from "../../../src/pipeline/collection/enqueue-run.ts";
import { scheduleRuns } from "../../../src/pipeline/collection/schedule-runs.ts";
import { runJob } from "../../../src/platform/jobs/run-job.ts";
import { ingestSmallRelease, requestJson } from "../../support/service.ts";
import { addSource, runOnce, withNetwork } from "../../support/sources.ts";

interface Entry {
  title: string;
  link?: string;
  guid?: string;
  text?: string;
  date?: string;
}

const escape = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const rss = (entries: Entry[]) => `<?xml version="1.0"?><rss version="2.0"><channel>
<title>Unit blog</title><link>https://blog.unit.example/</link>
${entries
  .map(
    ({ title, link, guid, text, date }) => `<item><title>${escape(title)}</title>
${link === undefined ? "" : `<link>${escape(link)}</link>`}
${guid === undefined ? "" : `<guid isPermaLink="false">${guid}</guid>`}
<description>${escape(text ?? "")}</description>
${date === undefined ? "" : `<pubDate>${date}</pubDate>`}</item>`,
  )
  .join("\n")}</channel></rss>`;

/** What the trail records of a run, in order. */
async function auditOf(runId: string) {
  const { body } = await requestJson<{ actor: string; action: string; details: object }[]>(
    "/api/pipeline/audit?object_type=run&limit=200",
  );
  const own = body.filter((entry) => (entry as { object_id?: string }).object_id === runId);
  return own.toReversed().map(({ actor, details }) => ({ actor, ...details }));
}

describe("a run in the audit trail", () => {
  const url = "https://trail.unit.example/feed.xml";
  const began = { actor: "local", url, trigger: "manual", status: "running" };

  it("ends with its status and counts, or the reason", async () => {
    await ingestSmallRelease();
    const items = [1, 2].map((n) => ({ title: `Told ${n} twice-${n}.xyz`, guid: `trail ${n}` }));
    let answer = new Response(rss(items), { headers: { ETag: '"one"' } });
    const { context } = withNetwork(() => answer);
    const { id } = await addSource(context, url, { include: ["told 1"] });
    const of = { source_id: id, ...began };
    const first = await auditOf((await runOnce(context, id)).id);
    const none = { duplicates: 0, observables_known: 0, suppressed: 0, error: null };
    const counts = {
      items_seen: 2,
      items_created: 1,
      filtered: 1,
      observables_created: 1,
      ...none,
    };
    expect(first).toEqual([of, { ...of, status: "complete", ...counts }]);
    answer = new Response(null, { status: 304 });
    const second = await auditOf((await runOnce(context, id)).id);
    expect(second).toMatchObject([of, { status: "not_modified", items_seen: 0 }]);
    answer = new Response("gone", { status: 410 });
    const third = await auditOf((await runOnce(context, id)).id);
    expect(third).toMatchObject([of, { status: "failed", error: expect.stringContaining("410") }]);
  });
});

describe("a feed", () => {
  it("becomes pending reports with techniques, groups and observables, and is not read twice", async () => {
    await ingestSmallRelease();
    const entries = [
      {
        title: "APT29 sends <b>phishing</b> mails again",
        link: "https://blog.unit.example/apt29?utm_source=rss",
        guid: "1",
        text: "<p>They use T1566 and T1086 against evil-mail[.]net and 185.100.87.12.</p>",
        date: "Tue, 03 Feb 2026 10:00:00 GMT",
      },
      {
        title: "Another story of the same minute",
        link: "https://blog.unit.example/two",
        guid: "2",
        text: "CVE-2026-11111 and 10.1.2.3",
        date: "Tue, 03 Feb 2026 10:00:00 GMT",
      },
    ];
    const { context, asked } = withNetwork(
      () => new Response(rss(entries), { headers: { ETag: '"one"' } }),
    );
    const { id } = await addSource(context, "https://blog.unit.example/feed.xml");
    const first = await runOnce(context, id);
    expect(first).toMatchObject({
      status: "complete",
      items_seen: 2,
      items_created: 2,
      duplicates: 0,
      error: null,
      observables_created: 3,
      observables_known: 0,
      suppressed: 1,
    });
    const { body } = await requestJson<Record<string, unknown>[]>(
      `/api/pipeline/intake?source_id=${id}`,
    );
    const story = body.find((report) => String(report["title"]).startsWith("APT29"));
    expect(story).toMatchObject({
      title: "APT29 sends phishing mails again",
      status: "pending",
      publisher: "Unit blog",
      source_id: id,
      technique_ids: ["T1059.001", "T1566"],
      group_ids: ["G0016"],
      published_at: "2026-02-03T10:00:00.000Z",
      summary: "They use T1566 and T1086 against evil-mail[.]net and 185.100.87.12.",
    });
    expect(story?.["observable_ids"]).toHaveLength(2);

    const second = await runOnce(context, id);
    expect(second).toMatchObject({ status: "not_modified", items_seen: 0, items_created: 0 });
    expect(asked[1]?.headers.get("If-None-Match")).toBe('"one"');
    const source = await context.collection.find(id);
    expect(source).toMatchObject({ last_status: "not_modified", consecutive_failures: 0 });
  });

  it("with a link that is too long costs that item, and ends", async () => {
    const entries = [
      { title: "The item before the long link", link: "https://long.example/1" },
      { title: "The long link", link: `https://long.example/${"x".repeat(900_000)}` },
      { title: "The item behind the long link", link: "https://long.example/2" },
    ];
    const { context } = withNetwork(() => new Response(rss(entries)));
    const { id } = await addSource(context, "https://long.example/feed");
    expect(await runOnce(context, id)).toMatchObject({
      status: "complete",
      items_seen: 2,
      items_created: 2,
      duplicates: 0,
      error: "1 items of the feed are invalid or have links that are too long.",
    });
  });

  it.each(["constructor", "__proto__", "toString"])("is not <%s>", async (name) => {
    const { context } = withNetwork(() => new Response(`<${name}><item/></${name}>`));
    const { id } = await addSource(context, `https://odd.example/${name}`);
    const ended = await runOnce(context, id);
    expect(ended.status).toBe("failed");
    expect(ended.error).toMatch(/is no RSS or Atom feed|is not well-formed XML/);
  });

  it("is a duplicate under tracking parameters, in other case, and in another feed", async () => {
    const title = "A story that travels from feed to feed";
    const feeds: Record<string, string> = {
      "https://one.example/feed": rss([
        { title, link: "https://one.example/story/?id=7", guid: "a" },
      ]),
      "https://two.example/feed": rss([
        {
          title: "Told otherwise",
          link: "https://ONE.example:443/story?id=7&fbclid=x#top",
          guid: "b",
        },
        { title: `  ${title.toUpperCase()} `, link: "https://two.example/copy", guid: "c" },
        { title: "A story of its own, only here", link: "https://two.example/own", guid: "d" },
      ]),
    };
    const { context } = withNetwork((url) => new Response(feeds[url] ?? "", { status: 200 }));
    const one = await addSource(context, "https://one.example/feed");
    const two = await addSource(context, "https://two.example/feed");
    expect(await runOnce(context, one.id)).toMatchObject({ items_created: 1, duplicates: 0 });
    expect(await runOnce(context, two.id)).toMatchObject({ items_created: 1, duplicates: 2 });
  });

  it("brings observables of a duplicate to the report that it repeats", async () => {
    const link = "https://grow.example/story";
    let text = "First: one-host.xyz";
    const title = "A story that grows over time";
    const { context } = withNetwork(() => new Response(rss([{ title, link, text }])));
    const { id } = await addSource(context, "https://grow.example/feed");
    await runOnce(context, id);
    text = "First: one-host.xyz, then second-host.xyz";
    expect(await runOnce(context, id)).toMatchObject({
      items_created: 0,
      duplicates: 1,
      observables_created: 1,
      observables_known: 1,
    });
    const { body } = await requestJson<{ observable_ids: string[] }[]>(
      `/api/pipeline/intake?source_id=${id}`,
    );
    expect(body[0]?.observable_ids).toHaveLength(2);
  });

  it("keeps to include and exclude", async () => {
    const entries = ["Ransomware in schools", "Ransomware: sponsored webinar", "Quarterly figures"];
    const { context } = withNetwork(
      () =>
        new Response(
          rss(entries.map((title, i) => ({ title, link: `https://words.example/${i}` }))),
        ),
    );
    const { id } = await addSource(context, "https://words.example/feed", {
      include: ["RANSOMWARE"],
      exclude: ["webinar"],
    });
    expect(await runOnce(context, id)).toMatchObject({
      items_seen: 3,
      items_created: 1,
      filtered: 2,
    });
  });

  it("fails without stopping, backs off, and recovers", async () => {
    let status = 500;
    const { context } = withNetwork(() => new Response(rss([]), { status }));
    const { id } = await addSource(context, "https://broken.example/feed");
    for (const failures of [1, 2]) {
      const ended = await runOnce(context, id);
      expect(ended).toMatchObject({ status: "failed" });
      expect(ended.error).toContain("HTTP 500");
      const source = await context.collection.find(id);
      expect(source?.consecutive_failures).toBe(failures);
      const wait = Date.parse(source?.next_run_at ?? "") - Date.parse(ended.started_at);
      expect(wait).toBeGreaterThanOrEqual(60 * 2 ** failures * 60_000 - 1000);
    }
    status = 200;
    expect(await runOnce(context, id)).toMatchObject({ status: "complete", error: null });
    expect(await context.collection.find(id)).toMatchObject({
      last_status: "complete",
      last_error: null,
      consecutive_failures: 0,
    });
  });

  it.each([
    ["<html><body>Not found</body></html>", /is no RSS or Atom feed: its root element is <html>/],
    ["", /holds no XML/],
    [`<rss><channel>${"<a>".repeat(300)}`, /is not well-formed XML|breaks off/],
    ["\u0000\u0001binary", /holds no XML|is not well-formed XML/],
    ["<!DOCTYPE rss [<!ENTITY a 'aaaa'>", /DOCTYPE/],
  ])("that is no feed fails with a sentence (%#)", async (body, reason) => {
    const { context } = withNetwork(() => new Response(body));
    const { id } = await addSource(context, `https://odd.example/${crypto.randomUUID()}`);
    const ended = await runOnce(context, id);
    expect(ended.status).toBe("failed");
    expect(ended.error).toMatch(reason);
  });

  it("is asked where it moved to for good, and never against the egress policy", async () => {
    const body = rss([{ title: "Moved but alive and well", link: "https://new.example/1" }]);
    const answers: Record<string, () => Response> = {
      "https://old.example/feed": () => Response.redirect("https://mid.example/feed", 301),
      "https://mid.example/feed": () => Response.redirect("https://new.example/feed", 308),
      "https://new.example/feed": () => new Response(body),
      "https://trap.example/feed": () => Response.redirect("http://169.254.169.254/latest", 302),
      "https://loop.example/feed": () => Response.redirect("https://loop.example/feed", 302),
    };
    const { context, asked } = withNetwork(
      (url) => answers[url]?.() ?? new Response("", { status: 404 }),
    );
    const moved = await addSource(context, "https://old.example/feed");
    expect(await runOnce(context, moved.id)).toMatchObject({
      status: "complete",
      items_created: 1,
    });
    expect((await context.collection.find(moved.id))?.moved_to).toBe("https://new.example/feed");
    asked.length = 0;
    await runOnce(context, moved.id);
    expect(asked.map(({ url }) => url)).toEqual(["https://new.example/feed"]);

    asked.length = 0;
    const trap = await addSource(context, "https://trap.example/feed");
    expect((await runOnce(context, trap.id)).error).toContain("private or reserved");
    expect(asked.map(({ url }) => url)).toEqual(["https://trap.example/feed"]);
    const loop = await addSource(context, "https://loop.example/feed");
    expect((await runOnce(context, loop.id)).error).toContain("more than 5 times");
  });

  it("is cut off beyond 5 MiB, also when it is small while packed", async () => {
    const large = `<rss><channel><title>${"a".repeat(6 * 1024 * 1024)}</title></channel></rss>`;
    const packed = await new Response(
      new Blob([large]).stream().pipeThrough(new CompressionStream("gzip")),
    ).arrayBuffer();
    expect(packed.byteLength).toBeLessThan(100_000);
    for (const [name, body] of [
      ["plain", large],
      ["packed", packed],
    ] as const) {
      const { context } = withNetwork(() => new Response(body));
      const { id } = await addSource(context, `https://large.example/${name}`);
      expect((await runOnce(context, id)).error).toContain("5 MiB");
    }
  });
});

describe("an item that is broken inside", () => {
  const feed = (inside: string) =>
    readFeed(
      `<rss><channel><title>T</title><item><title>One</title><description>${inside}</description>
        <pubDate>Tue, 03 Feb 2026 10:00:00 GMT</pubDate></item>
        <item><title>Two</title></item><item><title>Three</title></item></channel></rss>`,
      "https://blog.unit.example/feed",
    );

  it.each([
    ["one<br>two", "onetwo"],
    ["a < b, then evil[.]top", "a < b, then evil[.]top"],
    ["<![CDATA[An <!DOCTYPE foo [<!ENTITY x SYSTEM 'file:///x'> and an <item> more]]>", null],
    ["it begins with <!DOCTYPE foo [ and goes on", null],
    ["the &lt;script&gt; tag loads evil[.]top", "the <script> tag loads evil[.]top"],
    ["&lt;!-- never closed, evil[.]top", "<!-- never closed, evil[.]top"],
    ["<p>never closed", null],
    ["<b>crossed</i> tags", "crossed tags"],
  ])("as %s spoils no other", (inside, summary) => {
    const { items, broken } = feed(inside);
    expect(items.map(({ title }) => title)).toEqual(["One", "Two", "Three"]);
    expect(broken).toBe(0);
    if (summary !== null) expect(items[0]?.summary).toBe(summary);
  });

  it.each(["<![CDATA[never closed", "<!-- never closed", "<![CDATA[one]]> <![CDATA[two"])(
    "as %s, spoils no other either",
    (inside) => {
      const { items } = feed(inside);
      expect(items.map(({ title }) => title).slice(-2)).toEqual(["Two", "Three"]);
    },
  );

  it("so that nothing can be read is counted", () => {
    expect(feed("<a>".repeat(300))).toMatchObject({ broken: 1, items: [{}, {}] });
  });
});

it("reads UTF-8 with a damaged byte as UTF-8", () => {
  const bytes = new TextEncoder().encode("<rss><channel><title>Хороший заголовок</title>?");
  bytes[bytes.length - 1] = 0xff;
  expect(decodeFeed(bytes, "text/xml; charset=utf-8")).toContain("Хороший заголовок");
});

describe("the date of an item", () => {
  it.each([
    ["Tue, 03 Feb 2026 10:00:00 GMT", "2026-02-03T10:00:00.000Z"],
    ["Tue, 3 Feb 26 10:00 EST", "2026-02-03T15:00:00.000Z"],
    ["2026-02-03T10:00:00+03:00", "2026-02-03T07:00:00.000Z"],
    ["2026-02-03 10:00:00", "2026-02-03T10:00:00.000Z"],
    ["Пн, 3 фев 2026 10:00:00 +0300", "2026-02-03T07:00:00.000Z"],
    ["lun., 3 août 2026 10:00:00 +0200", "2026-08-03T08:00:00.000Z"],
    ["Seg, 24 Set 2018 18:00:00 -0300", "2018-09-24T21:00:00.000Z"],
    ["next Tuesday", null],
    ["Thu, 01 Jan 1970 00:00:00 GMT", null],
  ])("%s is %s", (text, date) => {
    expect(feedDate(text)).toBe(date);
  });
});

describe("a source that is changed while it runs", () => {
  it("is read anew, as it is now", async () => {
    const titles = ["Ransomware in the harbour", "Figures of the quarter"];
    const feed = rss(titles.map((title, i) => ({ title, link: `https://busy.example/${i}` })));
    let change: (() => Promise<unknown>) | null = null;
    const { context } = withNetwork(async () => {
      await change?.();
      change = null;
      return new Response(feed, { headers: { ETag: '"one"' } });
    });
    const { id } = await addSource(context, "https://busy.example/feed", {
      include: ["ransomware"],
    });
    change = async () => await changeSource(context, "local", id, { include: [] });
    expect(await runOnce(context, id)).toMatchObject({ items_created: 1, filtered: 1 });
    expect(await runOnce(context, id)).toMatchObject({ status: "complete", items_created: 1 });
  });

  it("never takes another's address, however many try at once", async () => {
    const { context } = withNetwork(() => new Response(rss([])));
    const sources = await Promise.all(
      [1, 2, 3, 4, 5].map(async (n) => await addSource(context, `https://many-${n}.example/feed`)),
    );
    const outcomes = await Promise.allSettled(
      sources.map(
        async ({ id }) =>
          await changeSource(context, "local", id, { url: "https://one-for-all.example/feed" }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "conflict" });
    }
  });
});

describe("runs", () => {
  it("of one source at once are one run", async () => {
    const { context, asked } = withNetwork(async () => {
      await new Promise((done) => setTimeout(done, 50));
      return new Response(rss([{ title: "Only once, please", link: "https://once.example/1" }]));
    });
    const { id } = await addSource(context, "https://once.example/feed");
    const inBackground = (work: Promise<void>) => void work;
    const runs = await Promise.all(
      Array.from({ length: 20 }, async () => await runSource(context, "local", id, inBackground)),
    );
    expect(runs.every(({ status }) => status === "complete")).toBe(true);
    expect(new Set(runs.map((ended) => ended.id)).size).toBe(1);
    expect(asked).toHaveLength(1);
  });

  it("resume under their own id after an interruption, and count nothing twice", async () => {
    const entries = Array.from({ length: 1_050 }, (_, i) => ({
      title: `Story number ${i} of many`,
      link: `https://cut.example/${i}`,
    }));
    const { context } = withNetwork(() => new Response(rss(entries)));
    const { id } = await addSource(context, "https://cut.example/feed");
    const source = await context.collection.find(id);
    if (source === null) throw new Error("no source");
    const runId = await enqueueRun(context, source, "local", "manual");
    const job = await context.jobs.claim(runId, "first", context.now(), context.now(60));
    if (job === null) throw new Error("no job");
    let steps = 0;
    const cut = collectSourceJob.run(context, {
      job,
      payload: { source_id: id, trigger: "manual" },
      signal: new AbortController().signal,
      report: async () => {
        steps += 1;
        if (steps === 2) throw new Error("the power went");
      },
    });
    await expect(cut).rejects.toThrow("the power went");
    expect(await context.collection.findRun(runId)).toMatchObject({ status: "running" });
    await context.jobs.releaseAll(context.now(1), context.now());
    await runJob(context, runId);
    expect(await context.collection.findRun(runId)).toMatchObject({
      status: "complete",
      items_seen: 1050,
      items_created: 1050,
      duplicates: 0,
    });
  });

  it("are scheduled once for each source that is due, as `scheduler`", async () => {
    const { context } = withNetwork(() => new Response(rss([])));
    const { id } = await addSource(context, "https://due.example/feed");
    const off = await addSource(context, "https://off.example/feed", { enabled: false });
    await scheduleRuns(context);
    await scheduleRuns(context);
    const { items } = await context.jobs.list(
      { limit: 200, offset: 0 },
      { kind: "collect_source", state: "queued" },
    );
    const mine = items.filter(({ payload }) => [id, off.id].includes(String(payload["source_id"])));
    expect(mine).toHaveLength(1);
    // Others are due as well, and those that waited longer go first.
    for (let round = 0; round < 50; round += 1) {
      const runnable = await context.jobs.listRunnable(context.now());
      await Promise.all(runnable.map(async (jobId) => await runJob(context, jobId)));
    }
    expect(await context.collection.findRun(mine[0]?.id ?? "")).toMatchObject({
      trigger: "scheduler",
    });
    await scheduleRuns(context);
    const left = await context.jobs.list(
      { limit: 200, offset: 0 },
      { kind: "collect_source", state: "queued" },
    );
    expect(left.items.filter(({ payload }) => payload["source_id"] === id)).toEqual([]);
  });
});
