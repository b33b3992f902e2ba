import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { measureService } from "../../src/metrics/measure-service.ts";
import { insertJob } from "../../src/platform/jobs/enqueue-job.ts";
import { AppError } from "../../src/platform/lib/errors.ts";
import { METRICS_TYPE, writeMetrics } from "../../src/platform/metrics/write-metrics.ts";
import { beginSession } from "../../src/reading/sessions/begin-session.ts";
import { failSession } from "../../src/reading/sessions/fail-session.ts";
import { readAnalysisInput } from "../../src/reading/sessions/read-analysis-input.ts";
import { readMetrics, valueOf } from "../support/prometheus.ts";
import {
  form,
  ingestSmallRelease,
  request,
  requestJson,
  testServices,
} from "../support/service.ts";
import { addSource, withNetwork } from "../support/sources.ts";
import { countedContext } from "../support/statements.ts";
import { requestWith, TEAM } from "../support/team.ts";

const ACTOR = { name: "local", role: "admin" as const };
const context = testServices();

beforeAll(ingestSmallRelease);

const scrape = async () => readMetrics(await (await request("/metrics")).text());
const as = (role: string) => ({ "X-Auth-User": "ann@example.org", "X-Auth-Roles": role });
const scrapeAs = async (headers: Record<string, string>) =>
  (await requestWith(TEAM, "/metrics", { headers })).status;

/** Queues a job that became due some seconds ago, as one that begins in 60 seconds if negative. */
async function addJob(dedupe: string, secondsAgo = 0): Promise<string> {
  const { id } = await insertJob(
    context,
    {
      id: context.newId(),
      kind: "deliver_webhook",
      actor: "ann",
      payload: {},
      dedupe_key: dedupe,
      progress: {},
    },
    null,
  );
  await env.WORKSPACE_DB.prepare("update jobs set run_after = ? where id = ?")
    .bind(context.now(-secondsAgo), id)
    .run();
  return id;
}

async function endJob(id: string, state: "failed" | "dead" | "done"): Promise<void> {
  const job = await context.jobs.claim(id, "owner", context.now(), context.now(60));
  if (job === null) throw new Error("not claimed");
  if (state === "done")
    await context.jobs.finish(job, context.now(), { progress: {}, error: null });
  else await context.jobs.giveUp(job, state, context.now(), "It never worked.");
}

async function failAnalysis(): Promise<void> {
  const input = await readAnalysisInput(context, { text: "They used T1566." });
  const { id } = await beginSession(context, ACTOR, input);
  await failSession(context, id, new AppError("provider_timeout", "It took too long."));
}

describe("who may scrape", () => {
  it("is an admin, by the proxy or by an API token with that role", async () => {
    const sent = await requestWith(TEAM, "/api/tokens", {
      method: "POST",
      headers: { ...as("admin"), "Content-Type": "application/json" },
      body: JSON.stringify({ name: "Prometheus", role: "admin" }),
    });
    const { token } = await sent.json<{ token: string }>();
    expect(token).toMatch(/^tradecraft_/);
    expect(await scrapeAs({ Authorization: `Bearer ${token}` })).toBe(200);
    expect(await scrapeAs(as("admin"))).toBe(200);
    expect(await scrapeAs(as("analyst"))).toBe(403);
    expect(await scrapeAs({})).toBe(401);
    expect(await scrapeAs({ Authorization: `Bearer ${token}x` })).toBe(401);
  });

  it("is everyone who reaches the service in local mode, under a name that it knows", async () => {
    const response = await request("/metrics");
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe(METRICS_TYPE);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect((await requestWith({}, "http://rebound.example/metrics", {})).status).not.toBe(200);
  });
});

