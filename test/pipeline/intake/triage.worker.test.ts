import { env } from "cloudflare:test";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { NewReport } from "../../../src/pipeline/intake/new-report.ts";
import type { BulkResult, ReportDetail, ReportView } from "../../../src/pipeline/intake/schema.ts";
import { intakeRoom } from "../../../src/pipeline/intake/room.ts";
import { submitReports } from "../../../src/pipeline/intake/submit-reports.ts";
import { MAX_ARRIVALS } from "../../../src/pipeline/intake/vocabulary.ts";
import { WORTH_SQL } from "../../../src/pipeline/intake/worth-store.ts";
import {
  form,
  ingestSmallRelease,
  request,
  requestJson,
  testServices,
} from "../../support/service.ts";
import { requestWith, TEAM } from "../../support/team.ts";

const PATH = "/api/pipeline/intake";
const SOURCES = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [
  string,
  string,
  string,
];

const rawWorth = new SQLiteAsyncDialect().sqlToQuery(WORTH_SQL).sql;

let counter = 0;
const item = (more: Partial<NewReport> = {}): NewReport => {
  counter += 1;
  return {
    title: `A report to be triaged, number ${counter}`,
    url: `https://triage.unit.dev/${counter}`,
    publisher: "Unit Research",
    summary: "",
    text: "",
    published_at: null,
    technique_ids: [],
    group_ids: [],
    foreign_key: `feed:${counter}`,
    source_id: SOURCES[0],
    import_id: null,
    indicators: [],
    ...more,
  };
};
const submit = async (...reports: NewReport[]) =>
  (await submitReports(testServices(), reports)).outcomes.map(({ report_id: id }) => id);
const post = (body: unknown): RequestInit => ({ method: "POST", body: JSON.stringify(body) });
const read = async (id: string) => (await requestJson<ReportDetail>(`${PATH}/${id}`)).body;
const list = async (query: string) =>
  (await requestJson<ReportView[]>(`${PATH}?${query}`)).body.map(({ id }) => id);
const bulk = async (body: object) =>
  (await requestJson<BulkResult[]>(`${PATH}/bulk`, post(body))).body;
const add = async (more: object = {}) => {
  counter += 1;
  const given = { title: `A report entered manually, number ${counter}`, ...more };
  return (await requestJson<ReportView>(PATH, post(given))).body.id;
};

beforeAll(ingestSmallRelease);

describe("why a report is worth reading", () => {
  it("is what its title, summary and text name, found when it comes in", async () => {
    const id = await add({
      title: "APT29 runs Mimikatz",
      summary: "It exploits CVE-2021-26855 and CVE-2026-99999.",
      text: "The actor ran PowerShell (T1059.001).",
    });
    const { why } = await read(id);
    expect(why.groups).toEqual([{ attack_id: "G0016", name: "APT29" }]);
    expect(why.software).toEqual([{ attack_id: "S0002", name: "Mimikatz" }]);
    expect(why.cves).toEqual([
      { id: "CVE-2021-26855", known_exploited: true },
      { id: "CVE-2026-99999", known_exploited: false },
    ]);
    expect(why.techniques).toEqual([{ attack_id: "T1059.001", name: "PowerShell", is_new: true }]);
    // New technique 3, exploited CVE 3, group 2, software 1, two CVEs 2, technique 1.
    expect(why.worth).toBe(12);
  });

  it("filters and sorts the list", async () => {
    const [plain, group, cve] = await submit(
      item({ text: "Nothing of note." }),
      item({ group_ids: ["G0007"] }),
      item({ title: "On CVE-2020-0001", group_ids: ["G0007"] }),
    );
    expect(await list("names=g0007")).toEqual([cve, group]);
    expect(await list("names=G0007,CVE-2020-0001")).toEqual([cve]);
    expect(await list("has=groups,cves&names=G0007")).toEqual([cve]);
    const sorted = await list(`source_id=${SOURCES[0]}&sort=worth`);
    expect(sorted.indexOf(cve ?? "")).toBeLessThan(sorted.indexOf(group ?? ""));
    expect(sorted.indexOf(group ?? "")).toBeLessThan(sorted.indexOf(plain ?? ""));
    expect(await list(`ids=${plain},${cve}`)).toEqual([cve, plain]);
    expect(await list("since=2100-01-01")).toEqual([]);
    expect((await request(`${PATH}?names=x`)).status).toBe(400);
    expect((await request(`${PATH}?has=luck`)).status).toBe(422);
  });

  it("sorts by an index", async () => {
    const plan = await env.WORKSPACE_DB.prepare(
      `explain query plan select id from intake_reports where status = 'pending'
        order by ${rawWorth} desc, created_at desc, id desc limit 50`,
    ).all<{ detail: string }>();
    const steps = plan.results.map(({ detail }) => detail).join("; ");
    expect(steps).toContain("intake_reports_by_worth");
    expect(steps).not.toContain("TEMP B-TREE");
  });

  it("no longer counts a technique as new once a session has it", async () => {
    const [id = ""] = await submit(item({ technique_ids: ["T1566"] }));
    expect((await read(id)).why.techniques).toMatchObject([{ is_new: true }]);
    expect(await list("has=new_techniques&names=T1566")).toEqual([id]);
    await request("/api/analyze", { method: "POST", ...form({ text: "They used T1566." }) });
    await intakeRoom.housekeeping?.(testServices(), { startedAt: null, collects: false });
    expect((await read(id)).why.techniques).toMatchObject([{ is_new: false }]);
    expect(await list("has=new_techniques&names=T1566")).toEqual([]);
    const [later = ""] = await submit(item({ technique_ids: ["T1566"] }));
    expect((await read(later)).why.techniques).toMatchObject([{ is_new: false }]);
  });
});

