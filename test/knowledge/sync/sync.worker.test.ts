import { env } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { triggerSync } from "../../../src/knowledge/sync/trigger-sync.ts";
import { smallBundle, smallObjects } from "../../support/bundles.ts";
import { ingestSmallRelease, requestJson } from "../../support/service.ts";
import { encode, offer, SyncBench } from "../../support/sync.ts";
import { StandInUpstream } from "../../support/upstream.ts";

const all = ["enterprise-attack", "mobile-attack", "ics-attack"];
const upstream = new StandInUpstream(
  all.flatMap((domain) => [offer(domain, "17.1"), offer(domain, "18.1")]),
);
const bench = new SyncBench(upstream);

afterEach(() => vi.useRealTimers());

const get = async <T>(path: string) => (await requestJson<T>(path)).body;
const trigger = async (body: unknown) =>
  await requestJson("/api/sync/trigger", { method: "POST", body: JSON.stringify(body) });

beforeAll(async () => {
  await ingestSmallRelease();
  // As a first start leaves it: the shipped facts alone.
  await env.KNOWLEDGE_DB.exec("UPDATE releases SET origin = 'seed', content_sha256 = 'seed'");
});

describe("an upstream that was never reached", () => {
  it("is said to be unknown, and nothing needs an update", async () => {
    const unreachable = async () => await Promise.reject(new TypeError("no route"));
    expect(await new SyncBench({ fetch: unreachable }).status()).toMatchObject({
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

describe("a sync", () => {
  it("is needed while releases are missing, or only the shipped facts are there", async () => {
    expect(await bench.status()).toMatchObject({
      any_updates_needed: true,
      upstream_error: null,
      domains: [
        { domain: "enterprise-attack", current_version: "18.1", latest_version: "18.1" },
        {
          domain: "mobile-attack",
          current_version: null,
          latest_version: "18.1",
          needs_update: true,
          last_ingested: null,
        },
        { domain: "ics-attack", latest_version: "18.1", needs_update: true },
      ],
    });
    expect((await bench.status()).domains[0]).toMatchObject({ needs_update: true });
  });

  it("ingests the newest release of every domain, once, and older ones when asked", async () => {
    const first = await bench.sync();
    expect(first).toMatchObject({
      status: "complete",
      domains: all.map((domain) => ({
        domain,
        action: "ingest",
        version: "18.1",
        stage: "complete",
        error: null,
      })),
    });
    expect(await bench.status()).toMatchObject({
      any_updates_needed: false,
      domains: all.map((domain) => ({ domain, current_version: "18.1", needs_update: false })),
    });
    const task = await bench.sync({ version: "17.1", domains: ["ics-attack"] });
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
    const { domains } = await bench.sync();
    expect(domains.map(({ action }) => action)).toEqual(["none", "none", "none"]);
    expect(upstream.takeLog()).toEqual(["/index.json 304"]);
    const forced = await bench.sync({ domains: ["mobile-attack"], force: true });
    expect(forced).toMatchObject({ status: "complete", domains: [{ action: "ingest" }] });
    expect(upstream.takeLog()).toEqual([
      "/index.json 304",
      "/mobile-attack/mobile-attack-18.1.json 304",
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
    expect((await bench.status()).domains[1]).toMatchObject({ needs_update: true });
    const { domains } = await bench.sync();
    expect(domains.map(({ action }) => action)).toEqual(["none", "ingest", "none"]);
    const groups = await get<{ name: string }[]>("/api/apt/groups?domain=mobile-attack");
    expect(groups.map(({ name }) => name)).toEqual(["APT 29", "APT28"]);
  });

  it("is seen as soon as its task is, also where another process ran it", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { task_id: task } = await bench.sync();
    const dates = async () => {
      const listed = await get<{ ingested_at: string }[]>("/api/attack/versions");
      return new Set(listed.map(({ ingested_at: at }) => at.slice(0, 4)));
    };
    expect([...(await dates())]).toEqual(["2026"]);
    await env.KNOWLEDGE_DB.exec("update releases set ingested_at = '2027-02-01T00:00:00.000Z'");
    expect([...(await dates())]).toEqual(["2026"]);
    await get(`/api/sync/tasks/${task}`);
    expect([...(await dates())]).toEqual(["2027"]);
  });

  it("is one task, however many ask at once", async () => {
    const tickets = await Promise.all(
      Array.from({ length: 50 }, () => triggerSync(bench.services, "local", { force: true })),
    );
    expect(new Set(tickets.map(({ task_id: id }) => id)).size).toBe(1);
    const [{ task_id: id } = { task_id: "" }] = tickets;
    expect(await bench.finish(id)).toMatchObject({ status: "complete" });
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
    expect(await bench.sync({ version: "3.0", domains: ["ics-attack"] })).toMatchObject({
      status: "failed",
      domains: [{ error: "Upstream does not offer version 3.0 of ics-attack; it has 18.1, 17.1." }],
    });
  });
});