describe("the metrics", () => {
  it("count how analyses end, also those that are deleted later", async () => {
    const read = async () => {
      const metrics = await scrape();
      const of = (outcome: string) =>
        valueOf(metrics, "tradecraft_analyses_total", { provider: "provider_a", outcome }) ?? 0;
      return [of("completed"), of("failed")];
    };
    const [completed = 0, failed = 0] = await read();
    const sent = await request("/api/analyze", form({ text: "They used PowerShell (T1059.001)." }));
    const { session_id: id } = await sent.json<{ session_id: string }>();
    await failAnalysis();
    expect(await read()).toEqual([completed + 1, failed + 1]);
    await request(`/api/analyze/sessions/${id}`, { method: "DELETE" });
    expect(await read()).toEqual([completed + 1, failed + 1]);
    expect(valueOf(await scrape(), "tradecraft_analyses_processing")).toBe(0);
  });

  it("show jobs by kind and state, how they end, and how long the oldest waits", async () => {
    await env.WORKSPACE_DB.exec("delete from jobs");
    const before = await scrape();
    expect(valueOf(before, "tradecraft_jobs_oldest_queued_age_seconds")).toBe(0);
    const ended = ["done", "failed", "dead"] as const;
    for (const state of ended) await endJob(await addJob(state), state);
    await addJob("waits", 90);
    await addJob("comes later", -60);
    const after = await scrape();
    const kind = "deliver_webhook";
    for (const outcome of ended) {
      const of = (metrics: typeof before) =>
        valueOf(metrics, "tradecraft_jobs_ended_total", { kind, outcome }) ?? 0;
      expect([outcome, of(after) - of(before)]).toEqual([outcome, 1]);
    }
    const jobs = (state: string) => valueOf(after, "tradecraft_jobs", { kind, state });
    expect([jobs("queued"), jobs("running"), jobs("dead")]).toEqual([2, 0, 1]);
    const age = valueOf(after, "tradecraft_jobs_oldest_queued_age_seconds") ?? 0;
    expect(age).toBeGreaterThanOrEqual(90);
    expect(age).toBeLessThan(150);
  });

  it("show sources by whether they work, releases, and what is stored beside its quota", async () => {
    const { context: networked } = withNetwork(() => new Response(null, { status: 500 }));
    const urls = ["https://a.example/feed", "https://b.example/feed", "https://c.example/feed"];
    const [, failing] = await Promise.all(urls.map((url) => addSource(networked, url)));
    const off = await addSource(networked, "https://d.example/feed", { enabled: false });
    expect(off.enabled).toBe(false);
    await env.WORKSPACE_DB.prepare("update sources set consecutive_failures = 2 where id = ?")
      .bind(failing?.id)
      .run();
    const metrics = await scrape();
    const sources = (state: string) => valueOf(metrics, "tradecraft_sources", { state });
    expect([sources("working"), sources("failing"), sources("disabled")]).toEqual([2, 1, 1]);
    const release = { domain: "enterprise-attack", version: "18.1" };
    const ingested = valueOf(metrics, "tradecraft_release_ingested_timestamp_seconds", release);
    expect(Math.abs((ingested ?? 0) - Date.now() / 1000)).toBeLessThan(600);
    expect(valueOf(metrics, "tradecraft_stored_objects", { kind: "sources" })).toBe(4);
    expect(valueOf(metrics, "tradecraft_stored_objects_quota", { kind: "sources" })).toBe(2_000);
  });

  it("add up the tokens of language models by provider", async () => {
    await context.tallies.add("tokens", "provider_b", { input: 1_000, output: 20 });
    await context.tallies.add("tokens", "provider_b", { input: 5, output: 0 });
    const metrics = await scrape();
    const tokens = (direction: string) =>
      valueOf(metrics, "tradecraft_language_model_tokens_total", {
        provider: "provider_b",
        direction,
      });
    expect([tokens("input"), tokens("output")]).toEqual([1_005, 20]);
  });

  it("of a part that fails are missing, and the others are there", async () => {
    const log = vi.fn<typeof context.log>();
    const fail = async () => await Promise.reject(new Error("no such table"));
    const [first, ...others] = context.measures;
    if (first === undefined) throw new Error("no room measures");
    const measure = async (change: Partial<typeof context>) => {
      const text = writeMetrics(await measureService({ ...context, log, ...change }));
      return readMetrics(text);
    };
    const whole = await measure({});
    expect(valueOf(whole, "tradecraft_scrape_errors", {})).toBe(0);
    const part = await measure({ askHost: fail, measures: [fail, ...others] });
    expect(valueOf(part, "tradecraft_scrape_errors", {})).toBe(2);
    const missing = new Set([...whole.keys()].filter((name) => !part.has(name)));
    expect(missing).toEqual(new Set((await first()).map(({ name }) => name)));
    expect(log.mock.calls.map(([, event]) => event)).toEqual(Array(2).fill("metrics.part_failed"));
  });

  it("have no id in a label and no metric of one isolate at the edge", async () => {
    await requestJson("/api/layers");
    const metrics = await scrape();
    expect([...metrics.keys()].filter((name) => name.includes("http"))).toEqual([]);
    const values = [...metrics.values()].flatMap(({ samples }) =>
      samples.flatMap(({ labels }) => Object.values(labels)),
    );
    expect(values.filter((value) => /[0-9a-f]{8}-[0-9a-f]{4}/.test(value))).toEqual([]);
  });
});

describe("the cost of a scrape", () => {
  /** Statements and rows that it reads. */
  async function costOfScrape() {
    const { context: counted, count } = countedContext();
    for (const measure of counted.measures) await measure();
    return { statements: count.total, rowsRead: count.rowsRead };
  }

  it("does not grow with analyses and jobs that are over", async () => {
    await request("/api/analyze", form({ text: "They used PowerShell (T1059.001)." }));
    await endJob(await addJob("ends"), "done");
    const before = await costOfScrape();
    for (const table of ["sessions", "jobs"]) await multiply(table, 500);
    const after = await costOfScrape();
    expect(after).toEqual(before);
    expect(after.statements).toBeLessThan(15);
    expect(after.rowsRead).toBeLessThan(150);
  });

  /** Copies a row of a table that is over, under other ids. */
  async function multiply(table: string, times: number): Promise<void> {
    const info = await env.WORKSPACE_DB.prepare(`pragma table_info(${table})`).all<{
      name: string;
    }>();
    const names = info.results.map(({ name }) => name);
    const copied = names.map((name) =>
      name === "id" ? "one.id || '-' || n.value" : `one.${name}`,
    );
    const isOver = table === "jobs" ? "state = 'done'" : "status = 'completed'";
    const one = `(select * from ${table} where ${isOver} limit 1) one`;
    await env.WORKSPACE_DB.prepare(
      `insert into ${table} (${names.join(", ")})
       select ${copied.join(", ")} from ${one}, json_each(?) n`,
    )
      .bind(JSON.stringify(Array.from({ length: times }, (_, n) => n)))
      .run();
  }
});