describe("duplicates", () => {
  it("are noted with their origin on the report that they repeat, once for each origin", async () => {
    const first = item();
    const [id = ""] = await submit(first);
    const { url, title } = first;
    const elsewhere = item({ url, source_id: SOURCES[1], publisher: "Another feed" });
    const renamed = item({ title, source_id: SOURCES[2], group_ids: ["G0016"] });
    for (let poll = 0; poll < 3; poll += 1) await submit(first, elsewhere, renamed);
    const report = await read(id);
    expect(report.duplicates).toBe(2);
    expect(report.arrivals).toMatchObject([
      { title: elsewhere.title, url, publisher: "Another feed", source_id: SOURCES[1] },
      { title, url: renamed.url, source_id: SOURCES[2] },
    ]);
    expect(report.why.groups).toMatchObject([{ attack_id: "G0016" }]);
    const [listed] = (await requestJson<ReportView[]>(`${PATH}?q=${encodeURIComponent(title)}`))
      .body;
    expect(listed).toMatchObject({ id, duplicates: 2 });
    expect(listed).not.toHaveProperty("arrivals");
  });

  it("are bounded for each report, and go with it", async () => {
    const first = item();
    const [id = ""] = await submit(first);
    const repeated = Array.from({ length: MAX_ARRIVALS + 5 }, () =>
      item({ title: first.title, source_id: SOURCES[1] }),
    );
    await submit(...repeated);
    await submit(item({ title: first.title, source_id: SOURCES[2] }));
    expect((await read(id)).duplicates).toBe(MAX_ARRIVALS);
    expect((await request(`${PATH}/${id}`, { method: "DELETE" })).status).toBe(204);
    const left = await env.WORKSPACE_DB.prepare(
      "select count(*) as n from report_arrivals where report_id = ?",
    )
      .bind(id)
      .first<{ n: number }>();
    expect(left?.n).toBe(0);
  });
});

describe("many reports at once", () => {
  it("are rejected, postponed and reopened, each with a result and an entry of its own", async () => {
    const ids = [await add(), await add(), await add()] as const;
    const unknown = crypto.randomUUID();
    await bulk({ ids: [ids[2]], action: "promote" });
    expect(
      await bulk({ ids: [ids[0], unknown, ids[1], ids[2], ids[0]], action: "reject" }),
    ).toEqual([
      { id: ids[0], outcome: "done", code: null, reason: null },
      { id: unknown, outcome: "refused", code: "not_found", reason: expect.any(String) },
      { id: ids[1], outcome: "done", code: null, reason: null },
      { id: ids[2], outcome: "refused", code: "invalid_transition", reason: expect.any(String) },
    ]);
    expect(await bulk({ ids: [ids[0]], action: "reject" })).toMatchObject([
      { outcome: "unchanged" },
    ]);
    await bulk({ ids: [ids[0], ids[1]], action: "pending" });
    await bulk({ ids: [ids[0]], action: "later" });
    expect(await read(ids[0])).toMatchObject({ status: "reviewing", decided_by: "local" });
    const entries = await env.WORKSPACE_DB.prepare(
      "select details from audit where object_id = ? and action = 'intake.transition' order by seq",
    )
      .bind(ids[0])
      .all<{ details: string }>();
    expect(entries.results.map(({ details }) => JSON.parse(details) as unknown)).toEqual([
      { from: "pending", to: "rejected" },
      { from: "rejected", to: "pending" },
      { from: "pending", to: "reviewing" },
    ]);
  });

  it("are promoted with an analysis each, as far as the rate limit allows", async () => {
    const ids = [await add(), await add(), await add()];
    const order = { ids, action: "promote", analyze: true, mode: "precision" };
    const response = await requestWith({ ...TEAM, RATE_ANALYSES_PER_MINUTE: "2" }, `${PATH}/bulk`, {
      ...post(order),
      headers: { "X-Auth-User": "bulk@unit.dev", "X-Auth-Roles": "analyst" },
    });
    const results = await response.json<BulkResult[]>();
    expect(results.map(({ outcome, code }) => [outcome, code])).toEqual([
      ["done", null],
      ["done", null],
      ["refused", "rate_limited"],
    ]);
    expect(await read(ids[0] ?? "")).toMatchObject({
      status: "promoted",
      analysis_status: "queued",
      decided_by: "bulk@unit.dev",
    });
    expect(await read(ids[2] ?? "")).toMatchObject({ status: "pending", analysis_status: null });
  });

  it("are refused together when the order is wrong", async () => {
    const order = { ids: [await add()], action: "promote", analyze: true };
    const statusOf = async (body: object) => (await request(`${PATH}/bulk`, post(body))).status;
    expect(await statusOf({ ...order, provider: "provider_c" })).toBe(503);
    expect(await statusOf({ ...order, ids: [] })).toBe(422);
    expect(await statusOf({ ...order, more: 1 })).toBe(422);
    expect(await statusOf({ ...order, action: "burn" })).toBe(422);
    const many = Array.from({ length: 501 }, () => crypto.randomUUID());
    expect(await statusOf({ ...order, ids: many })).toBe(422);
  });
});

describe("the number of reports", () => {
  it("is counted by state", async () => {
    const before = (await requestJson<Record<string, number>>(`${PATH}/counts`)).body;
    const id = await add();
    await bulk({ ids: [id], action: "reject" });
    await add();
    expect((await requestJson(`${PATH}/counts`)).body).toEqual({
      ...before,
      pending: (before["pending"] ?? 0) + 1,
      rejected: (before["rejected"] ?? 0) + 1,
    });
  });
});
