import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { createSource } from "../../../src/pipeline/collection/create-source.ts";
import { enqueueRun } from "../../../src/pipeline/collection/enqueue-run.ts";
import type { Run } from "../../../src/pipeline/collection/store.ts";
import type { Settings } from "../../../src/settings.ts";
import { importStix } from "../../../src/pipeline/imports/import-stix.ts";
import { runJob } from "../../../src/platform/jobs/run-job.ts";
import { AppError } from "../../../src/platform/lib/errors.ts";
import { COUNTED } from "../../../src/platform/quotas/tables.ts";
import {
  form,
  ingestSmallRelease,
  request,
  requestJson,
  testServices,
} from "../../support/service.ts";
import { requestWith } from "../../support/team.ts";

const ACTOR = { name: "local", role: "admin" as const };
const post = (body: unknown): RequestInit => ({ method: "POST", body: JSON.stringify(body) });

const totals = async () => await testServices().totals.read();
const withSettings = (settings: Partial<Settings>) => {
  const context = testServices();
  return { ...context, settings: { ...context.settings, ...settings } };
};

/** Two sessions for a dossier. */
let sessionIds: string[] = [];

beforeAll(async () => {
  await ingestSmallRelease();
  const analyse = async () =>
    (await requestJson<{ session_id: string }>("/api/analyze", form({ text: "T1566." }))).body
      .session_id;
  sessionIds = [await analyse(), await analyse()];
});

let counter = 0;
const next = () => (counter += 1);

/** A request that adds one of each thing. */
const ADDING: Record<string, [setting: string, path: string, init: () => RequestInit]> = {
  sessions: ["QUOTA_SESSIONS", "/api/analyze", () => form({ text: "T1566." })],
  intake_reports: [
    "QUOTA_INTAKE_REPORTS",
    "/api/pipeline/intake",
    () => post({ title: `Within the quota, ${next()}` }),
  ],
  observables: [
    "QUOTA_OBSERVABLES",
    "/api/pipeline/observables",
    () => post({ kind: "domain", value: `quota-${next()}.xyz` }),
  ],
  rules: [
    "QUOTA_RULES",
    "/api/pipeline/rules/generate",
    () => post({ title: "R", technique_id: "T1566", language: "sigma" }),
  ],
  layers: ["QUOTA_LAYERS", "/api/layers", () => post({ name: "L", technique_ids: ["T1566"] })],
  dossiers: ["QUOTA_DOSSIERS", "/api/dossiers", () => post({ name: "D", session_ids: sessionIds })],
  sources: [
    "QUOTA_SOURCES",
    "/api/pipeline/sources",
    () => post({ url: `https://quota-${next()}.unit.invalid/rss`, enabled: false }),
  ],
};

describe("a quota", () => {
  it.each(Object.entries(ADDING))(
    "of %s is named and held",
    async (name, [setting, path, init]) => {
      const stored = (await totals()).get(name as (typeof COUNTED)[number]) ?? 0;
      const limit = { [setting]: String(stored + 1) };
      expect((await requestWith(limit, path, init())).status).toBeLessThan(300);
      const refused = await requestWith(limit, path, init());
      expect(refused.status).toBe(507);
      const problem = await refused.json<{ code: string; detail: string }>();
      expect(problem.code).toBe("quota_exceeded");
      expect(problem.detail).toContain(setting);
      expect((await totals()).get(name as (typeof COUNTED)[number])).toBe(stored + 1);
      expect((await requestWith({ [setting]: "0" }, path, init())).status).toBeLessThan(300);
    },
  );

  it("of bytes counts texts, outlines and uploads, and gives back what is deleted", async () => {
    const before = (await totals()).get("stored_bytes") ?? 0;
    const file = new File(["T1566 ".repeat(100)], "report.txt");
    const { body } = await requestJson<{ session_id: string }>("/api/analyze", form({ file }));
    const { body: report } = await requestJson<{ id: string }>(
      "/api/pipeline/intake",
      post({ title: "A report with a text", text: "ü".repeat(500) }),
    );
    const stored = (await totals()).get("stored_bytes") ?? 0;
    const outline = await env.FILES.head(`sessions/${body.session_id}/outline.json`);
    expect(outline?.size).toBeGreaterThan(0);
    expect(stored - before).toBe(600 + 600 + (outline?.size ?? 0) + 1000);
    const limit = { QUOTA_STORED_BYTES: String(stored + 100) };
    const refused = await requestWith(limit, "/api/analyze", form({ text: "T1566 ".repeat(50) }));
    expect(await refused.json()).toMatchObject({ status: 507, code: "quota_exceeded" });
    await request(`/api/analyze/sessions/${body.session_id}`, { method: "DELETE" });
    await request(`/api/pipeline/intake/${report.id}`, { method: "DELETE" });
    expect((await totals()).get("stored_bytes")).toBe(before);
  });

  it("keeps totals that are the counts of the tables", async () => {
    const stored = await totals();
    for (const table of COUNTED.filter((name) => name !== "stored_bytes")) {
      const n = await env.WORKSPACE_DB.prepare(`SELECT count(*) AS n FROM ${table}`).first("n");
      expect([table, stored.get(table)]).toEqual([table, n]);
    }
  });

  it("of observables fails no analysis, and says what was left out", async () => {
    const stored = (await totals()).get("observables") ?? 0;
    const limit = { QUOTA_OBSERVABLES: String(stored + 1) };
    const text = "T1566, then left-one.xyz, left-two.xyz and left-three.xyz.";
    const response = await requestWith(limit, "/api/analyze", form({ text }));
    const body = await response.json<{ warnings: string[]; session_id: string }>();
    expect(response.status).toBe(200);
    expect(body.warnings.join()).toMatch(/^2 observables were left out.*QUOTA_OBSERVABLES/);
    expect((await totals()).get("observables")).toBe(stored + 1);
  });
});

