import { beforeAll, describe, expect, it } from "vitest";
import { changeSource } from "../../../src/pipeline/collection/change-source.ts";
import type { Piece } from "../../../src/pipeline/collection/kinds/import-pieces.ts";
import { searchEvents } from "../../../src/pipeline/collection/kinds/misp/search-events.ts";
import { previewSource } from "../../../src/pipeline/collection/preview-source.ts";
import { MISP_KEY, type MispEvent, mispServer, UUID } from "../../support/misp.ts";
import { ingestSmallRelease } from "../../support/service.ts";
import { addSource, importsOf, reportsOf, runOnce, withNetwork } from "../../support/sources.ts";

beforeAll(ingestSmallRelease);

const T = 1_795_300_000;
const BASE = "https://misp.unit.example/";
const CREDENTIALS = { [BASE]: { key: MISP_KEY } };

let unit = 0;
/** Events with names and values that no other test has. */
function someEvents(count: number, more: Partial<MispEvent> = {}): MispEvent[] {
  unit += 1;
  return Array.from({ length: count }, (_, n) => ({
    uuid: UUID(unit * 100_000 + n),
    info: `Unit ${unit} event ${n}`,
    timestamp: T + n,
    values: [["domain", `host-${n}.unit-misp-${unit}.xyz`]],
    ...more,
  }));
}

async function bodiesOf(asked: Request[]) {
  const posts = asked.filter(({ method }) => method === "POST");
  return await Promise.all(posts.map(async (one) => await one.clone().json<object>()));
}

async function addMisp(events: MispEvent[], more: object = {}, fault?: never) {
  const { context, asked } = withNetwork(mispServer(events, fault), CREDENTIALS);
  unit += 1;
  const source = await addSource(context, `${BASE}${unit}/`, {
    kind: "misp",
    name: "Unit MISP",
    ...more,
  });
  return { context, asked, id: source.id };
}

