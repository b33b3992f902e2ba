import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { enrichBulk } from "../../../src/pipeline/enrichment/bulk/enrich-bulk.ts";
import { enrichObservable } from "../../../src/pipeline/enrichment/enrich-observable.ts";
import type {
  BulkTask,
  Enrichment,
  ProviderView,
} from "../../../src/pipeline/enrichment/schema.ts";
import type { EnrichmentStore } from "../../../src/pipeline/enrichment/store.ts";
import { runJob } from "../../../src/platform/jobs/run-job.ts";
import { ALL_ON, observe, providerWorld, ROOMY } from "../../support/providers/provider-world.ts";
import { ADDRESS, URL_OF_IT } from "../../support/providers/values.ts";
import { GOOD_KEY } from "../../support/providers/wire.ts";
import { ingestSmallRelease, requestJson } from "../../support/service.ts";
import { requestWith, TEAM } from "../../support/team.ts";

beforeAll(ingestSmallRelease);

const BULK = "/api/pipeline/enrichments/bulk";
let next = 0;
const addresses = async (count: number) =>
  await Promise.all(
    Array.from({ length: count }, async () => {
      next += 1;
      return (await observe("ipv4", `91.9.${Math.floor(next / 250)}.${(next % 250) + 1}`)).id;
    }),
  );
const taskOf = async (id: string) => (await requestJson<BulkTask>(`${BULK}/${id}`)).body;
const enrichPath = (id: string) => `/api/pipeline/observables/${id}/enrich`;
const post = async (path: string, body: unknown, settings: Record<string, string> = {}) =>
  await requestWith(settings, path, { method: "POST", body: JSON.stringify(body) });

describe("a budget", () => {
  it("is not exceeded, holds over a restart, and says when it is free again", async () => {
    const given = { ...ALL_ON, VIRUSTOTAL_BUDGET: "4/minute,6/day" };
    const { enrich, sent, clock } = providerWorld(given);
    const ids = await addresses(9);
    const ask = async (at: number) => await enrich(ids[at] ?? "", { provider: "virustotal" });
    for (const at of [0, 1, 2, 3]) expect((await ask(at)).status).toBe("not_found");
    const used = await ask(4);
    expect(used).toMatchObject({ status: "rate_limited", source_url: null });
    expect(used.detail).toMatch(
      /^The budget of VirusTotal is used up \(4\/minute, VIRUSTOTAL_BUDGET\); try again after /,
    );
    expect(sent).toHaveLength(4);
    clock.seconds = 61;
    expect((await ask(4)).status).toBe("not_found");
    expect((await ask(5)).status).toBe("not_found");
    expect((await ask(6)).detail).toContain("6/day");
    // Another process counts the same.
    const other = providerWorld(given);
    other.clock.seconds = 3_600;
    const late = await other.enrich(ids[7] ?? "", { provider: "virustotal" });
    expect(late.detail).toContain("6/day");
    expect(other.sent).toEqual([]);
    other.clock.seconds = 24 * 3_600 + 62;
    const again = await other.enrich(ids[8] ?? "", { provider: "virustotal" });
    expect(again.status).toBe("not_found");
  });

  it("of one provider is not another one's", async () => {
    const { enrich } = providerWorld({ ...ALL_ON, OTX_BUDGET: "1/day" });
    const ids = await addresses(2);
    expect((await enrich(ids[0] ?? "", { provider: "otx" })).status).toBe("not_found");
    expect((await enrich(ids[1] ?? "", { provider: "otx" })).status).toBe("rate_limited");
    expect((await enrich(ids[1] ?? "", { provider: "greynoise" })).status).toBe("not_found");
  });

  it.each(["4 a minute", "0/day", "4/month"])("is not '%s'", (text) => {
    expect(() => providerWorld({ URLSCAN_BUDGET: text })).toThrow("Setting URLSCAN_BUDGET");
  });

  it("and the base URL without credentials, which errors would show", () => {
    expect(() => providerWorld({ OTX_URL: "https://ann:secret@mirror.example" })).toThrow(
      "Setting OTX_URL must be a URL without credentials",
    );
  });
});

