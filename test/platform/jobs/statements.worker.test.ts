import { beforeAll, describe, expect, it } from "vitest";
import { createSource } from "../../../src/pipeline/collection/create-source.ts";
import { scheduleRuns } from "../../../src/pipeline/collection/schedule-runs.ts";
import { enqueueRun } from "../../../src/pipeline/collection/enqueue-run.ts";
import type { Services } from "../../../src/services.ts";
import { enrichBulk } from "../../../src/pipeline/enrichment/bulk/enrich-bulk.ts";
import { importStix } from "../../../src/pipeline/imports/import-stix.ts";
import { runJob } from "../../../src/platform/jobs/run-job.ts";
import { tick } from "../../../src/background.ts";
import { ingestSmallRelease, requestJson, testServices } from "../../support/service.ts";
import { countedContext } from "../../support/statements.ts";

const ADMIN = { name: "local", role: "admin" } as const;

/** Cloudflare's limit of queries an invocation; the free plan has 50. */
const LIMIT = 1_000;
const FREE_LIMIT = 50;

const feed = (name: string, count: number) =>
  `<rss version="2.0"><channel><title>${name}</title>${Array.from(
    { length: count },
    (_, i) => `<item><title>Story ${i} of the feed ${name}</title>
      <link>https://${name}.unit.dev/${i}</link>
      <description>T1566 by host-${name}-${i}.xyz and 10.0.0.1</description></item>`,
  ).join("")}</channel></rss>`;

/** Runs a source whose feed has so many items; answers its run, and the statements of that. */
async function collect(name: string, items: number) {
  const network = async () => new Response(feed(name, items));
  const { context, count } = countedContext({ network: { public: network, operator: network } });
  const source = await addSource(context, name);
  const runId = await enqueueRun(context, source, "local", "manual");
  count.total = 0;
  await runJob(context, runId);
  return { statements: count.total, run: await context.collection.findRun(runId) };
}

async function addSource(context: Services, name: string) {
  const { id } = await createSource(context, "local", {
    url: `https://${name}.unit.dev/feed`,
    kind: "rss" as const,
    enabled: true,
    interval_minutes: 60,
    include: [],
    exclude: [],
    filters: {},
  });
  const source = await context.collection.find(id);
  if (source === null) throw new Error("no source");
  return source;
}

function stixBundle(count: number): string {
  const at = "2026-01-01T00:00:00.000Z";
  const common = { spec_version: "2.1", created: at, modified: at };
  const objects = Array.from({ length: count }, (_, i) => {
    const number = String(i).padStart(12, "0");
    return i % 4 === 0
      ? {
          ...common,
          type: "report",
          id: `report--00000000-0000-4000-8000-${number}`,
          name: `A report of the bundle, number ${i}`,
          published: at,
          object_refs: [],
          description: `It names many-${i}.xyz.`,
        }
      : {
          ...common,
          type: "indicator",
          id: `indicator--00000000-0000-4000-8000-${number}`,
          pattern_type: "stix",
          valid_from: at,
          pattern: `[domain-name:value = 'indicator-${i}.xyz']`,
        };
  });
  const id = "bundle--00000000-0000-4000-8000-000000000000";
  return JSON.stringify({ type: "bundle", id, objects });
}

beforeAll(ingestSmallRelease);

describe("the statements of one invocation", () => {
  it("stay within the free plan's for a feed as most are", async () => {
    const { run, statements } = await collect("common", 50);
    expect(run).toMatchObject({ status: "complete", items_created: 50, observables_created: 50 });
    expect(statements).toBeLessThan(FREE_LIMIT);
  });

  it("do not grow with the items of a feed", async () => {
    const { run, statements } = await collect("large", 2_000);
    expect(run).toMatchObject({ status: "complete", items_seen: 2_000, items_created: 2_000 });
    expect(statements).toBeLessThan(100);
  });

  it("do not grow with the objects of an import", async () => {
    const { context, count } = countedContext();
    const body = new Blob([stixBundle(4_000)]).stream();
    const sent = { body, gzip: false, dryRun: false };
    count.total = 0;
    expect(await importStix(context, ADMIN, sent)).toMatchObject({
      // The indicators share one.
      items_seen: 1_001,
      observables_created: 4_000,
      errors: [],
    });
    expect(count.total).toBeLessThan(150);
  });

  it("do not grow with the sources that are due at once", async () => {
    const { context, count } = countedContext();
    for (let i = 0; i < 60; i += 1) await addSource(context, `due-${i}`);
    count.total = 0;
    await scheduleRuns(context);
    expect(count.total).toBe(2);
    await tick(context, "@tick");
    expect(count.total).toBeLessThan(FREE_LIMIT);
  });

  it("are limited for an enrichment of many, which goes on in parts", async () => {
    let asked = 0;
    const network = async (input: RequestInfo | URL) => {
      const { url } = new Request(input);
      if (url.endsWith("/dns.json")) {
        return Response.json({ services: [[["net"], ["https://rdap.registry.net/"]]] });
      }
      asked += 1;
      return Response.json(
        { objectClassName: "domain", ldhName: url.split("/").at(-1) },
        { headers: { "Content-Type": "application/rdap+json" } },
      );
    };
    const { context, count } = countedContext({
      network: { public: network, operator: network },
      log: () => undefined,
    });
    const ids = [];
    for (let i = 0; i < 60; i += 1) {
      const given = { kind: "domain", value: `enriched-${i}.net` };
      const init = { method: "POST", body: JSON.stringify(given) };
      ids.push((await requestJson<{ id: string }>("/api/pipeline/observables", init)).body.id);
    }
    const { task_id: taskId } = await enrichBulk(context, "ann", ids);
    const most = [];
    for (let run = 0; run < 10; run += 1) {
      count.total = 0;
      await runJob(context, taskId);
      most.push(count.total);
    }
    const job = await testServices().jobs.get(taskId);
    expect(job).toMatchObject({ state: "done", progress: { done: 60 } });
    expect(asked).toBe(60);
    expect(Math.max(...most)).toBeLessThan(LIMIT / 2);
  });
});