describe("what collects stops at a quota and says so", () => {
  const reportOf = (n: number) => ({
    type: "report",
    id: `report--40000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
    name: `An imported report beyond the quota, ${n}`,
  });
  const bodyOf = (objects: object[]) => {
    const body = new Response(JSON.stringify({ type: "bundle", objects })).body;
    return { body, gzip: false, dryRun: false };
  };

  it("an import, whose rest comes in when it is sent again", async () => {
    const stored = (await totals()).get("intake_reports") ?? 0;
    const context = {
      ...withSettings({ QUOTA_INTAKE_REPORTS: stored + 600 }),
      objectsAtOnce: 500,
    };
    const objects = Array.from({ length: 700 }, (_, n) => reportOf(n));
    const refused = await importStix(context, ACTOR, bodyOf(objects)).catch((error) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused.code).toBe("quota_exceeded");
    const [newest] = (
      await requestJson<{ id: string; status: string; error: string }[]>(
        "/api/pipeline/imports?limit=1",
      )
    ).body;
    expect(newest).toMatchObject({ status: "interrupted", items_created: 500 });
    expect(newest?.error).toContain("QUOTA_INTAKE_REPORTS");
    const failed = await requestJson<{ reason: string }[]>(
      `/api/pipeline/imports/${newest?.id}/receipts?outcome=failed`,
    );
    expect(failed.headers.get("X-Total-Count")).toBe("200");
    expect(failed.body[0]?.reason).toContain("QUOTA_INTAKE_REPORTS");
    const again = await importStix(testServices(), ACTOR, bodyOf(objects));
    expect(again).toMatchObject({ items_created: 200, duplicates: 500 });
  });

  it("a run, whose rest comes in with a later one", async () => {
    const items = Array.from(
      { length: 1200 },
      (_, n) => `<item><guid>q${n}</guid><title>An item beyond the quota, ${n}</title></item>`,
    );
    const feed = `<rss version="2.0"><channel><title>F</title>${items.join("")}</channel></rss>`;
    const answer = async () =>
      new Response(feed, { headers: { "Content-Type": "application/rss+xml", ETag: '"1"' } });
    const network = { public: answer, operator: answer };
    const stored = (await totals()).get("intake_reports") ?? 0;
    const context = { ...withSettings({ QUOTA_INTAKE_REPORTS: stored + 1100 }), network };
    const given = { kind: "rss" as const, url: "https://feeds.unit.dev/quota", enabled: true };
    const created = await createSource(context, "local", {
      ...given,
      name: undefined,
      interval_minutes: 60,
      include: [],
      exclude: [],
      filters: {},
    });
    const run = async (settings: typeof context): Promise<Run | null> => {
      const source = await settings.collection.find(created.id);
      if (source === null) throw new Error("no source");
      const id = await enqueueRun(settings, source, "local", "manual");
      await runJob(settings, id);
      return await settings.collection.findRun(id);
    };
    const stopped = await run(context);
    expect(stopped).toMatchObject({ status: "failed", items_created: 1000 });
    expect(stopped?.error).toContain("QUOTA_INTAKE_REPORTS");
    expect(await run({ ...testServices(), network })).toMatchObject({
      status: "complete",
      items_created: 200,
      duplicates: 1000,
    });
  });
});
