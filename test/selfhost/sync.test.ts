import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { smallBundle, smallObjects } from "../support/bundles.ts";
import { largeBundle } from "../support/node/large-bundle.ts";
import {
  type RunningService,
  startService,
  type SyncTask,
  temporaryFolder,
  waitForTask,
} from "../support/node/service.ts";
import { etagOf, type Fault, type OfferedBundle, Upstream } from "../support/node/upstream.ts";

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const offer = (domain: string, version: string, more: Partial<OfferedBundle> = {}) => {
  const bytes = encode(smallBundle(version, "2.1", smallObjects(), domain));
  return { domain, version, bytes: () => bytes, ...more };
};

let upstream: Upstream;
let folder: ReturnType<typeof temporaryFolder>;
let service: RunningService;

async function start(): Promise<RunningService> {
  return await startService(folder.path, {
    ATTACK_INDEX_URL: upstream.indexUrl,
    UPSTREAM_TIMEOUT_MS: "1000",
  });
}

async function open(offered: OfferedBundle[]): Promise<void> {
  upstream = new Upstream(offered);
  await upstream.listen();
  folder = temporaryFolder();
  service = await start();
}

async function close(): Promise<void> {
  await service.stop();
  folder.remove();
  upstream.close();
}

const get = async <T>(path: string) => (await (await fetch(`${service.url}${path}`)).json()) as T;