describe("a MISP server", () => {
  it("is found by any of its pages, with its first events", async () => {
    const { context } = withNetwork(mispServer(someEvents(7)), CREDENTIALS);
    for (const url of [BASE, `${BASE}events/view/12`]) {
      const preview = await previewSource(context, "local", { url });
      expect(preview).toMatchObject({
        kind: "misp",
        url: BASE,
        title: "MISP at misp.unit.example",
        item_count: null,
        has_credentials: true,
      });
      expect(preview.items).toHaveLength(5);
    }
  });

  it("without a key says where it is set", async () => {
    const { context } = withNetwork(mispServer([]));
    await expect(previewSource(context, "local", { url: BASE })).rejects.toThrow(
      /HTTP 403\. If the server needs credentials, an operator adds them to the setting SERVER_CREDENTIALS\.$/,
    );
    const { id } = await addSource(context, `${BASE}nokey/`, { kind: "misp" });
    expect(await runOnce(context, id)).toMatchObject({
      status: "failed",
      error: expect.stringContaining("SERVER_CREDENTIALS"),
    });
  });

  it("is read in pages, and then from the last edit on", async () => {
    const events = someEvents(40);
    const { context, asked, id } = await addMisp(events);
    const first = await runOnce(context, id);
    expect(first).toMatchObject({
      status: "complete",
      items_seen: 40,
      items_created: 40,
      error: null,
    });
    expect(await bodiesOf(asked)).toMatchObject([
      { limit: 32, page: 1, returnFormat: "json" },
      { limit: 32, page: 2 },
      { limit: 8, page: 6 },
    ]);
    expect(await importsOf(first.id)).toMatchObject([
      { kind: "sharing_events", filename: "Unit MISP", source_id: id, items_created: 40 },
    ]);
    expect(await runOnce(context, id)).toMatchObject({ status: "not_modified" });
    const [changed] = events;
    if (changed === undefined) throw new Error("no event");
    changed.timestamp = T + 100;
    changed.values?.push(["domain", `later.unit-misp-${unit}.xyz`]);
    const third = await runOnce(context, id);
    expect(third).toMatchObject({ items_seen: 1, duplicates: 1, observables_created: 1 });
    expect((await bodiesOf(asked)).at(-2)).toMatchObject({ timestamp: T + 40 });
    expect((await reportsOf(id)).length).toBe(40);
  });

  it("loses no event that is edited while it is read", async () => {
    const now = Math.floor(Date.now() / 1000);
    const events = someEvents(3, { timestamp: now - 5 });
    const { context, id } = await addMisp(events);
    expect(await runOnce(context, id)).toMatchObject({ items_created: 3 });
    events.push(...someEvents(1, { timestamp: now - 5 }));
    expect(await runOnce(context, id)).toMatchObject({ items_created: 1 });
  });

  it("asks for the tags and organizations of its filters, and is read whole when they change", async () => {
    const events = [
      ...someEvents(2, { tags: ["type:OSINT"] }),
      ...someEvents(1, { tags: ["type:OSINT", "tlp:red"], organization: "Other" }),
    ];
    const filters = { tags: ["type:OSINT", "!tlp:red"], organizations: ["Unit CERT"] };
    const { context, asked, id } = await addMisp(events, { filters });
    expect(await runOnce(context, id)).toMatchObject({ items_created: 2 });
    expect((await bodiesOf(asked))[0]).toMatchObject({ tags: filters.tags, org: ["Unit CERT"] });
    await changeSource(context, "local", id, { filters: { tags: ["type:OSINT"] } });
    expect(await runOnce(context, id)).toMatchObject({ items_created: 1, duplicates: 2 });
  });

  it("whose page is too large is asked for halves, and one event that is too large is left out", async () => {
    const events = someEvents(8);
    const huge = "x".repeat(2_000_000);
    const { context, id } = await addMisp(events);
    const settings = { ...context.settings, MAX_IMPORT_BYTES: 2_000_000 };
    const small = { ...context, settings };
    const [, , third] = events;
    third?.values?.push(["comment", huge]);
    const run = await runOnce(small, id);
    expect(run).toMatchObject({ status: "complete", items_created: 7 });
    expect(run.error).toMatch(/^1 item could not be used\. .* sends more than 1000000 bytes\.$/);
  });

  it("is read on behind an event that is too large, where a part of a run ends there", async () => {
    const events = someEvents(4);
    events[0]?.values?.push(["comment", "x".repeat(2_000_000)]);
    const { context, id } = await addMisp(events);
    const small = { ...context, settings: { ...context.settings, MAX_IMPORT_BYTES: 2_000_000 } };
    const source = await context.collection.find(id);
    if (source === null) throw new Error("The source is gone.");
    const { value: skipped } = await searchEvents(small, source).next();
    expect(skipped).toMatchObject({ content: null, state: null, rest: { large: 1 } });
    const { rest: state = null } = skipped as Piece;
    const { value: next } = await searchEvents(small, { ...source, state }).next();
    expect(next).toMatchObject({ content: expect.anything(), state: { round: { offset: 2 } } });
  });

  it("that sends too much whatever it is asked for is left alone, and loses no event", async () => {
    const events = someEvents(12);
    let isFlooding = true;
    const flood = () => (isFlooding ? new Response(`{"response": ["${"x".repeat(200_000)}`) : null);
    const { context, asked, id } = await addMisp(events, {}, flood as never);
    const small = { ...context, settings: { ...context.settings, MAX_IMPORT_BYTES: 300_000 } };
    expect(await runOnce(small, id)).toMatchObject({
      status: "failed",
      error: expect.stringMatching(/ sends more than 150000 bytes\.$/),
    });
    expect((await bodiesOf(asked)).length).toBeLessThan(20);
    isFlooding = false;
    expect(await runOnce(small, id)).toMatchObject({ status: "complete", items_created: 12 });
  });

  it("that answers with something else fails its run", async () => {
    const other = () => Response.json({ status: "ok" });
    const { context, id } = await addMisp(someEvents(1), {}, other as never);
    expect(await runOnce(context, id)).toMatchObject({
      status: "failed",
      error: expect.stringMatching(/answers with JSON that is no list of events/),
    });
  });

  it("that breaks off keeps what came, and goes on there", async () => {
    const events = someEvents(70);
    let isBroken = true;
    const fault = ({ page }: { page: number }) =>
      isBroken && page > 1 ? new Response("{}", { status: 500 }) : null;
    const { context, id } = await addMisp(events, {}, fault as never);
    expect(await runOnce(context, id)).toMatchObject({ status: "failed", items_created: 32 });
    isBroken = false;
    expect(await runOnce(context, id)).toMatchObject({
      status: "complete",
      items_created: 38,
      duplicates: 0,
    });
    expect((await reportsOf(id)).length).toBe(70);
  });

  it("does not get its key at another address", async () => {
    const { context, asked } = withNetwork((url) => {
      const { host, pathname } = new URL(url);
      if (host !== "misp.unit.example") return Response.json({ version: "2.5.12" });
      const Location = `https://elsewhere.example${pathname}`;
      return new Response(null, { status: 302, headers: { Location } });
    }, CREDENTIALS);
    await previewSource(context, "local", { url: BASE, kind: "misp" }).catch(() => undefined);
    const sent = asked.map(({ url, headers }) => [new URL(url).host, headers.get("Authorization")]);
    expect(sent).toContainEqual(["misp.unit.example", MISP_KEY]);
    expect(
      sent.filter(([host]) => host !== "misp.unit.example").every(([, key]) => key === null),
    ).toBe(true);
    const { id } = await addSource(context, `${BASE}moved/`, { kind: "misp" });
    expect(await runOnce(context, id)).toMatchObject({
      status: "failed",
      error: expect.stringContaining("redirects to https://elsewhere.example/"),
    });
  });
});