describe("one value", () => {
  it("is asked for once, however many ask at once, and again by another provider", async () => {
    const { context, sent } = providerWorld({ ...ALL_ON, ...ROOMY });
    const [id = ""] = await addresses(1);
    const rows = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { row } = await enrichObservable(context, "ann", id, { provider: "otx" });
        return row.id;
      }),
    );
    expect(new Set(rows).size).toBe(1);
    expect(sent).toHaveLength(1);
    await enrichObservable(context, "ann", id, { provider: "abuseipdb" });
    expect(sent.map(({ provider }) => provider)).toEqual(["otx", "abuseipdb"]);
    const { body } = await requestJson<Enrichment[]>(`/api/pipeline/observables/${id}/enrichments`);
    expect(body.map(({ provider }) => provider)).toEqual(["abuseipdb", "otx"]);
  });

  it.each([
    ["ipv4", "10.9.8.7", "greynoise"],
    ["url", "http://192.168.7.1/a", "virustotal"],
    ["url", "http://[fe80::1]/a", "virustotal"],
    ["url", "https://ann:secret@somewhere.net/a", "urlscan"],
  ] as const)("%s %s is never sent", async (kind, value, provider) => {
    const { enrich, sent } = providerWorld();
    const { id } = await observe(kind, value);
    const record = await enrich(id, { provider, includeRed: true });
    expect(record).toMatchObject({ status: "not_found", confidence: 0, source_url: null });
    expect(record.detail).toContain("was not sent to anyone");
    expect(sent).toEqual([]);
  });

  it.each([
    ["ipv4", "91.9.200.0/24", "greynoise", "this is a network"],
    ["cve", "CVE-2026-1111", "greynoise", "It takes ipv4."],
    ["sha512", "a".repeat(128), "malwarebazaar", "It takes md5, sha1, sha256."],
  ] as const)("%s %s is none that %s takes", async (kind, value, provider, why) => {
    const { enrich, sent } = providerWorld();
    const { id } = await observe(kind, value);
    await expect(enrich(id, { provider })).rejects.toMatchObject({
      code: "unsupported_kind",
      message: expect.stringContaining(why),
    });
    expect(sent).toEqual([]);
  });
});

describe("the routes", () => {
  it("list what is on and what each sends, and never a key", async () => {
    const settings = { VIRUSTOTAL_API_KEY: GOOD_KEY, INTERNETDB_ENABLED: "true" };
    const response = await requestWith(settings, "/api/pipeline/enrichments/providers");
    const text = await response.text();
    expect(text).not.toContain(GOOD_KEY);
    const list = JSON.parse(text) as ProviderView[];
    expect(list.filter(({ enabled }) => enabled).map(({ name }) => name)).toEqual([
      "rdap",
      "virustotal",
      "internetdb",
    ]);
    expect(list.find(({ name }) => name === "virustotal")).toMatchObject({
      title: "VirusTotal",
      settings: ["VIRUSTOTAL_API_KEY"],
      sends: { to: ["www.virustotal.com"] },
      budget: ["4/minute", "500/day"],
    });
    expect(list.find(({ name }) => name === "greynoise")?.settings).toEqual([
      "GREYNOISE_API_KEY",
      "GREYNOISE_ENABLED",
    ]);
  });

  it("answer 503 for a provider that is off, and 422 for one that is not there", async () => {
    const [id = ""] = await addresses(1);
    const off = await post(enrichPath(id), { provider: "otx" });
    expect([off.status, await off.json()]).toMatchObject([
      503,
      { code: "provider_not_configured", detail: expect.stringContaining("OTX_API_KEY") },
    ]);
    const bulk = await post(BULK, { observable_ids: [id], providers: ["rdap", "otx"] });
    expect(bulk.status).toBe(503);
    for (const body of [{ provider: "nobody" }, { providers: ["otx"] }, { include_red: "yes" }]) {
      expect((await post(enrichPath(id), body)).status).toBe(422);
    }
    expect((await post(BULK, { observable_ids: [id], providers: [] })).status).toBe(422);
  });

  it("let no viewer ask, and no page of another origin", async () => {
    const [id = ""] = await addresses(1);
    const settings = { ...TEAM, ...ALL_ON };
    const init = { method: "POST", body: JSON.stringify({ provider: "otx" }) };
    const viewer = { "X-Auth-User": "vera", "X-Auth-Roles": "viewer" };
    const asViewer = await requestWith(settings, enrichPath(id), { ...init, headers: viewer });
    expect(asViewer.status).toBe(403);
    const headers = { Origin: "https://elsewhere.example", "Sec-Fetch-Site": "cross-site" };
    const other = await requestWith(ALL_ON, enrichPath(id), { ...init, headers });
    expect([other.status, await other.json()]).toMatchObject([403, { code: "cross_origin" }]);
    const list = "/api/pipeline/enrichments/providers";
    expect((await requestWith(TEAM, list, { headers: viewer })).status).toBe(200);
  });
});

