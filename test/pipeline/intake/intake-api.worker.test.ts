import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { analyseReportJob } from "../../../src/pipeline/intake/analyse-report-job.ts";
import type { ReportView } from "../../../src/pipeline/intake/schema.ts";
import { INTAKE_STATES, type IntakeState } from "../../../src/pipeline/intake/vocabulary.ts";
import { runJob } from "../../../src/platform/jobs/run-job.ts";
import { smallBundle } from "../../support/bundles.ts";
import {
  ingest,
  ingestSmallRelease,
  request,
  requestJson,
  testServices,
} from "../../support/service.ts";
import { requestWith, TEAM } from "../../support/team.ts";

const PATH = "/api/pipeline/intake";
const as = (role: string) => ({ "X-Auth-User": "ann@unit.dev", "X-Auth-Roles": role });

const json = (method: string, body: unknown): RequestInit => ({
  method,
  body: JSON.stringify(body),
});

let counter = 0;
async function add(more: object = {}): Promise<ReportView> {
  counter += 1;
  const given = { title: `A report entered by hand, number ${counter}`, ...more };
  const { status, body } = await requestJson<ReportView>(PATH, json("POST", given));
  expect(status).toBe(201);
  return body;
}

async function auditOf(id: string) {
  const rows = await env.WORKSPACE_DB.prepare(
    "select action, actor, details from audit where object_id = ? order by seq",
  )
    .bind(id)
    .all<{ action: string; actor: string; details: string }>();
  return rows.results.map(({ action, details }) => [action, JSON.parse(details)] as const);
}

beforeAll(async () => {
  await ingestSmallRelease();
});

describe("a report entered by hand", () => {
  it("is pending, with what stands in it", async () => {
    const report = await add({
      url: "https://lab.unit.dev/one",
      summary: "hand-host[.]xyz",
      technique_ids: ["t1566", "T1059.001"],
      group_ids: ["g0016"],
      source_reliability: "B",
      published_at: "2026-03-01T12:00:00+02:00",
    });
    expect(report).toMatchObject({
      status: "pending",
      technique_ids: ["T1059.001", "T1566"],
      group_ids: ["G0016"],
      source_reliability: "B",
      published_at: "2026-03-01T10:00:00.000Z",
      source_id: null,
    });
    expect(report.observable_ids).toHaveLength(1);
    expect(await auditOf(report.id)).toMatchObject([["intake.create", {}]]);
  });

  it("is refused when its URL or title is known, naming the report", async () => {
    const known = await add({ url: "https://lab.unit.dev/two" });
    for (const more of [
      { title: "Quite another title altogether", url: "https://LAB.unit.dev/two/#x" },
      { title: known.title.toUpperCase() },
    ]) {
      const { status, body } = await requestJson(PATH, json("POST", more));
      expect([status, body["code"]]).toEqual([409, "conflict"]);
      expect(body["detail"]).toContain(known.id);
    }
    const twice = { title: "Sent twenty times at once", url: "https://lab.unit.dev/race" };
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => (await request(PATH, json("POST", twice))).status),
    );
    expect(answers.filter((status) => status === 201)).toHaveLength(1);
    expect(answers.filter((status) => status === 409)).toHaveLength(19);
  });

  it.each([
    [{}, "/title"],
    [{ title: "  " }, "/title"],
    [{ title: "Fine", url: "javascript:alert(1)" }, "/url"],
    [{ title: "Fine", url: "https://user:secret@host.example.com/a" }, "/url"],
    [{ title: "Fine", technique_ids: ["X1"] }, "/technique_ids/0"],
    [{ title: "Fine", published_at: "yesterday" }, "/published_at"],
    [{ title: 5 }, "/title"],
  ])("is refused when it is %j", async (given, pointer) => {
    const { status, body } = await requestJson<{ errors: { pointer: string }[] }>(
      PATH,
      json("POST", given),
    );
    expect([400, 422]).toContain(status);
    expect(body.errors[0]?.pointer).toBe(pointer);
  });

  it("is found by words in any script and case, literally", async () => {
    await add({ title: "ОТЧЁТ о вредоносном 100%_случае", summary: "中文摘要" });
    const found = async (q: string) =>
      (await request(`${PATH}?q=${encodeURIComponent(q)}`)).headers.get("X-Total-Count");
    expect(await found("отчёт О")).toBe("1");
    expect(await found("中文")).toBe("1");
    expect(await found("100%_С")).toBe("1");
    expect(await found("100__")).toBe("0");
  });
});

