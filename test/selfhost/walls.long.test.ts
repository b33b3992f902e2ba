import { lookup } from "node:dns/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATOR_NETWORK, PUBLIC_ONLY } from "../../src/selfhost/network.ts";
import { PRIVATE_HOSTS } from "../support/private-hosts.ts";
import { Canary } from "../support/node/canary.ts";
import { addSource, runSource, sendJson } from "../support/node/collection.ts";
import { hasOwnNetwork, runInOwnNetwork } from "../support/node/own-network.ts";
import { waitFor } from "../support/node/machine.ts";
import { type RunningService, startService, preparedFolder } from "../support/node/service.ts";
import type { Observed } from "./walls-inside.ts";

interface Problem {
  code: string;
  errors: { pointer: string; detail: string }[];
}

const canary = new Canary();
const folder = preparedFolder();
let service: RunningService;

beforeAll(async () => {
  await canary.listen();
  service = await startService(folder.path);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
  canary.close();
});

describe("a source", () => {
  it.each(PRIVATE_HOSTS)("is refused at %s, and nobody goes there", async (host) => {
    const sources = `${service.url}/api/pipeline/sources`;
    const own = await addSource(service.url, `https://feeds.example/${encodeURIComponent(host)}`);
    for (const url of [`http://${host}:${canary.port}/feed`, `https://${host}/feed`]) {
      const refused = {
        status: 422,
        body: { code: "validation_error", errors: [{ pointer: "/url" }] },
      };
      expect(await sendJson<Problem>(sources, { url })).toMatchObject(refused);
      const moved = await sendJson<Problem>(`${sources}/${own}`, { url }, "PATCH");
      expect(moved).toMatchObject(refused);
    }
    expect(canary.arrivals.size).toBe(0);
  });

  it.each([
    "http://user@feeds.example/",
    "http://user:word@feeds.example/",
    "http://:word@feeds.example/",
    "http://feeds.example@127.0.0.1/",
    "file:///etc/passwd",
    "ftp://feeds.example/feed",
    "javascript:alert(1)",
    "//feeds.example/feed",
    "http://[::1",
    "http://",
  ])("is refused as %s", async (url) => {
    const sources = `${service.url}/api/pipeline/sources`;
    expect(await sendJson<Problem>(sources, { url })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: "/url" }] },
    });
  });

  it("at loopback is read where the operator allows it", async () => {
    const other = preparedFolder();
    const open = await startService(other.path, { ALLOW_PRIVATE_SOURCES: "true" });
    const id = await addSource(open.url, `http://127.0.0.1:${canary.port}/feed`);
    expect(await runSource(open.url, id)).toMatchObject({ status: "complete", items_created: 1 });
    expect(canary.arrivals.get("127.0.0.1")).toBe(1);
    await open.stop();
    other.remove();
    canary.arrivals.clear();
  });
});

describe("an article", () => {
  it("inside is not fetched for an analysis; what was collected is analysed", async () => {
    const intake = `${service.url}/api/pipeline/intake`;
    const { body: report } = await sendJson<{ id: string }>(intake, {
      title: "A report whose link leads inside",
      url: `http://feeds.localhost:${canary.port}/article`,
      text: "The actor used PowerShell to download a loader and dumped LSASS memory.",
    });
    const promotion = { analyze: true, fetch: true };
    expect(await sendJson(`${intake}/${report.id}/promote`, promotion)).toMatchObject({
      status: 200,
    });
    const after = await waitFor("the analysis", async () => {
      const asked = await (await fetch(`${intake}/${report.id}`)).json();
      const told = asked as { analysis_status: string; session_id: string };
      return ["queued", "running"].includes(told.analysis_status) ? null : told;
    });
    expect(after).toMatchObject({
      analysis_status: "failed",
      analysis_error: expect.stringContaining("private or reserved network"),
    });
    const session = await fetch(`${service.url}/api/analyze/${after.session_id}`);
    expect(JSON.stringify(await session.json())).toContain("private or reserved network");
    expect(canary.arrivals.size).toBe(0);
  });
});

