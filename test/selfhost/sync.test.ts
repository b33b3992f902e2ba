import { SHIPPED } from "../support/shipped.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { smallBundle, smallObjects } from "../support/bundles.ts";
import { largeBundle } from "../support/node/large-bundle.ts";
import {
  type RunningService,
  startService,
  type SyncTask,
  temporaryFolder,
  waitForTask,
} from "../support/node/service.ts";
import { etagOf, type OfferedBundle, Upstream } from "../support/node/upstream.ts";

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
    await open(all.map((domain) => offer(domain, SHIPPED.version)));
  });
  afterAll(close);

  it("finds what is missing, ingests it, and asks conditionally from then on", async () => {
    expect(await status()).toMatchObject({ any_updates_needed: true, upstream_error: null });
    expect(await sync()).toMatchObject({
      status: "complete",
      domains: all.map((domain) => ({
        domain,
        action: "ingest",
        version: SHIPPED.version,
        error: null,
      })),
    });
    expect(await status()).toMatchObject({
      any_updates_needed: false,
      domains: all.map((domain) => ({
        domain,
        current_version: SHIPPED.version,
        needs_update: false,
      })),
    });
    upstream.takeLog();
    expect((await sync()).domains.map(({ action }) => action)).toEqual(["none", "none", "none"]);
    expect(upstream.takeLog()).toEqual(["/master/index.json 304"]);
  });
});

describe("a transfer that breaks off", () => {
  const big = largeBundle(SHIPPED.version, "ics-attack", 5_001);
  beforeAll(async () => {
    await open([
      offer("ics-attack", "17.1"),
      { domain: "ics-attack", version: SHIPPED.version, bytes: () => big },
    ]);
    await sync({ version: "17.1", domains: ["ics-attack"] });
  });
  afterAll(close);
  const path = `/master/ics-attack/ics-attack-${SHIPPED.version}.json`;

  it("is resumed after the service was killed in the middle", async () => {
    let sent = 0;
    const flushed = Promise.withResolvers<void>();
    upstream.fault = (request, response) => {
      if (request.url !== path || sent > 0) return false;
      sent += 1;
      response.writeHead(200, { ETag: etagOf(big), "Content-Length": big.length });
      response.write(big.subarray(0, 17_500_000), () => flushed.resolve());
      return true;
    };
    const { body } = await trigger({ domains: ["ics-attack"], force: true });
    // By then the service has taken all but what lies in buffers, and stored the whole parts of it.
    await flushed.promise;
    await sleep(300);
    await service.killAll();
    upstream.takeLog();
    service = await start();
    expect(await waitForTask(service.url, body.task_id)).toMatchObject({ status: "complete" });
    const asked = upstream.takeLog().filter((line) => line.startsWith(path));
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/ bytes=(8388608|16777216)- 206$/);
    expect(await get("/api/apt/groups?domain=ics-attack")).toHaveLength(2);
  });
});
