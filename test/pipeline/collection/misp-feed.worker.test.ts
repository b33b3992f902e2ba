import { beforeAll, describe, expect, it } from "vitest";
import { collectSourceJob } from "../../../src/pipeline/collection/collect-source-job.ts";
import { enqueueRun } from "../../../src/pipeline/collection/enqueue-run.ts";
import { previewSource } from "../../../src/pipeline/collection/preview-source.ts";
import { runJob } from "../../../src/platform/jobs/run-job.ts";
import { type MispEvent, mispFeed, UUID } from "../../support/misp.ts";
import { ingestSmallRelease } from "../../support/service.ts";
import {
  addSource,
  importsOf,
  replayServer,
  reportsOf,
  runOnce,
  withNetwork,
} from "../../support/sources.ts";
import pymisp from "../../support/recorded/misp-feed-pymisp.json?raw";

beforeAll(ingestSmallRelease);

type Fault = Parameters<typeof mispFeed>[1];

const HOST = "https://feeds.unit.example";
const T = 1_795_300_000;

let unit = 500;
function someEvents(count: number): MispEvent[] {
  unit += 1;
  return Array.from({ length: count }, (_, n) => ({
    uuid: UUID(unit * 100_000 + n),
    info: `Feed ${unit} event ${n}`,
    timestamp: T + n,
    values: [["domain", `host-${n}.unit-feed-${unit}.xyz`]],
  }));
}

const filesOf = (asked: Request[]) =>
  asked.map(({ url }) => new URL(url).pathname.split("/").at(-1));

async function addFeed(events: MispEvent[], fault?: Fault, more: object = {}) {
  const { context, asked } = withNetwork(mispFeed(events, fault));
  unit += 1;
  const { id } = await addSource(context, `${HOST}/${unit}/`, { kind: "misp_feed", ...more });
  return { context, asked, id };
}

describe("a feed that PyMISP wrote", () => {
  it("is found by its manifest and read, in every script, with techniques and values", async () => {
    const { context, asked } = withNetwork(replayServer(pymisp));
    const preview = await previewSource(context, "local", { url: `${HOST}/feed/manifest.json` });
    expect(preview).toMatchObject({
      kind: "misp_feed",
      url: `${HOST}/feed/`,
      title: "MISP feed of Unit CERT",
      item_count: 3,
    });
    expect(preview.items.map(({ title }) => title)).toContain("钓鱼活动的域名");
    const { id } = await addSource(context, preview.url, { kind: "misp_feed", name: "Unit feed" });
    const run = await runOnce(context, id);
    expect(run).toMatchObject({
      status: "complete",
      items_created: 3,
      observables_created: 6,
      error: null,
    });
    const reports = await reportsOf(id);
    expect(reports.map(({ title }) => title).sort()).toEqual(
      ["Phishing by way of unit mail hosts", "Вредоносные узлы кампании", "钓鱼活动的域名"].sort(),
    );
    expect(reports.find(({ title }) => title.startsWith("Phishing"))?.technique_ids).toEqual([
      "T1566",
    ]);
    expect(await importsOf(run.id)).toMatchObject([
      { kind: "sharing_events", filename: "Unit feed" },
    ]);
    const before = asked.length;
    expect(await runOnce(context, id)).toMatchObject({ status: "not_modified" });
    expect(filesOf(asked).slice(before)).toEqual(["manifest.json"]);
  });
});

