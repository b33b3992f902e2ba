import { env } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { smallBundle, smallObjects } from "../../support/bundles.ts";
import { ingest, ingestSmallRelease, request } from "../../support/service.ts";
import { StatementCount } from "../../support/statements.ts";
import { requestWith, TEAM } from "../../support/team.ts";

const PATHS = [
  "/api/apt/groups",
  "/api/apt/groups/G0016",
  "/api/apt/campaigns",
  "/api/attack/techniques",
  "/api/attack/tactics",
  "/api/attack/versions",
  "/api/attack/log-sources",
  "/api/attack/techniques/T1059.001/detection",
  "/api/attack/techniques/T1059.001/mitigations",
];

beforeAll(ingestSmallRelease);
afterEach(() => vi.useRealTimers());

const etagOf = async (path: string) => (await request(path)).headers.get("ETag") ?? "";

describe("what follows from published releases alone", () => {
  it.each(PATHS)("%s is the same, kept or new, and 304 for who has it", async (path) => {
    const address = `${path}?domain=enterprise-attack`;
    const first = await request(address);
    const second = await request(address);
    expect(first.status).toBe(200);
    expect(await second.text()).toBe(await first.text());
    const named = (headers: Headers) => [...headers].filter(([name]) => name !== "x-request-id");
    expect(named(second.headers)).toEqual(named(first.headers));
    expect(second.headers.get("X-Request-ID")).not.toBe(first.headers.get("X-Request-ID"));
    expect(first.headers.get("Cache-Control")).toBe("private, max-age=0, must-revalidate");
    const etag = first.headers.get("ETag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    for (const given of [etag, `"other", W/${etag}`, "*"]) {
      const answer = await request(address, { headers: { "If-None-Match": given } });
      expect([answer.status, await answer.text()]).toEqual([304, ""]);
      expect(answer.headers.get("ETag")).toBe(etag);
      expect(answer.headers.get("X-Frame-Options")).toBe("DENY");
    }
    const other = await request(address, { headers: { "If-None-Match": `"other"` } });
    expect(other.status).toBe(200);
  });

  it("keeps the id that a client gives its request", async () => {
    await request(PATHS[0] ?? "");
    const { headers } = await request(PATHS[0] ?? "", { headers: { "X-Request-ID": "mine-1" } });
    expect(headers.get("X-Request-ID")).toBe("mine-1");
  });

  it("is new the moment a release is published", async () => {
    const before = await etagOf("/api/apt/groups");
    const pinned = await etagOf("/api/apt/groups?version=18.1");
    await ingest(smallBundle("19.0", "2.1", smallObjects().slice(0, -1)));
    expect(await etagOf("/api/apt/groups")).not.toBe(before);
    expect(await etagOf("/api/apt/groups?version=18.1")).toBe(pinned);
  });

  it("is new a second after another isolate published or retired a release", async () => {
    // Later than whatever was looked up before, so that it is looked up now.
    const now = Date.now() + 2_000;
    vi.useFakeTimers({ toFake: ["Date"], now });
    const before = await etagOf("/api/apt/groups");
    await env.KNOWLEDGE_DB.prepare(
      "UPDATE releases SET state = 'retired' WHERE version = '19.0'",
    ).run();
    vi.setSystemTime(now + 900);
    expect(await etagOf("/api/apt/groups")).toBe(before);
    vi.setSystemTime(now + 1_001);
    expect(await etagOf("/api/apt/groups")).not.toBe(before);
  });

  it("takes no statement while it is kept", async () => {
    const count = new StatementCount();
    const counted = { KNOWLEDGE_DB: count.wrap(env.KNOWLEDGE_DB) } as never;
    const send = async () => await requestWith(counted, "/api/apt/groups", {});
    await send();
    count.total = 0;
    await send();
    expect(count.total).toBeLessThanOrEqual(1);
  });

  it("is for who may read it, whoever asked first", async () => {
    const user = { "X-Auth-User": "ada", "X-Auth-Roles": "viewer" };
    const path = "/api/apt/groups?offset=0";
    expect((await requestWith(TEAM, path, { headers: user })).status).toBe(200);
    expect((await requestWith(TEAM, path, { headers: {} })).status).toBe(401);
  });

  it("may be kept by others where the operator says so", async () => {
    const { headers } = await requestWith({ PUBLIC_CACHE: "true" }, "/api/apt/groups", {});
    expect(headers.get("Cache-Control")).toBe("public, max-age=0, must-revalidate");
  });

  it("never keeps a refusal", async () => {
    const path = "/api/apt/groups/G9999";
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await request(path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get("ETag")).toBeNull();
      expect(answer.headers.get("Cache-Control")).toBe("no-store");
    }
  });
});