describe("a name", () => {
  const SCRIPT = `export default { async fetch(request, env) {
    const { url, operator } = await request.json();
    const way = operator ? env.OPERATOR_NETWORK : globalThis;
    return await way.fetch(url).catch(() => new Response("refused"));
  } }`;

  it("of this machine leads nowhere from inside the Worker", async () => {
    const worker = new Miniflare({
      modules: true,
      script: SCRIPT,
      compatibilityDate: "2026-07-30",
      cf: false,
      outboundService: PUBLIC_ONLY,
      serviceBindings: { OPERATOR_NETWORK },
    });
    const reach = async (host: string, operator: boolean) => {
      const body = JSON.stringify({ url: `http://${host}:${canary.port}/`, operator });
      return await (await worker.dispatchFetch("http://worker/", { method: "POST", body })).text();
    };
    // A machine need not know its own name.
    const known = await lookup(hostname()).then(
      () => [hostname()],
      () => [],
    );
    for (const host of ["localhost", ...known]) {
      expect(await reach(host, false)).not.toContain("Canary");
      expect(canary.arrivals.size).toBe(0);
      expect(await reach(host, true)).toContain("Canary");
      expect(canary.arrivals.size).toBe(1);
      canary.arrivals.clear();
    }
    await worker.dispose();
  });
});

/** Addresses that a name may resolve to and nobody may be led to. */
const INSIDE = [
  "127.0.0.1",
  "127.8.8.8",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "192.0.2.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "::1",
  "fd00:ec2::254",
  "fc00::1",
  "64:ff9b::7f00:1",
  "64:ff9b:1::1",
  "2002:7f00:1::1",
  "2001:db8::1",
  "3fff::1",
  "5f00::1",
  "100::1",
  "4000::1",
];
/** Addresses that the runtime itself counts as nobody's, whatever the operator allows. */
const NOBODY = ["192.0.0.8", "192.88.99.1", "2001:0:7f00:1::1"];
const PUBLIC = ["9.9.9.9", "2620:fe::fe"];
const MIXED = "mixed.walls.example";
const TURNING = "turning.walls.example";
const OUTSIDE = "outside.walls.example";
const named = (kind: string, addresses: readonly string[]) =>
  addresses.map((address, i) => ({ address, name: `${kind}-${i}.walls.example` }));
const NAMES = [
  ...named("inside", INSIDE),
  ...named("nobody", NOBODY),
  ...named("public", PUBLIC),
  // One of its addresses may be tried, and the others never.
  ...[PUBLIC[0] ?? "", "127.0.0.1", "::1"].map((address) => ({ address, name: MIXED })),
];

/** What the service does in a network of its own. */
async function observe(allow: boolean): Promise<Observed> {
  const hosts = [
    ...NAMES,
    ...PUBLIC.flatMap((address) => [OUTSIDE, TURNING].map((name) => ({ address, name }))),
  ].map(({ address, name }) => `${address} ${name}\n`);
  const hostsFile = join(folder.path, `hosts-${String(allow)}`);
  const names = [...new Set(NAMES.map(({ name }) => name))];
  const addresses = [...INSIDE, ...NOBODY, ...PUBLIC]
    .filter((address) => !address.startsWith("127.") && address !== "::1")
    .map((address) => `${address}/${address.includes(":") ? 128 : 32}`);
  const printed = await runInOwnNetwork(
    "test/selfhost/walls-inside.ts",
    { addresses, hostsFile, hosts: hosts.join("") },
    [hostsFile, JSON.stringify(names), OUTSIDE, String(allow), allow ? "" : TURNING],
  );
  return JSON.parse(printed) as Observed;
}

describe.skipIf(!hasOwnNetwork())("in a network of its own", () => {
  it("the service connects to nobody inside, by name, by redirect or by a name that turns", async () => {
    const seen = await observe(false);
    const strays = Object.keys(seen.arrivals).filter((address) => !PUBLIC.includes(address));
    expect(strays).toEqual([]);
    const { outcomes } = seen;
    expect(outcomes["before the turn"]).toBe("complete");
    expect(outcomes["after the turn"]).toContain("cannot be reached");
    for (const [i] of PUBLIC.entries()) {
      expect(outcomes[`public-${i}.walls.example`]).toBe("complete");
      expect(outcomes[`redirect to public-${i}.walls.example`]).toBe("complete");
    }
    const inside = [...named("inside", INSIDE), ...named("nobody", NOBODY)];
    const stopped = expect.stringContaining("cannot be reached");
    for (const { name, address } of inside) {
      const met = [address, outcomes[name], outcomes[`redirect to ${name}`]];
      expect(met).toEqual([address, stopped, stopped]);
    }
    for (const host of PRIVATE_HOSTS) {
      expect(outcomes[`redirect to ${host}`]).toContain("private or reserved network");
    }
  });

  it("the same names are reached where the operator allows it", async () => {
    const seen = await observe(true);
    expect(Object.keys(seen.arrivals)).toEqual(expect.arrayContaining([...INSIDE, ...PUBLIC]));
    for (const { name } of named("inside", INSIDE)) expect(seen.outcomes[name]).toBe("complete");
  });
});