async function trigger(body: object | null = null) {
  const response = await fetch(`${service.url}/api/sync/trigger`, {
    method: "POST",
    ...(body !== null && { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    body: (await response.json()) as { task_id: string; status: string; domains: string[] },
  };
}

async function sync(body: object | null = null): Promise<SyncTask> {
  const { status, body: ticket } = await trigger(body);
  expect(status).toBe(202);
  return await waitForTask(service.url, ticket.task_id);
}

interface Status {
  domains: Record<string, unknown>[];
  any_updates_needed: boolean;
  upstream_error: string | null;
}
const status = async () => await get<Status>("/api/sync/status");

describe("a sync", () => {
  const all = ["enterprise-attack", "mobile-attack", "ics-attack"];
  beforeAll(async () => {
    await open(all.flatMap((domain) => [offer(domain, "17.1"), offer(domain, "18.1")]));
  });
  afterAll(close);

  it("is needed while releases are missing, or only the shipped facts are there", async () => {
    expect(await status()).toMatchObject({
      any_updates_needed: true,
      upstream_error: null,
      domains: [
        { domain: "enterprise-attack", current_version: "18.1", latest_version: "18.1" },
        {
          domain: "mobile-attack",
          ...{ current_version: null, latest_version: "18.1" },
          ...{ needs_update: true, last_ingested: null },
        },
        { domain: "ics-attack", latest_version: "18.1", needs_update: true },
      ],
    });
    expect((await status()).domains[0]).toMatchObject({ needs_update: true });
  });

  it("ingests the newest release of every domain, once, and older ones when asked", async () => {
    const first = await sync();
    expect(first).toMatchObject({
      status: "complete",
      domains: all.map((domain) => ({
        ...{ domain, action: "ingest", version: "18.1", stage: "complete", error: null },
      })),
    });
    expect(await status()).toMatchObject({
      any_updates_needed: false,
      domains: all.map((domain) => ({ domain, current_version: "18.1", needs_update: false })),
    });
    const task = await sync({ version: "17.1", domains: ["ics-attack"] });
    expect(task).toMatchObject({ status: "complete", domains: [{ version: "17.1" }] });
    const versions = await get<{ version: string; origin: string }[]>(
      "/api/attack/versions?domain=ics-attack",
    );
    expect(versions).toMatchObject([
      { version: "18.1", is_current: true, origin: "bundle" },
      { version: "17.1", is_current: false },
    ]);
  });

  it("asks conditionally, and downloads nothing that has not changed", async () => {
    upstream.takeLog();
    expect((await sync()).domains.map(({ action }) => action)).toEqual(["none", "none", "none"]);
    expect(upstream.takeLog()).toEqual(["/master/index.json 304"]);
    const forced = await sync({ domains: ["mobile-attack"], force: true });
    expect(forced).toMatchObject({ status: "complete", domains: [{ action: "ingest" }] });
    expect(upstream.takeLog()).toEqual([
      "/master/index.json 304",
      "/master/mobile-attack/mobile-attack-18.1.json 304",
    ]);
  });

  it("ingests anew what upstream changed under the same version", async () => {
    const renamed = smallObjects().map((o) =>
      o["name"] === "APT29" ? { ...o, name: "APT 29" } : o,
    );
    const bytes = encode(smallBundle("18.1", "2.1", renamed, "mobile-attack"));
    upstream.offered = upstream.offered.map((entry) =>
      entry.domain === "mobile-attack" && entry.version === "18.1"
        ? { ...entry, modified: "2026-01-01T00:00:00.000Z", bytes: () => bytes }
        : entry,
    );
    await new Promise((resolve) => setTimeout(resolve, 5100));
    expect((await status()).domains[1]).toMatchObject({ needs_update: true });
    expect((await sync()).domains.map(({ action }) => action)).toEqual(["none", "ingest", "none"]);
    const groups = await get<{ name: string }[]>("/api/apt/groups?domain=mobile-attack");
    expect(groups.map(({ name }) => name)).toEqual(["APT 29", "APT28"]);
  });

  it("is one task, however many ask at once", async () => {
    const tickets = await Promise.all(Array.from({ length: 50 }, () => trigger({ force: true })));
    expect(new Set(tickets.map(({ body }) => body.task_id)).size).toBe(1);
    expect(tickets.map(({ status: code }) => code)).toEqual(tickets.map(() => 202));
    const [{ body } = { body: { task_id: "" } }] = tickets;
    expect(await waitForTask(service.url, body.task_id)).toMatchObject({ status: "complete" });
  });

  it.each([
    [{ domains: ["nowhere-attack"] }, 404, "unknown_domain"],
    [{ domains: [] }, 422, "validation_error"],
    [{ domains: "ics-attack" }, 422, "validation_error"],
    [{ version: "latest" }, 422, "validation_error"],
    [{ force: "yes" }, 422, "validation_error"],
    [[], 422, "validation_error"],
  ])("answers %j with %i %s", async (body, code, name) => {
    expect(await trigger(body)).toMatchObject({ status: code, body: { code: name } });
  });

  it("names the versions there are when one is asked for that upstream does not have", async () => {
    expect(await sync({ version: "3.0", domains: ["ics-attack"] })).toMatchObject({
      status: "failed",
      domains: [{ error: "Upstream does not offer version 3.0 of ics-attack; it has 18.1, 17.1." }],
    });
  });
});

describe("a transfer that breaks off", () => {
  const big = largeBundle("18.1", "ics-attack", 5_000);
  beforeAll(async () => {
    await open([
      offer("ics-attack", "17.1"),
      { domain: "ics-attack", version: "18.1", bytes: () => big },
    ]);
    await sync({ version: "17.1", domains: ["ics-attack"] });
  });
  afterEach(() => {
    upstream.fault = () => false;
    upstream.takeLog();
  });
  afterAll(close);
  const path = "/master/ics-attack/ics-attack-18.1.json";
  const forceOnce = { domains: ["ics-attack"], force: true };
  /** Sends what was asked for, but ends the connection after some bytes; the first times only. */
  const cut = (after: number, times: number): Fault => {
    let left = times;
    return (request, response) => {
      if (request.url !== path || left === 0) return false;
      left -= 1;
      const write = response.write.bind(response);
      const from = Number(/\d+/.exec(request.headers.range ?? "")?.[0] ?? "0");
      response.writeHead(from > 0 ? 206 : 200, {
        ETag: etagOf(big),
        "Content-Length": big.length - from,
        ...(from > 0 && { "Content-Range": `bytes ${from}-${big.length - 1}/${big.length}` }),
      });
      write(big.subarray(from, from + after), () => response.socket?.destroy());
      return true;
    };
  };

  it("goes on where it ended", async () => {
    upstream.fault = cut(9_000_000, 1);
    expect(await sync({ domains: ["ics-attack"] })).toMatchObject({ status: "complete" });
    const asked = upstream.takeLog().filter((line) => line.startsWith(path));
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/ bytes=\d{6,}- 206$/);
    expect(await get("/api/apt/groups?domain=ics-attack")).toHaveLength(2);
  });

  it("begins anew where upstream knows no ranges", async () => {
    upstream.plain = true;
    let left = 1;
    upstream.fault = (request, response) => {
      if (request.url !== path || left === 0) return false;
      left -= 1;
      response.writeHead(200, { "Content-Length": big.length });
      response.write(big.subarray(0, 3_000_000), () => response.socket?.destroy());
      return true;
    };
    const task = await sync(forceOnce);
    upstream.plain = false;
    expect(task).toMatchObject({ status: "complete", domains: [{ action: "ingest" }] });
    const asked = upstream.takeLog().filter((line) => line.startsWith(path));
    expect(asked).toEqual([`${path} 200`]);
  });

  it("goes on after the service was killed in the middle", async () => {
    let sent = 0;
    upstream.plain = false;
    upstream.offered = upstream.offered.map((entry) => ({ ...entry, modified: "2026-02-02" }));
    const changed = largeBundle("18.1", "ics-attack", 5_001);
    upstream.offered[1] = { domain: "ics-attack", version: "18.1", bytes: () => changed };
    upstream.fault = (request, response) => {
      if (request.url !== path || sent > 0) return false;
      sent += 1;
      response.writeHead(200, {
        ETag: etagOf(changed),
        "Content-Length": changed.length,
      });
      response.write(changed.subarray(0, 17_500_000));
      return true;
    };
    const { body } = await trigger(forceOnce);
    await waitForTask(service.url, body.task_id, ({ domains }) => (domains[0]?.done ?? 0) > 0);
    await service.killAll();
    upstream.takeLog();
    service = await start();
    expect(await waitForTask(service.url, body.task_id)).toMatchObject({ status: "complete" });
    const asked = upstream.takeLog().filter((line) => line.startsWith(path));
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/ bytes=(8388608|16777216)- 206$/);
  });
});

describe("an upstream that misbehaves", () => {
  const path = "/master/ics-attack/ics-attack-18.1.json";
  beforeAll(async () => {
    await open([offer("ics-attack", "17.1"), offer("ics-attack", "18.1")]);
    await sync({ version: "17.1", domains: ["ics-attack"] });
  });
  afterAll(close);
  const answer =
    (code: number, headers: Record<string, string>, body: string | Uint8Array = ""): Fault =>
    (request, response) => {
      if (request.url !== path) return false;
      response.writeHead(code, headers).end(body);
      return true;
    };
  let waited = 0;
  const whole = smallBundle("18.1", "2.1", smallObjects(), "ics-attack");
  const text = JSON.stringify(whole);

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
      (request, response) => {
        if (request.url !== path) return false;
        response.writeHead(200, { "Content-Length": text.length });
        response.write(text.slice(0, text.length / 2), () => response.socket?.destroy());
        return true;
      },
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
    ["silence", (request) => request.url === path, /was silent for 1 seconds/],
    [
      "silence in the middle",
      (request, response) => {
        if (request.url !== path) return false;
        response.writeHead(200, { "Content-Length": text.length }).write(text.slice(0, 500));
        return true;
      },
      /was silent for 1 seconds/,
    ],
    [
      "a connection that breaks at once",
      (request) => {
        if (request.url === path) request.socket.destroy();
        return request.url === path;
      },
      /cannot be reached, or broke off/,
    ],
  ])("(%s) leaves the old release answering, and the task says why", async (_what, fault, why) => {
    upstream.fault = fault;
    const before = await get("/api/apt/groups?domain=ics-attack");
    const task = await sync({ domains: ["ics-attack"] });
    expect(task.status).toBe("failed");
    expect(task.domains[0]).toMatchObject({ stage: "failed", version: "18.1" });
    expect(task.domains[0]?.error).toMatch(why);
    expect(await get("/api/apt/groups?domain=ics-attack")).toEqual(before);
    expect(await get("/api/attack/versions?domain=ics-attack")).toHaveLength(1);
  });

  it.each<[string, (body: string) => [number, Record<string, string>, string], RegExp]>([
    ["404", () => [404, {}, ""], /HTTP 404/],
    ["HTML", () => [200, {}, "<html>"], /is an HTML page instead of JSON/],
    ["no JSON", (body) => [200, {}, body.slice(0, -5)], /is not valid JSON/],
    ["other JSON", () => [200, {}, "[1, 2]"], /does not list collections/],
    ["an empty index", () => [200, {}, '{"collections":[]}'], /lists no release of ATT&CK/],
    ["far too much", () => [200, {}, " ".repeat(6_000_000)], /larger than 5 MiB/],
  ])("(index: %s) fails the task and is told by the status", async (_what, respond, why) => {
    // The status believes an answer of the last five seconds.
    if (waited === 0) await new Promise((resolve) => setTimeout(resolve, (waited = 5100)));
    upstream.fault = (request, response) => {
      if (request.url !== "/master/index.json") return false;
      const [code, headers, body] = respond(JSON.stringify(upstream.index()));
      response.writeHead(code, headers).end(body);
      return true;
    };
    const task = await sync({ domains: ["ics-attack"] });
    expect(task.domains[0]?.error).toMatch(why);
    const told = await status();
    expect(told.upstream_error).toMatch(why);
    expect(told.domains[2]).toMatchObject({ current_version: "17.1", latest_version: "18.1" });
  });

  it("(429, then patience) succeeds when it asks to wait a moment only", async () => {
    let left = 1;
    upstream.fault = (request, response) => {
      if (request.url !== path || left === 0) return false;
      left -= 1;
      response.writeHead(429, { "Retry-After": "1" }).end();
      return true;
    };
    expect(await sync({ domains: ["ics-attack"] })).toMatchObject({ status: "complete" });
    expect(await get("/api/attack/versions?domain=ics-attack")).toHaveLength(2);
  });

  it("(slow, by a redirect) succeeds as long as bytes come", async () => {
    upstream.fault = (request, response) => {
      if (request.url === path) {
        response.writeHead(301, { Location: "/moved/here.json" }).end();
        return true;
      }
      if (request.url !== "/moved/here.json") return false;
      response.writeHead(200, {});
      let sent = 0;
      const timer = setInterval(() => {
        response.write(text.slice(sent, sent + 1500));
        sent += 1500;
        if (sent >= text.length) {
          clearInterval(timer);
          response.end();
        }
      }, 100);
      return true;
    };
    const task = await sync({ domains: ["ics-attack"], force: true });
    expect(task).toMatchObject({ status: "complete", domains: [{ action: "ingest" }] });
  });
});

describe("an upstream that was never reached", () => {
  beforeAll(async () => {
    await open([]);
    upstream.close();
  });
  afterAll(close);

  it("is said to be unknown, and nothing needs an update", async () => {
    expect(await status()).toMatchObject({
      any_updates_needed: false,
      upstream_error: expect.stringMatching(/cannot be reached/),
      domains: [
        { current_version: "18.1", latest_version: null, needs_update: false },
        { current_version: null, latest_version: null, needs_update: false },
        { current_version: null, latest_version: null, needs_update: false },
      ],
    });
  });
});
