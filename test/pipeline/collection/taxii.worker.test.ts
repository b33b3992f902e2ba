import { beforeAll, describe, expect, it } from "vitest";
import type { Piece } from "../../../src/pipeline/collection/kinds/import-pieces.ts";
import { readCollection } from "../../../src/pipeline/collection/kinds/taxii/read-collection.ts";
import { previewSource } from "../../../src/pipeline/collection/preview-source.ts";
import { ingestSmallRelease } from "../../support/service.ts";
import {
  addSource,
  importsOf,
  replayServer,
  reportsOf,
  runOnce,
  withNetwork,
} from "../../support/sources.ts";
import { note, taxiiServer } from "../../support/taxii-server.ts";
import medallion from "../../support/recorded/taxii-medallion.json?raw";
import opentaxii from "../../support/recorded/taxii-opentaxii.json?raw";

beforeAll(ingestSmallRelease);

const CREDENTIALS = {
  "http://127.0.0.1:5055": { username: "analyst", password: "unit-pass" },
  "http://127.0.0.1:5056": { bearer: "unit-token" },
};

/** The recorded servers were on loopback. */
function recordedServer(recorded: string) {
  const { context, asked } = withNetwork(replayServer(recorded), CREDENTIALS);
  const settings = { ...context.settings, ALLOW_PRIVATE_SOURCES: true };
  return { context: { ...context, settings }, asked };
}

const HOST = "https://taxii.unit.example";
const COLLECTION = `${HOST}/api1/collections/one/`;
const at = (minute: number) => `2026-11-21T09:${String(minute).padStart(2, "0")}:00.000Z`;
const urlsOf = (asked: Request[]) => asked.map(({ url }) => new URL(url).search);

describe("a collection of a server that others wrote", () => {
  it.each([
    ["medallion", medallion, "http://127.0.0.1:5055/taxii2/", 3],
    ["opentaxii", opentaxii, "http://127.0.0.1:5056/taxii2/", 1],
  ] as const)(
    "%s is found, read whole once, and then asked for what is new",
    async (name, recorded, address, pages) => {
      const { context, asked } = recordedServer(recorded);
      const preview = await previewSource(context, "local", { url: address });
      expect(preview).toMatchObject({
        kind: "taxii",
        title: "Unit collection",
        origin: "linked",
        has_credentials: true,
        item_count: null,
      });
      expect(preview.items[0]?.title).toBe("Phishing by way of unit hosts");
      const { id } = await addSource(context, preview.url, { kind: "taxii", name: `Unit ${name}` });
      const before = asked.length;
      const first = await runOnce(context, id);
      expect(asked.length - before).toBe(pages);
      expect(first).toMatchObject({ status: "complete", items_seen: 3, error: null });
      expect(await importsOf(first.id)).toMatchObject([
        {
          kind: "stix",
          filename: `Unit ${name}`,
          source_id: id,
          status: "complete",
          actor: "local",
        },
      ]);
      const second = await runOnce(context, id);
      expect(second).toMatchObject({ status: "not_modified", items_seen: 0 });
      expect(asked.at(-1)?.url).toContain("added_after=");
      expect(await importsOf(second.id)).toEqual([]);
      const schemes = new Set(
        asked.map(({ headers }) => headers.get("Authorization")?.split(" ")[0]),
      );
      expect([...schemes]).toEqual([name === "medallion" ? "Basic" : "Bearer"]);
    },
  );

  it("without credentials says where they are set", async () => {
    const { context } = withNetwork(replayServer(medallion));
    const settings = { ...context.settings, ALLOW_PRIVATE_SOURCES: true };
    const url = "http://127.0.0.1:5055/taxii2/";
    await expect(previewSource({ ...context, settings }, "local", { url })).rejects.toThrow(
      /HTTP 401\. If the server needs credentials, an operator adds them to the setting SERVER_CREDENTIALS\.$/,
    );
  });
});