describe("a bulk enrichment", () => {
  it("asks every provider about every observable, and counts each", async () => {
    const { context, sent } = providerWorld({ ...ALL_ON, ...ROOMY });
    const known = await observe("ipv4", ADDRESS);
    const url = await observe("url", URL_OF_IT);
    const ids = [known.id, url.id];
    const providers = ["virustotal", "greynoise", "urlhaus"] as const;
    const { task_id: task } = await enrichBulk(context, "ann", ids, { providers });
    expect(await enrichBulk(context, "ann", ids.toReversed(), { providers })).toEqual({
      task_id: task,
    });
    await runJob(context, task);
    expect(await taskOf(task)).toMatchObject({
      status: "complete",
      done: 6,
      total: 6,
      providers,
      outcomes: { complete: 5, skipped: 1, withheld: 0 },
    });
    expect(sent).toHaveLength(5);
    const { results } = await env.WORKSPACE_DB.prepare(
      "SELECT details FROM audit WHERE object_id = ?",
    )
      .bind(task)
      .all<{ details: string }>();
    expect(results.map(({ details }) => JSON.parse(details) as object)).toEqual([
      { observables: 2, providers },
    ]);
  });

  it("waits for the budget of a minute instead of failing the rest", async () => {
    const { context, sent, clock } = providerWorld({ ...ALL_ON, URLSCAN_BUDGET: "4/minute" });
    const waiting = {
      ...context,
      sleep: async (seconds: number) => void (clock.seconds += seconds),
    };
    const ids = await addresses(10);
    const { task_id: task } = await enrichBulk(waiting, "ann", ids, { providers: ["urlscan"] });
    // Whoever waits for long leaves the rest to another run.
    for (let run = 0; run < 5; run += 1) await runJob(waiting, task);
    expect(await taskOf(task)).toMatchObject({ done: 10, outcomes: { not_found: 10 } });
    expect(sent).toHaveLength(10);
    expect(clock.seconds).toBeGreaterThan(119);
  });

  it("that is killed half-way asks about nothing twice but what was under way", async () => {
    const { context, sent } = providerWorld({ ...ALL_ON, ...ROOMY });
    const ids = await addresses(20);
    const { task_id: task } = await enrichBulk(context, "ann", ids, { providers: ["abuseipdb"] });
    let stored = 0;
    const store = context.enrichments;
    const add: EnrichmentStore["add"] = (row) => {
      stored += 1;
      if (stored > 8) throw new Error("the power is gone");
      return store.add(row);
    };
    const cut = Object.assign(Object.create(store) as EnrichmentStore, {
      add,
      findFresh: store.findFresh.bind(store),
      findFreshByTarget: store.findFreshByTarget.bind(store),
    });
    const broken = { ...context, enrichments: cut };
    await runJob(broken, task);
    expect(sent).toHaveLength(9);
    const later = { ...context, now: (offset = 0) => context.now(offset + 3_600) };
    await runJob(later, task);
    expect(await taskOf(task)).toMatchObject({ status: "complete", outcomes: { complete: 20 } });
    expect(new Set(sent.map(({ path }) => path)).size).toBe(20);
    expect(sent).toHaveLength(21);
  });
});