describe("changes at once", () => {
  it("of different fields lose none", async () => {
    const { id } = await add();
    await Promise.all([
      request(`${PATH}/${id}`, json("PATCH", { analyst_notes: "mine" })),
      request(`${PATH}/${id}`, json("PATCH", { source_reliability: "A" })),
      request(`${PATH}/${id}`, json("PATCH", { status: "reviewing" })),
    ]);
    expect((await requestJson(`${PATH}/${id}`)).body).toMatchObject({
      analyst_notes: "mine",
      source_reliability: "A",
      status: "reviewing",
    });
  });

  it("that change nothing leave no row", async () => {
    const { id } = await add();
    const before = (await auditOf(id)).length;
    for (const change of [{}, { status: "pending" }]) {
      expect((await request(`${PATH}/${id}`, json("PATCH", change))).status).toBe(200);
    }
    expect(await auditOf(id)).toHaveLength(before);
  });

  it("that are refused as known change nothing of what is known", async () => {
    const known = await add();
    const again = { title: known.title, technique_ids: ["T1059"], text: "not-merged.xyz" };
    expect((await request(PATH, json("POST", again))).status).toBe(409);
    expect((await requestJson(`${PATH}/${known.id}`)).body).toEqual(known);
  });
});

describe("moving a report", () => {
  const allowed: Record<IntakeState, IntakeState[]> = {
    pending: ["reviewing", "promoted", "rejected"],
    reviewing: ["pending", "promoted", "rejected"],
    rejected: ["pending"],
    promoted: ["reviewing"],
  };
  const pathTo: Record<IntakeState, IntakeState[]> = {
    pending: [],
    reviewing: ["reviewing"],
    promoted: ["promoted"],
    rejected: ["rejected"],
  };
  const pairs = INTAKE_STATES.flatMap((from) =>
    INTAKE_STATES.filter((to) => to !== from).map((to) => [from, to] as const),
  );

  it.each(pairs)("from %s to %s", async (from, to) => {
    const { id } = await add();
    for (const step of pathTo[from])
      await request(`${PATH}/${id}`, json("PATCH", { status: step }));
    const before = (await auditOf(id)).length;
    const { status, body } = await requestJson(`${PATH}/${id}`, json("PATCH", { status: to }));
    if (allowed[from].includes(to)) {
      expect([status, body["status"]]).toEqual([200, to]);
      expect((await auditOf(id)).slice(before)).toEqual([["intake.transition", { from, to }]]);
    } else {
      expect([status, body["code"]]).toEqual([409, "invalid_transition"]);
      expect(body["detail"]).toContain(allowed[from].join(", "));
      expect(await auditOf(id)).toHaveLength(before);
    }
  });

  it("lets only an admin take a promotion back, and viewers change nothing", async () => {
    const { id } = await add();
    const patch = async (role: string, status: IntakeState) => {
      const response = await requestWith(TEAM, `${PATH}/${id}`, {
        ...json("PATCH", { status }),
        headers: as(role),
      });
      return [response.status, (await response.json<{ code?: string }>()).code];
    };
    expect(await patch("viewer", "promoted")).toEqual([403, "role_required"]);
    expect(await patch("analyst", "promoted")).toEqual([200, undefined]);
    expect(await patch("analyst", "reviewing")).toEqual([403, "role_required"]);
    // What nobody may is about states, whoever asks.
    expect(await patch("analyst", "pending")).toEqual([409, "invalid_transition"]);
    expect(await patch("admin", "reviewing")).toEqual([200, undefined]);
  });

  it("by 20 analysts at once happens once", async () => {
    const { id } = await add();
    const answers = await Promise.all(
      Array.from(
        { length: 20 },
        async () => (await request(`${PATH}/${id}/promote`, json("POST", {}))).status,
      ),
    );
    // Whoever comes later finds it so already, and changes nothing.
    expect(new Set(answers)).toEqual(new Set([200]));
    expect((await auditOf(id)).filter(([action]) => action === "intake.transition")).toHaveLength(
      1,
    );
  });

  it("to where it is, or to notes that it has, changes nothing", async () => {
    const { id } = await add({ analyst_notes: "Seen.", source_reliability: "B" });
    await request(`${PATH}/${id}/promote`, json("POST", {}));
    const before = await auditOf(id);
    const same = { status: "promoted", analyst_notes: "Seen.", source_reliability: "B" };
    expect((await requestJson(`${PATH}/${id}`, json("PATCH", same))).status).toBe(200);
    expect((await requestJson(`${PATH}/${id}/promote`, json("POST", {}))).status).toBe(200);
    expect(await auditOf(id)).toEqual(before);
  });

  it("keeps notes and reliability beside the state", async () => {
    const { id } = await add();
    const change = { analyst_notes: "Проверить", source_reliability: "C" };
    const { body } = await requestJson(`${PATH}/${id}`, json("PATCH", change));
    expect(body).toMatchObject({ status: "pending", ...change });
    expect((await auditOf(id)).at(-1)).toEqual([
      "intake.update",
      {
        changed: ["analyst_notes", "source_reliability"],
        changes: {
          analyst_notes: { from: { characters: 0 }, to: { characters: 9 } },
          source_reliability: { from: null, to: "C" },
        },
      },
    ]);
  });
});