describe("a TAXII collection", () => {
  it("is read page by page, and then from the last object on", async () => {
    const objects = [1, 2, 3, 4, 5].map((n) => note(n, at(n)));
    const { context, asked } = withNetwork(taxiiServer(objects));
    const { id } = await addSource(context, COLLECTION, { kind: "taxii" });
    expect(await runOnce(context, id)).toMatchObject({ items_created: 5, duplicates: 0 });
    expect(urlsOf(asked)).toEqual(["?limit=500", "?limit=500&next=2", "?limit=500&next=4"]);
    expect(await runOnce(context, id)).toMatchObject({ status: "not_modified" });
    objects.push(note(6, at(6)));
    expect(await runOnce(context, id)).toMatchObject({ items_seen: 1, items_created: 1 });
    expect(urlsOf(asked).at(-1)).toBe(`?limit=500&added_after=${encodeURIComponent(at(5))}`);
    expect((await reportsOf(id)).length).toBe(6);
  });

  it.each([
    ["a `next`", {}],
    ["no `next`", { hasNext: false }],
  ])("of objects of one time loses none, with %s", async (_, manners) => {
    const host = `${HOST}/equal${Object.keys(manners).length}/collections/one/`;
    const objects = [
      ...[1, 2, 3].map((n) => note(n + 10, at(1))),
      ...[4, 5, 6].map((n) => note(n + 10, at(2))),
    ];
    const { context } = withNetwork(taxiiServer(objects, { pageSize: 4, ...manners }));
    const { id } = await addSource(context, host, { kind: "taxii" });
    const run = await runOnce(context, id);
    expect(run).toMatchObject({ status: "complete", error: null });
    expect(run.items_created + run.duplicates).toBe(6);
  });

  it("that gives neither `next` nor a way on says so, and keeps what came", async () => {
    const objects = [21, 22, 23].map((n) => note(n, at(20)));
    const { context } = withNetwork(taxiiServer(objects, { hasNext: false }));
    const { id } = await addSource(context, `${HOST}/stuck/collections/one/`, { kind: "taxii" });
    expect(await runOnce(context, id)).toMatchObject({
      status: "failed",
      error: expect.stringMatching(
        /no `next`, and more objects of the same time than a page holds/,
      ),
    });
  });

  it("without the headers is read from a minute before the last run, and nothing enters twice", async () => {
    const objects = [31, 32, 33].map((n) => note(n, at(n)));
    const { context, asked } = withNetwork(taxiiServer(objects, { hasHeaders: false }));
    const { id } = await addSource(context, `${HOST}/bare/collections/one/`, { kind: "taxii" });
    expect(await runOnce(context, id)).toMatchObject({ items_created: 3 });
    objects.push(note(34, context.now()));
    expect(await runOnce(context, id)).toMatchObject({ items_seen: 1, items_created: 1 });
    expect(await runOnce(context, id)).toMatchObject({ status: "not_modified" });
    const [after] = urlsOf(asked).slice(-1);
    const asks = Date.parse(new URLSearchParams(after).get("added_after") ?? "");
    expect(Date.parse(context.now()) - asks).toBeLessThan(120_000);
  });

  it("whose objects were added a moment ago is read again from there, and nothing enters twice", async () => {
    const now = new Date().toISOString();
    const objects = [note(41, now), note(42, now)];
    const { context } = withNetwork(taxiiServer(objects));
    const { id } = await addSource(context, `${HOST}/fresh/collections/one/`, { kind: "taxii" });
    expect(await runOnce(context, id)).toMatchObject({ items_created: 2 });
    // Added at the same time, after the run.
    objects.push(note(43, now));
    expect(await runOnce(context, id)).toMatchObject({ items_seen: 1, items_created: 1 });
    expect(await runOnce(context, id)).toMatchObject({ status: "not_modified" });
  });

  it("whose `next` expires goes on from the last object", async () => {
    const objects = [51, 52, 53, 54, 55].map((n) => note(n, at(n)));
    const refused = () => Response.json({ title: "'next' not valid" }, { status: 400 });
    const { context, asked } = withNetwork(
      taxiiServer(objects, {
        fault: (url, n) => (n === 2 && url.searchParams.has("next") ? refused() : null),
      }),
    );
    const { id } = await addSource(context, `${HOST}/expired/collections/one/`, { kind: "taxii" });
    expect(await runOnce(context, id)).toMatchObject({
      status: "complete",
      items_seen: 5,
      items_created: 5,
    });
    expect(urlsOf(asked)[2]).toContain("added_after=2026-11-21T09%3A51%3A59.999Z");
  });

  it("that never accepts its `next` ends", async () => {
    const objects = [61, 62, 63].map((n) => note(n, at(1)));
    const { context, asked } = withNetwork(
      taxiiServer(objects, {
        fault: (url) => (url.searchParams.has("next") ? new Response("{}", { status: 404 }) : null),
      }),
    );
    const { id } = await addSource(context, `${HOST}/never/collections/one/`, { kind: "taxii" });
    expect(await runOnce(context, id)).toMatchObject({
      status: "failed",
      error: expect.stringContaining("a `next` that it does not accept"),
    });
    expect(asked.length).toBeLessThan(8);
  });

  it("that breaks off keeps what came before, and goes on there with the next run", async () => {
    const objects = [71, 72, 73, 74, 75].map((n) => note(n, at(n - 70)));
    let isBroken = true;
    const { context } = withNetwork(
      taxiiServer(objects, {
        fault: (url) =>
          isBroken && url.searchParams.has("next")
            ? new Response("busy", { status: 429, headers: { "Retry-After": "7200" } })
            : null,
      }),
    );
    const { id } = await addSource(context, `${HOST}/cut/collections/one/`, {
      kind: "taxii",
      interval_minutes: 5,
    });
    const failed = await runOnce(context, id);
    expect(failed).toMatchObject({
      status: "failed",
      items_created: 2,
      error: expect.stringContaining("answers with HTTP 429 and asks to wait 7200 seconds."),
    });
    const source = await context.collection.find(id);
    expect(source?.consecutive_failures).toBe(1);
    expect(Date.parse(source?.next_run_at ?? "")).toBeGreaterThan(Date.parse(context.now(7_000)));
    isBroken = false;
    expect(await runOnce(context, id)).toMatchObject({ status: "complete", items_created: 3 });
    expect((await reportsOf(id)).length).toBe(5);
    expect(await context.collection.find(id)).toMatchObject({ consecutive_failures: 0 });
  });

  it("enters only what the words of the source admit, and asks for its types", async () => {
    const objects = [81, 82].map((n) => note(n, at(n - 80)));
    const { context, asked } = withNetwork(taxiiServer(objects));
    const { id } = await addSource(context, `${HOST}/words/collections/one/`, {
      kind: "taxii",
      include: ["report 82"],
      filters: { types: ["report", "indicator"] },
    });
    const run = await runOnce(context, id);
    expect(run).toMatchObject({ items_seen: 2, items_created: 1, filtered: 1, duplicates: 0 });
    expect(urlsOf(asked)[0]).toContain("match%5Btype%5D=report%2Cindicator");
    expect(await importsOf(run.id)).toMatchObject([{ outcomes: { created: 1, filtered: 1 } }]);
  });

  it.each([
    [
      "no TAXII 2.1",
      new Response("{}", { status: 406 }),
      /HTTP 406\. The server does not speak TAXII 2\.1\.$/,
    ],
    [
      "a web page",
      new Response("<html>", { headers: { "Content-Type": "text/html" } }),
      /answers with a web page instead of JSON/,
    ],
    [
      "broken JSON",
      new Response('{"objects": ['),
      /does not answer with valid JSON: The JSON breaks off/,
    ],
    ["no such collection", new Response("{}", { status: 404 }), /HTTP 404\.$/],
    ["a failure", new Response("{}", { status: 503 }), /HTTP 503\.$/],
  ])("that answers with %s fails its run with the reason", async (name, response, expected) => {
    const { context } = withNetwork(() => response.clone());
    const path = name.replaceAll(/\W/g, "-");
    const { id } = await addSource(context, `${HOST}/${path}/collections/one/`, { kind: "taxii" });
    expect(await runOnce(context, id)).toMatchObject({
      status: "failed",
      error: expect.stringMatching(expected),
    });
    expect(await context.collection.find(id)).toMatchObject({ consecutive_failures: 1 });
  });

  it("whose pages are too large is asked for smaller ones, and loses and doubles nothing", async () => {
    const objects = Array.from({ length: 40 }, (_, n) => note(200 + n, at(n < 20 ? 1 : 2)));
    for (const { object } of objects.slice(10)) object["x_notes"] = "x".repeat(10_000);
    const { context, asked } = withNetwork(taxiiServer(objects, { pageSize: 12 }));
    const small = { ...context, settings: { ...context.settings, MAX_IMPORT_BYTES: 200_000 } };
    const { id } = await addSource(context, `${HOST}/large/collections/one/`, { kind: "taxii" });
    expect(await runOnce(small, id)).toMatchObject({
      status: "complete",
      items_seen: 40,
      items_created: 40,
      error: null,
    });
    expect(asked.length).toBeLessThan(20);
    expect((await reportsOf(id)).length).toBe(40);
  });

  it("whose pages are too large is asked for small ones in the next part of a run, too", async () => {
    const objects = Array.from({ length: 40 }, (_, n) => note(300 + n, at(1)));
    for (const { object } of objects) object["x_notes"] = "x".repeat(5_000);
    const { context, asked } = withNetwork(taxiiServer(objects, { pageSize: 500 }));
    const small = { ...context, settings: { ...context.settings, MAX_IMPORT_BYTES: 200_000 } };
    const { id } = await addSource(context, `${HOST}/parts/collections/one/`, { kind: "taxii" });
    const source = await context.collection.find(id);
    if (source === null) throw new Error("The source is gone.");
    const { value: first } = await readCollection(small, source).next();
    const { rest: state = null } = first as Piece;
    const limits = () => asked.map(({ url }) => new URL(url).searchParams.get("limit"));
    expect(limits()).toEqual(["500", "63", "8"]);
    await readCollection(small, { ...source, state }).next();
    expect(limits()).toEqual(["500", "63", "8", "8"]);
  });

  it("names an object that it could not read, counts all of them, and keeps the others", async () => {
    const body = JSON.stringify({
      objects: [note(91, at(1)).object, "BROKEN", note(92, at(1)).object, "BROKEN"],
    });
    const { context } = withNetwork(() => new Response(body.replaceAll('"BROKEN"', '{"id": tru}')));
    const { id } = await addSource(context, `${HOST}/broken/collections/one/`, { kind: "taxii" });
    expect(await runOnce(context, id)).toMatchObject({
      status: "complete",
      items_created: 2,
      error: expect.stringMatching(
        /^2 items could not be used\. The first: Object 2 of https:.* is not valid JSON\.$/,
      ),
    });
  });

  it("that says there is more but sends nothing ends", async () => {
    const { context, asked } = withNetwork(() => Response.json({ more: true, next: "x" }));
    const { id } = await addSource(context, `${HOST}/empty/collections/one/`, { kind: "taxii" });
    expect(await runOnce(context, id)).toMatchObject({ status: "failed" });
    expect(asked.length).toBe(20);
  });
});

describe("the address of a TAXII source", () => {
  it("names a collection", async () => {
    const { context } = withNetwork(() => new Response(null, { status: 500 }));
    await expect(addSource(context, `${HOST}/taxii2/`, { kind: "taxii" })).rejects.toThrow(
      /is not the address of a TAXII collection/,
    );
    const { url } = await addSource(context, `${HOST}/x/collections/named/objects/?limit=2`, {
      kind: "taxii",
    });
    expect(url).toBe(`${HOST}/x/collections/named/`);
    await expect(
      addSource(context, `${HOST}/x/collections/named`, { kind: "taxii" }),
    ).rejects.toMatchObject({ code: "conflict" });
  });

  it("has the filters of its kind only", async () => {
    const { context } = withNetwork(() => new Response(null, { status: 500 }));
    const filters = { tags: ["tlp:red"] };
    await expect(
      addSource(context, `${HOST}/y/collections/z/`, { kind: "taxii", filters }),
    ).rejects.toThrow('A source of the kind taxii has no filter "tags". It has: types.');
  });
});
