import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { beginSession } from "../../../src/reading/sessions/begin-session.ts";
import { failSession } from "../../../src/reading/sessions/fail-session.ts";
import { readAnalysisInput } from "../../../src/reading/sessions/read-analysis-input.ts";
import type { ReportView } from "../../../src/pipeline/intake/schema.ts";
import { runJob } from "../../../src/platform/jobs/run-job.ts";
import { tick } from "../../../src/background.ts";
import { AppError } from "../../../src/platform/lib/errors.ts";
import {
  form,
  ingestSmallRelease,
  request,
  requestJson,
  testServices,
} from "../../support/service.ts";
import { requestWith } from "../../support/team.ts";

const ACTOR = { name: "local", role: "admin" as const };
/** A slot whose provider cannot be reached. */
const BROKEN = {
  PROVIDER_B_KIND: "openai_compatible",
  PROVIDER_B_MODEL: "none",
  PROVIDER_B_BASE_URL: "https://model.unit.invalid/v1",
  PROVIDER_B_TIMEOUT_MS: "3000",
};
const DAY_SECONDS = 24 * 60 * 60;

interface Listed {
  session_id: string;
  status: string;
  error: string | null;
}

async function failed(text = "They used T1566."): Promise<string> {
  const context = testServices();
  const input = await readAnalysisInput(context, { text });
  const { id } = await beginSession(context, ACTOR, input);
  await failSession(context, id, new AppError("provider_timeout", "It took too long."));
  return id;
}

const listed = async (query = "") =>
  (await requestJson<Listed[]>(`/api/analyze/sessions${query}`)).body;
const retry = async (id: string, query = "") =>
  await requestJson(`/api/analyze/sessions/${id}/retry${query}`, { method: "POST" });
const filesOf = async (id: string) =>
  (await env.FILES.list({ prefix: `sessions/${id}/` })).objects.length;
const auditOf = async (id: string) =>
  (
    await env.WORKSPACE_DB.prepare(
      "SELECT action, actor FROM audit WHERE object_id = ? ORDER BY seq",
    )
      .bind(id)
      .all<{ action: string; actor: string }>()
  ).results.map(({ action, actor }) => `${action} by ${actor}`);

beforeAll(ingestSmallRelease);

describe("a failed analysis", () => {
  it("names the session that can be retried", async () => {
    const fields = { text: "They used T1566.", provider: "provider_b" };
    const response = await requestWith(BROKEN, "/api/analyze", form(fields));
    const problem = await response.json<{ session_id: string; detail: string; code: string }>();
    expect([502, 503, 504]).toContain(response.status);
    expect(problem.detail).toContain(problem.session_id);
    const found = (await listed("?status=failed")).find(
      ({ session_id: id }) => id === problem.session_id,
    );
    expect(found).toMatchObject({ status: "failed" });
    expect(found?.error).not.toBeNull();
    expect((await retry(problem.session_id, "?provider=provider_a")).status).toBe(200);
  });

  it("names it in the stream, too", async () => {
    const fields = { text: "They used T1566.", provider: "provider_b" };
    const text = await (await requestWith(BROKEN, "/api/analyze/stream", form(fields))).text();
    const [, id = ""] = /"session_id":"([0-9a-f-]+)"/.exec(text) ?? [];
    const [, detail = ""] = /"type":"error".*"detail":"([^"]*)"/.exec(text) ?? [];
    expect(id).not.toBe("");
    expect(detail).toContain(id);
  });
});

