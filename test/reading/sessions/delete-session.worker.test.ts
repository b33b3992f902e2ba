import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { ReportView } from "../../../src/pipeline/intake/schema.ts";
import { deleteSession } from "../../../src/reading/sessions/delete-session.ts";
import { runJob } from "../../../src/platform/jobs/run-job.ts";
import {
  form,
  ingestSmallRelease,
  request,
  requestJson,
  testServices,
} from "../../support/service.ts";

const INTAKE = "/api/pipeline/intake";
const OBSERVABLES = "/api/pipeline/observables";
const post = (body: unknown): RequestInit => ({ method: "POST", body: JSON.stringify(body) });

interface Shown {
  id: string;
  normalized_value: string;
  confirmed_by: string | null;
}

let counter = 0;
const next = () => (counter += 1);

const analyse = async (text: string) =>
  (await requestJson<{ session_id: string }>("/api/analyze", form({ text }))).body.session_id;
const enter = async (text: string) =>
  (await requestJson<ReportView>(INTAKE, post({ title: `To be deleted, ${next()}`, text }))).body;
const find = async (q: string, list = OBSERVABLES) =>
  (await requestJson<Shown[]>(`${list}?q=${q}`)).body;
const remove = async (path: string) => (await request(path, { method: "DELETE" })).status;
const count = async (table: string, where: string) =>
  await env.WORKSPACE_DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).first("n");

beforeAll(ingestSmallRelease);

/** Each way to bring values in, and the way to delete what brought them. */
const SOURCES = {
  session: async (text: string) => `/api/analyze/sessions/${await analyse(text)}`,
  "collected report": async (text: string) => `${INTAKE}/${(await enter(text)).id}`,
};

describe.each(Object.entries(SOURCES))("deleting a %s", (_, bring) => {
  it("takes the observables and suppressions that only it brought", async () => {
    const n = next();
    const path = await bring(`It asked only-${n}.xyz for orders, and 10.9.8.${n} inside.`);
    expect(await find(`only-${n}.xyz`)).toHaveLength(1);
    expect(await find(`10.9.8.${n}`, "/api/pipeline/suppressions")).toHaveLength(1);
    expect(await remove(path)).toBe(204);
    expect(await find(`only-${n}.xyz`)).toEqual([]);
    expect(await find(`10.9.8.${n}`, "/api/pipeline/suppressions")).toEqual([]);
    expect(await count("observable_sources", `normalized_value = 'only-${n}.xyz'`)).toBe(0);
    expect(await remove(path)).toBe(404);
  });

  it("leaves what others hold", async () => {
    const n = next();
    const path = await bring(`It asked shared-${n}.xyz.`);
    const others = [
      `${INTAKE}/${(await enter(`shared-${n}.xyz`)).id}`,
      `/api/analyze/sessions/${await analyse(`And shared-${n}.xyz again.`)}`,
    ];
    for (const gone of [path, ...others]) {
      expect(await find(`shared-${n}.xyz`)).toHaveLength(1);
      await remove(gone);
    }
    expect(await find(`shared-${n}.xyz`)).toEqual([]);
  });

  it("leaves what an analyst added, changed, restored or deleted", async () => {
    const n = next();
    await request(OBSERVABLES, post({ kind: "domain", value: `added-${n}.xyz` }));
    const values = ["added", "known", "tagged", "deleted"].map((word) => `${word}-${n}.xyz`);
    const path = await bring(`It asked ${values.join(", ")} and 10.7.6.${n}.`);
    await request(OBSERVABLES, post({ kind: "domain", value: `known-${n}.xyz` }));
    const [tagged] = await find(`tagged-${n}`);
    const change = { method: "PATCH", body: JSON.stringify({ tags: ["ours"] }) };
    await request(`${OBSERVABLES}/${tagged?.id}`, change);
    const [deleted] = await find(`deleted-${n}`);
    await remove(`${OBSERVABLES}/${deleted?.id}`);
    const [held] = await find(`10.7.6.${n}`, "/api/pipeline/suppressions");
    await request(`/api/pipeline/suppressions/${held?.id}/restore`, { method: "POST" });
    expect(await remove(path)).toBe(204);
    for (const kept of [`added-${n}`, `known-${n}`, `tagged-${n}`, `10.7.6.${n}`]) {
      expect((await find(kept)).map(({ confirmed_by: by }) => by)).toEqual(["local"]);
    }
    expect(await find(`deleted-${n}`, "/api/pipeline/suppressions")).toHaveLength(1);
    // It stays away when it is seen again.
    await bring(`Again deleted-${n}.xyz.`);
    expect(await find(`deleted-${n}`)).toEqual([]);
  });
});

describe("deleting", () => {
  it("a session unlinks the report that it was the analysis of", async () => {
    const { id } = await enter("They used T1566.");
    await request(`${INTAKE}/${id}/promote`, post({ analyze: true }));
    const job = await env.WORKSPACE_DB.prepare(
      "SELECT id FROM jobs WHERE payload->>'$.report_id' = ?",
    )
      .bind(id)
      .first<string>("id");
    await runJob(testServices(), job ?? "");
    const { body } = await requestJson<ReportView>(`${INTAKE}/${id}`);
    expect(body.session_id).not.toBeNull();
    expect(await remove(`/api/analyze/sessions/${body.session_id}`)).toBe(204);
    expect((await requestJson(`${INTAKE}/${id}`)).body).toMatchObject({
      status: "promoted",
      session_id: null,
      analysis_status: null,
      analysis_error: null,
    });
    // It can be analysed again.
    const again = await requestJson(`${INTAKE}/${id}/promote`, post({ analyze: true }));
    expect(again.body).toMatchObject({ analysis_status: "queued" });
  });

  it("a collected report takes its text and leaves one audit row", async () => {
    const { id, title } = await enter("A text of some length.");
    expect(await count("report_texts", `report_id = '${id}'`)).toBe(1);
    expect(await remove(`${INTAKE}/${id}`)).toBe(204);
    expect(await count("report_texts", `report_id = '${id}'`)).toBe(0);
    expect((await request(`${INTAKE}/${id}/text`)).status).toBe(404);
    expect(await count("audit", `object_id = '${id}' and action = 'intake.delete'`)).toBe(1);
    // It is known no more.
    expect((await request(INTAKE, post({ title }))).status).toBe(201);
  });
});

describe("a deletion that is interrupted", () => {
  it("leaves a failed session, which the next deletion removes without another entry", async () => {
    const id = await analyse("They used T1566.");
    const deps = testServices();
    const sessionFiles = Object.create(deps.sessionFiles) as typeof deps.sessionFiles;
    sessionFiles.remove = async () => await Promise.reject(new Error("The storage is away."));
    const interrupted = deleteSession({ ...deps, sessionFiles }, "ann", id);
    await expect(interrupted).rejects.toThrow("The storage is away.");
    const half = await requestJson(`/api/analyze/${id}`);
    expect([half.status, half.body["detail"]]).toEqual([
      409,
      "The deletion of the session was interrupted. Delete it again.",
    ]);
    expect(await remove(`/api/analyze/sessions/${id}`)).toBe(204);
    expect((await requestJson(`/api/analyze/${id}`)).status).toBe(404);
    expect((await env.FILES.list({ prefix: `sessions/${id}` })).objects).toEqual([]);
    expect(await count("audit", `object_id = '${id}' AND action = 'session.delete'`)).toBe(1);
  });
});