describe("a MISP feed", () => {
  it("has only its new and changed events fetched, and keeps what it lists no more", async () => {
    const events = someEvents(3);
    const { context, asked, id } = await addFeed(events);
    expect(await runOnce(context, id)).toMatchObject({ items_created: 3 });
    const [gone, changed] = events.splice(0, 2);
    if (changed === undefined) throw new Error("no event");
    events.push({
      ...changed,
      timestamp: T + 500,
      values: [...(changed.values ?? []), ["domain", `later.unit-feed-${unit}.xyz`]],
    });
    const before = asked.length;
    expect(await runOnce(context, id)).toMatchObject({
      items_seen: 1,
      items_created: 0,
      duplicates: 1,
      observables_created: 1,
    });
    expect(filesOf(asked).slice(before)).toEqual(["manifest.json", `${changed.uuid}.json`]);
    expect((await reportsOf(id)).map(({ title }) => title)).toContain(gone?.info);
  });

  it("loses no event to another that is missing, broken or no event, and asks for it again", async () => {
    const events = someEvents(5);
    const bad = new Map<string, Response>([
      [`${events[0]?.uuid}.json`, new Response("Not here", { status: 404 })],
      [`${events[1]?.uuid}.json`, new Response('{"Event": {"info": "cut')],
      [`${events[2]?.uuid}.json`, Response.json({ Events: [] })],
      [
        `${events[3]?.uuid}.json`,
        new Response("<html>", { headers: { "Content-Type": "text/html" } }),
      ],
    ]);
    const fault: Fault = (url) =>
      bad.get(new URL(url).pathname.split("/").at(-1) ?? "")?.clone() ?? null;
    const { context, id } = await addFeed(events, fault);
    const run = await runOnce(context, id);
    expect(run).toMatchObject({ status: "complete", items_created: 1 });
    expect(run.error).toMatch(/^4 items could not be used\. The first: .*HTTP 404\.$/);
    bad.clear();
    expect(await runOnce(context, id)).toMatchObject({ items_created: 4, error: null });
  });

  it("that limits its requests keeps what came, and is asked for the rest later", async () => {
    const events = someEvents(6);
    let left = 3;
    const fault: Fault = (url) => {
      if (url.endsWith("manifest.json")) return null;
      left -= 1;
      return left >= 0
        ? null
        : new Response("slow down", { status: 429, headers: { "Retry-After": "9" } });
    };
    const { context, asked, id } = await addFeed(events, fault);
    expect(await runOnce(context, id)).toMatchObject({ status: "failed", items_created: 3 });
    left = 100;
    const before = asked.length;
    expect(await runOnce(context, id)).toMatchObject({
      status: "complete",
      items_created: 3,
      duplicates: 0,
    });
    expect(asked.length - before).toBe(4);
  });

  it("leaves a server alone that fails three times", async () => {
    const fault: Fault = (url) =>
      url.endsWith("manifest.json") ? null : new Response("no", { status: 502 });
    const { context, asked, id } = await addFeed(someEvents(50), fault);
    expect(await runOnce(context, id)).toMatchObject({ status: "failed", items_created: 0 });
    expect(asked.length).toBe(4);
  });

  it("is filtered by tags and organizations before anything is fetched, and by words after it", async () => {
    const events = someEvents(4);
    Object.assign(events[0] ?? {}, { tags: ["type:OSINT"] });
    Object.assign(events[1] ?? {}, { tags: ["type:OSINT", "tlp:red"] });
    Object.assign(events[2] ?? {}, { tags: ["type:osint"], organization: "Другая" });
    Object.assign(events[3] ?? {}, { tags: ["type:OSINT"], info: "Ничего важного" });
    const filters = { tags: ["type:OSINT", "!tlp:red"], organizations: ["unit cert"] };
    const { context, asked, id } = await addFeed(events, undefined, {
      filters,
      exclude: ["ВАЖНОГО"],
    });
    expect(await runOnce(context, id)).toMatchObject({ items_created: 1, filtered: 1 });
    expect(asked.length).toBe(3);
  });

  it("of nothing is nothing new", async () => {
    const { context, id } = await addFeed([]);
    expect(await runOnce(context, id)).toMatchObject({ status: "not_modified", error: null });
  });

  it("names what its manifest lists wrongly", async () => {
    const answer: Fault = () =>
      Response.json({ "../../secret": { timestamp: "1" }, [UUID(7)]: { info: "no time" } });
    const { context, asked, id } = await addFeed([], answer);
    const run = await runOnce(context, id);
    expect(run.error).toContain("The manifest has 2 entries without a UUID or timestamp.");
    expect(filesOf(asked)).toEqual(["manifest.json"]);
  });

  it("that was interrupted after it was stored enters nothing twice", async () => {
    const events = someEvents(4);
    const { context, id } = await addFeed(events);
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
    await context.jobs.releaseAll(context.now(1), context.now());
    await runJob(context, runId);
    const run = await context.collection.findRun(runId);
    expect(run).toMatchObject({ status: "complete", items_created: 4 });
    expect((await reportsOf(id)).length).toBe(4);
  });

  it("of 10,000 events is read in parts, of which each resumes the one before", async () => {
    const events = someEvents(10_000);
    for (const event of events.slice(0, 120)) event.tags = ["type:OSINT"];
    const { context, asked, id } = await addFeed(events, undefined, {
      filters: { tags: ["type:OSINT"] },
    });
    const source = await context.collection.find(id);
    if (source === null) throw new Error("no source");
    const runId = await enqueueRun(context, source, "local", "manual");
    // Each look at the clock takes two seconds, so that parts end before the feed does.
    let looks = 0;
    const now = (seconds = 0) => {
      looks += 1;
      return context.now(seconds + looks * 2);
    };
    let parts = 0;
    for (let isRunning = true; isRunning && parts < 20; parts += 1) {
      await runJob({ ...context, now }, runId);
      isRunning = (await context.collection.findRun(runId))?.status === "running";
    }
    const run = await context.collection.findRun(runId);
    expect(run).toMatchObject({ status: "complete", items_seen: 120, items_created: 120 });
    expect(parts).toBeGreaterThan(1);
    const files = filesOf(asked);
    expect(files.filter((name) => name === "manifest.json")).toHaveLength(parts);
    expect(files).toHaveLength(120 + parts);
    expect((await importsOf(runId)).length).toBeGreaterThan(1);
  });
});
