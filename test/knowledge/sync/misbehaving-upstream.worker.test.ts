import { beforeAll, describe, expect, it } from "vitest";
import { smallBundle, smallObjects } from "../../support/bundles.ts";
import { requestJson } from "../../support/service.ts";
import { offer, SyncBench } from "../../support/sync.ts";
import { brokenBody, type Fault, indexOf, StandInUpstream } from "../../support/upstream.ts";

const path = "/ics-attack/ics-attack-18.1.json";
const upstream = new StandInUpstream([offer("ics-attack", "17.1"), offer("ics-attack", "18.1")]);
const bench = new SyncBench(upstream);

const get = async (address: string) => (await requestJson(address)).body;
const at =
  (where: string, respond: Fault): Fault =>
  (request) =>
    new URL(request.url).pathname === where ? respond(request) : null;
const answer = (code: number, headers: Record<string, string>, body: string | null = null): Fault =>
  at(path, () => new Response(body, { status: code, headers }));

const whole = smallBundle("18.1", "2.1", smallObjects(), "ics-attack");
const text = JSON.stringify(whole);
const half = new TextEncoder().encode(text.slice(0, text.length / 2));
const never = async () => await new Promise<never>(() => undefined);

/** A body of which some bytes come, and then nothing more. */
const silentBody = (bytes: Uint8Array) =>
  new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(bytes),
      pull: never,
    },
    { highWaterMark: 0 },
  );

beforeAll(async () => {
  await bench.sync({ version: "17.1", domains: ["ics-attack"] });
});

describe("an upstream that misbehaves", () => {
  it.each<[string, Fault, RegExp]>([
    ["404", answer(404, {}), /answers with HTTP 404\.$/],
    ["403", answer(403, {}), /answers with HTTP 403\.$/],
    ["500 for good", answer(500, {}), /answers with HTTP 500\.$/],
    ["429 with a long wait", answer(429, { "Retry-After": "3600" }), /asks to wait 3600 seconds/],
    [
      "an HTML page",
      answer(200, { "Content-Type": "text/html" }, "<!doctype html><p>Hi"),
      /bundle/,
    ],
    [
      "no JSON",
      answer(200, {}, text.replace('"attack-pattern"', "attack-pattern")),
      /not valid JSON/,
    ],
    ["nothing", answer(200, {}), /cannot be used/],
    ["half a bundle", answer(200, {}, text.slice(0, text.length / 2)), /is cut short/],
    [
      "half of what it announced",
      at(path, () => {
        const headers = { "Content-Length": String(text.length) };
        return new Response(brokenBody(half), { headers });
      }),
      /broke off/,
    ],
    [
      "another release",
      answer(200, {}, JSON.stringify(smallBundle("16.0", "2.1", smallObjects(), "ics-attack"))),
      /says that its version is 16.0/,
    ],
    [
      "another domain",
      answer(200, {}, JSON.stringify(smallBundle("18.1"))),
      /says that its domain is enterprise-attack/,
    ],
    [
      "a bundle that lost objects",
      answer(200, {}, JSON.stringify({ ...whole, objects: whole.objects.slice(0, -1) })),
      /1 objects of its collection are missing/,
    ],
    ["a redirect in a circle", answer(302, { Location: path }), /redirects more than 5 times/],
    ["a redirect to nowhere", answer(302, {}), /redirects to nowhere/],
    [
      "a redirect to a file",
      answer(302, { Location: "file:///etc/passwd" }),
      /redirects to nowhere/,
    ],
    ["silence", at(path, never), /was silent for 1 seconds/],
    [
      "silence in the middle",
      at(path, () => {
        const headers = { "Content-Length": String(text.length) };
        return new Response(silentBody(half), { headers });
      }),
      /was silent for 1 seconds/,
    ],
    [
      "a connection that breaks at once",
      at(path, async () => await Promise.reject(new TypeError("the connection was lost"))),
      /cannot be reached, or broke off/,
    ],
  ])("(%s) leaves the old release answering, and the task says why", async (_what, fault, why) => {
    upstream.fault = fault;
    const before = await get("/api/apt/groups?domain=ics-attack");
    const task = await bench.sync({ domains: ["ics-attack"] });
    expect(task.status).toBe("failed");
    expect(task.domains[0]).toMatchObject({ stage: "failed", version: "18.1" });
    expect(task.domains[0]?.error).toMatch(why);
    expect(await get("/api/apt/groups?domain=ics-attack")).toEqual(before);
    expect(await get("/api/attack/versions?domain=ics-attack")).toHaveLength(1);
  });

  it.each<[string, (body: string) => [number, string], RegExp]>([
    ["404", () => [404, ""], /HTTP 404/],
    ["HTML", () => [200, "<html>"], /is an HTML page instead of JSON/],
    ["no JSON", (body) => [200, body.slice(0, -5)], /is not valid JSON/],
    ["other JSON", () => [200, "[1, 2]"], /does not list collections/],
    ["an empty index", () => [200, '{"collections":[]}'], /lists no release of ATT&CK/],
    ["far too much", () => [200, " ".repeat(6_000_000)], /larger than 5 MiB/],
  ])("(index: %s) fails the task and is told by the status", async (_what, respond, why) => {
    upstream.fault = at("/index.json", () => {
      const [status, body] = respond(JSON.stringify(indexOf(upstream.offered)));
      return new Response(body, { status });
    });
    const task = await bench.sync({ domains: ["ics-attack"] });
    expect(task.domains[0]?.error).toMatch(why);
    const told = await bench.status();
    expect(told.upstream_error).toMatch(why);
    expect(told.domains[2]).toMatchObject({ current_version: "17.1", latest_version: "18.1" });
  });

  it("(429, then an answer) succeeds when it asks to wait a moment only", async () => {
    let left = 1;
    upstream.fault = at(path, () => {
      if (left === 0) return null;
      left -= 1;
      return new Response(null, { status: 429, headers: { "Retry-After": "1" } });
    });
    bench.waits.splice(0);
    expect(await bench.sync({ domains: ["ics-attack"] })).toMatchObject({ status: "complete" });
    expect(bench.waits).toEqual([1]);
    expect(await get("/api/attack/versions?domain=ics-attack")).toHaveLength(2);
  });

  it("(slow, by a redirect) succeeds as long as bytes come", async () => {
    const bytes = new TextEncoder().encode(text);
    const step = Math.ceil(bytes.length / 10);
    let sent = 0;
    const drip = () =>
      new ReadableStream<Uint8Array>({
        pull: async (controller) => {
          await new Promise((done) => setTimeout(done, 100));
          controller.enqueue(bytes.subarray(sent, sent + step));
          sent += step;
          if (sent >= bytes.length) controller.close();
        },
      });
    upstream.fault = (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === path) {
        return new Response(null, { status: 301, headers: { Location: "/moved/here.json" } });
      }
      return pathname === "/moved/here.json" ? new Response(drip()) : null;
    };
    const task = await bench.sync({ domains: ["ics-attack"], force: true });
    expect(task).toMatchObject({ status: "complete", domains: [{ action: "ingest" }] });
  });
});