describe("failed sessions", () => {
  it("are listed on demand, with their reasons", async () => {
    const id = await failed();
    expect((await listed()).some(({ session_id: one }) => one === id)).toBe(false);
    expect(
      (await listed("?status=failed")).find(({ session_id: one }) => one === id),
    ).toMatchObject({ status: "failed", error: "It took too long." });
    expect((await request("/api/analyze/sessions?status=lost")).status).toBe(422);
  });

  it("are deleted with their texts", async () => {
    const id = await failed();
    expect(await filesOf(id)).toBe(2);
    const path = `/api/analyze/sessions/${id}`;
    expect((await request(path, { method: "DELETE" })).status).toBe(204);
    expect(await filesOf(id)).toBe(0);
    expect(await auditOf(id)).toEqual(["session.create by local", "session.delete by local"]);
  });

  it("are retried under their ids, once", async () => {
    const id = await failed("They used T1566 and T1059.001.");
    const answers = await Promise.all([retry(id), retry(id), retry(id)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
    const { body } = await requestJson<{ status: string; techniques: object[] }>(
      `/api/analyze/${id}`,
    );
    expect(body).toMatchObject({ session_id: id, status: "completed" });
    expect(body.techniques).toHaveLength(2);
    expect(await auditOf(id)).toEqual(["session.create by local", "session.retry by local"]);
    expect((await retry(id)).body).toMatchObject({ code: "conflict" });
    expect((await retry(crypto.randomUUID())).status).toBe(404);
  });

  it("are not retried without their text, or by a provider that is not there", async () => {
    const id = await failed();
    expect((await retry(id, "?provider=provider_c")).status).toBe(503);
    expect((await retry(id, "?version=1.1")).body).toMatchObject({ code: "version_not_found" });
    await env.FILES.delete(`sessions/${id}/text.txt`);
    expect((await retry(id)).body).toMatchObject({ code: "conflict" });
    expect(await auditOf(id)).toEqual(["session.create by local"]);
  });

  it("give their key up to one that was sent after them", async () => {
    const send = async () =>
      await requestJson<{ session_id: string }>("/api/analyze", {
        ...form({ text: "They used T1566." }),
        headers: { "Idempotency-Key": "again" },
      });
    const first = (await send()).body.session_id;
    await env.WORKSPACE_DB.prepare("UPDATE sessions SET status = 'failed' WHERE id = ?")
      .bind(first)
      .run();
    await env.WORKSPACE_DB.prepare("DELETE FROM session_techniques WHERE session_id = ?")
      .bind(first)
      .run();
    const second = (await send()).body.session_id;
    expect(second).not.toBe(first);
    expect((await retry(first)).status).toBe(200);
    expect((await send()).body.session_id).toBe(second);
  });

  it("expire by the setting, with all that they keep", async () => {
    const context = testServices();
    const [old, fresh] = [await failed(), await failed()];
    await env.WORKSPACE_DB.prepare("UPDATE sessions SET updated_at = ? WHERE id = ?")
      .bind(context.now(-7 * DAY_SECONDS - 60), old)
      .run();
    const settings = { ...context.settings, FAILED_SESSIONS_DAYS: 0 };
    await tick({ ...context, settings }, "0 3 * * *");
    expect(await filesOf(old)).toBe(2);
    await tick(context, "0 3 * * *");
    expect([await filesOf(old), await filesOf(fresh)]).toEqual([0, 2]);
    expect((await request(`/api/analyze/${old}`)).status).toBe(404);
    expect(await auditOf(old)).toEqual(["session.create by local", "session.delete by scheduler"]);
  });

  it("leave no file behind when they were deleted meanwhile", async () => {
    const context = testServices();
    const input = await readAnalysisInput(context, { text: "They used T1566." });
    const { id } = await beginSession(context, ACTOR, input);
    await request(`/api/analyze/sessions/${id}`, { method: "DELETE" });
    await context.sessionFiles.store(id, { text: "came too late", outline: "{}", upload: null });
    await failSession(context, id, new AppError("provider_error", "It broke."));
    expect(await filesOf(id)).toBe(0);
  });

  it("of a promoted report are linked, and their retry completes its analysis", async () => {
    const { body: report } = await requestJson<ReportView>("/api/pipeline/intake", {
      method: "POST",
      body: JSON.stringify({ title: "A report whose analysis fails", text: "They used T1566." }),
    });
    const path = `/api/pipeline/intake/${report.id}`;
    await request(`${path}/promote`, { method: "POST", body: JSON.stringify({ analyze: true }) });
    const job = await env.WORKSPACE_DB.prepare(
      "SELECT id FROM jobs WHERE kind = 'analyse_report' AND payload->>'$.report_id' = ?",
    )
      .bind(report.id)
      .first<string>("id");
    const context = testServices();
    let calls = 0;
    const models = Object.assign(Object.create(context.models) as typeof context.models, {
      // Naming the model comes first, and is no analysis yet.
      find: async () => {
        calls += 1;
        if (calls === 1) return [];
        throw new AppError("provider_error", "The model is not there.");
      },
    });
    await runJob(testServices({ models }), job ?? "");
    const { body: after } = await requestJson<ReportView>(path);
    expect(after).toMatchObject({ analysis_status: "failed" });
    expect((await retry(after.session_id ?? "")).status).toBe(200);
    expect((await requestJson(path)).body).toMatchObject({
      analysis_status: "complete",
      analysis_error: null,
      session_id: after.session_id,
    });
  });
});