describe("promotion with analysis", () => {
  const queued = async (id: string) => {
    const row = await env.WORKSPACE_DB.prepare(
      "select id from jobs where kind = 'analyse_report' and payload->>'$.report_id' = ?",
    )
      .bind(id)
      .first<{ id: string }>();
    return row?.id ?? "";
  };

  it("links the session that its job makes", async () => {
    const { id } = await add({
      text: "The actor ran PowerShell (T1059.001) and sent T1566 mails.",
    });
    const promoted = await requestJson(`${PATH}/${id}/promote`, json("POST", { analyze: true }));
    expect(promoted.body).toMatchObject({ status: "promoted", analysis_status: "queued" });
    await runJob(testServices(), await queued(id));
    const { body } = await requestJson<ReportView>(`${PATH}/${id}`);
    expect(body).toMatchObject({ analysis_status: "complete", analysis_error: null });
    const session = await requestJson<{ techniques: { attack_id: string }[]; name: string }>(
      `/api/analyze/${body.session_id}`,
    );
    expect(session.body.techniques.map(({ attack_id }) => attack_id).sort()).toEqual([
      "T1059.001",
      "T1566",
    ]);
    expect(session.body.name).toBe(body.title);
    expect(body.techniques).toEqual(["T1059.001", "T1566"]);
    const review = json("PATCH", { review_status: "rejected" });
    const path = `/api/analyze/sessions/${body.session_id}/techniques/T1566`;
    expect((await request(path, review)).status).toBe(200);
    const { body: again } = await requestJson<ReportView>(`${PATH}/${id}`);
    expect(again.techniques).toEqual(["T1059.001"]);
  });

  it("counts for the day on which its source says that it was published", async () => {
    const { id } = await add({
      text: "The actor ran PowerShell (T1059.001) on the host.",
      published_at: "2023-05-04T22:00:00Z",
    });
    await request(`${PATH}/${id}/promote`, json("POST", { analyze: true }));
    await runJob(testServices(), await queued(id));
    const { body } = await requestJson<{ title: string; day: string; dated_by: string }[]>(
      "/api/trends/reports?id=T1059.001&until=2023-12-31",
    );
    expect(body).toMatchObject([{ day: "2023-05-04", dated_by: "published" }]);
  });

  it("reads the release that domain and version name, as an analysis does", async () => {
    await ingest(smallBundle("17.1"));
    const { id } = await add({ text: "They used T1566." });
    const promotion = { analyze: true, domain: "enterprise-attack", version: "17.1" };
    const unknown = await requestJson(
      `${PATH}/${id}/promote`,
      json("POST", { ...promotion, version: "1.1" }),
    );
    expect([unknown.status, unknown.body["code"]]).toEqual([404, "version_not_found"]);
    await request(`${PATH}/${id}/promote`, json("POST", promotion));
    await runJob(testServices(), await queued(id));
    const { body } = await requestJson<ReportView>(`${PATH}/${id}`);
    const session = await requestJson(`/api/analyze/${body.session_id}`);
    expect(session.body).toMatchObject({ domain: "enterprise-attack", version: "17.1" });
  });

  it("comes later for what was promoted without, and once", async () => {
    const { id } = await add({ text: "They used T1566 later." });
    await request(`${PATH}/${id}/promote`, json("POST", {}));
    for (let i = 0; i < 2; i += 1) {
      const again = await requestJson(`${PATH}/${id}/promote`, json("POST", { analyze: true }));
      expect(again.body).toMatchObject({ status: "promoted", analysis_status: "queued" });
    }
    expect((await auditOf(id)).at(-1)).toEqual(["intake.update", { analyze: true }]);
    await runJob(testServices(), await queued(id));
    expect((await requestJson(`${PATH}/${id}`)).body).toMatchObject({
      analysis_status: "complete",
    });
  });

  it("goes on after an interruption, with one completed session", async () => {
    const { id } = await add({ text: "They used T1566 again." });
    await request(`${PATH}/${id}/promote`, json("POST", { analyze: true }));
    const context = testServices();
    const jobId = await queued(id);
    const job = await context.jobs.claim(jobId, "first", context.now(), context.now(60));
    if (job === null) throw new Error("no job");
    const cut = {
      ...context,
      sessionFiles: Object.assign(
        Object.create(context.sessionFiles) as typeof context.sessionFiles,
        {
          store: async () => await new Promise<never>(() => undefined),
        },
      ),
    };
    void analyseReportJob.run(cut, {
      job,
      payload: analyseReportJob.payload.parse(job.payload),
      signal: new AbortController().signal,
      report: async () => undefined,
    });
    await expect
      .poll(async () => (await context.sessions.findByKey("local", jobId))?.status)
      .toBe("processing");
    await context.jobs.releaseAll(context.now(1), context.now());
    await runJob(context, jobId);
    const { body } = await requestJson<ReportView>(`${PATH}/${id}`);
    expect(body.analysis_status).toBe("complete");
    const states = await env.WORKSPACE_DB.prepare(
      "select status from sessions where idempotency_key = ? order by status",
    )
      .bind(jobId)
      .all<{ status: string }>();
    expect(states.results.map(({ status }) => status)).toEqual(["completed", "failed"]);
  });

  it("reads the linked article where it can be had, and says where it cannot", async () => {
    const pages: Record<string, () => Response> = {
      "https://press.unit.dev/good": () =>
        new Response(
          "<html><head><title>x</title></head><body><p>In full: the actors loaded a library [T1574.001].</p></body>",
          {
            headers: { "Content-Type": "text/html; charset=utf-8" },
          },
        ),
      "https://press.unit.dev/gone": () => new Response("", { status: 404 }),
      "https://press.unit.dev/inside": () => Response.redirect("http://127.0.0.1:1/", 302),
    };
    const fetchPage = async (input: RequestInfo | URL) => {
      const { url } = new Request(input);
      return pages[url]?.() ?? new Response("", { status: 500 });
    };
    const context = testServices({ network: { public: fetchPage, operator: fetchPage } });
    const outcomes: [string[], string[]][] = [];
    const reports: ReportView[] = [];
    for (const name of ["good", "gone", "inside"]) {
      const { id } = await add({
        url: `https://press.unit.dev/${name}`,
        summary: "In short: phishing (T1566).",
      });
      await request(`${PATH}/${id}/promote`, json("POST", { analyze: true, fetch: true }));
      await runJob(context, await queued(id));
      const { body } = await requestJson<ReportView>(`${PATH}/${id}`);
      const session = await requestJson<{
        techniques: { attack_id: string }[];
        warnings: string[];
      }>(`/api/analyze/${body.session_id}`);
      const ids = session.body.techniques.map(({ attack_id }) => attack_id);
      outcomes.push([ids, session.body.warnings]);
      reports.push(body);
    }
    expect(outcomes[0]).toEqual([["T1574.001"], []]);
    expect(outcomes[1]?.[0]).toEqual(["T1566"]);
    expect(outcomes[1]?.[1][0]).toContain("HTTP 404");
    expect(outcomes[2]?.[1][0]).toContain("private or reserved");
    expect(reports[0]).toMatchObject({ analysis_status: "complete", analysis_error: null });
    expect(reports[0]?.techniques).toEqual(["T1574.001"]);
    // Where the link is dead the report says so, though its own text was analyzed.
    expect(reports[1]).toMatchObject({
      analysis_status: "failed",
      analysis_error:
        "https://press.unit.dev/gone answers with HTTP 404. The report's own text was analyzed.",
      techniques: ["T1566"],
    });
    expect(reports[2]).toMatchObject({
      analysis_status: "failed",
      analysis_error: expect.stringContaining("private or reserved"),
    });
  });

  it("is done in the mode that the promotion names", async () => {
    const { id } = await add({ summary: "They used T1566 and a script." });
    const order = { analyze: true, mode: "precision" };
    await request(`${PATH}/${id}/promote`, json("POST", order));
    await runJob(testServices(), await queued(id));
    const { body } = await requestJson<ReportView>(`${PATH}/${id}`);
    const session = await requestJson(`/api/analyze/${body.session_id}`);
    expect(session.body["mode"]).toBe("precision");
  });

  it("by a provider that is not there, or in a mode that it has not, is refused, and nothing moves", async () => {
    const { id } = await add();
    for (const [provider, mode, status] of [
      ["provider_b", "balanced", 503],
      ["provider_x", "balanced", 400],
      ["provider_a", "judged", 422],
    ] as const) {
      const answer = await request(
        `${PATH}/${id}/promote`,
        json("POST", { analyze: true, provider, mode }),
      );
      expect(answer.status).toBe(status);
      await answer.body?.cancel();
    }
    expect((await requestJson(`${PATH}/${id}`)).body["status"]).toBe("pending");
  });
});

describe("the export of the intake", () => {
  it("has every report once, as NDJSON and as CSV that no spreadsheet runs", async () => {
    await add({ title: "=HYPERLINK(evil) as a title", summary: 'with "quotes", and\nlines' });
    const { headers } = await requestJson(`${PATH}?limit=1`);
    const lines = (await (await request(`${PATH}/export`)).text()).trim().split("\n");
    const ids = lines.map((line) => (JSON.parse(line) as ReportView).id);
    expect(new Set(ids).size).toBe(Number(headers.get("X-Total-Count")));
    expect(ids).toHaveLength(new Set(ids).size);
    const response = await request(`${PATH}/export?format=csv`);
    expect(response.headers.get("Content-Type")).toContain("text/csv");
    const csv = await response.text();
    expect(csv).toContain(`"'=HYPERLINK(evil) as a title"`);
    expect(csv).toContain('"with ""quotes"", and\nlines"');
  });
});
