import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { RuleImportResult } from "../../../src/detection/import/schema.ts";
import { rulesRoom } from "../../../src/detection/rules/room.ts";
import type { Rule } from "../../../src/detection/rules/schema.ts";
import type { RuleBulkOutcome } from "../../../src/detection/rules/states/schema.ts";
import { sigma, zip } from "../../support/rules/archives.ts";
import { ingestSmallRelease, request, requestJson, testServices } from "../../support/service.ts";
import { requestWith, TEAM } from "../../support/team.ts";

const BASE = "/api/pipeline/rules";
const NOBODY = "00000000-0000-4000-8000-000000000000";

const send = async (method: string, path: string, body: unknown) =>
  await requestJson<Rule & RuleBulkOutcome & { code?: string; detail?: string }>(`${BASE}${path}`, {
    method,
    body: JSON.stringify(body),
  });
const list = async (query: string) =>
  (await requestJson<Rule[]>(`${BASE}?limit=200&${query}`)).body;
const trail = async () =>
  (
    await env.WORKSPACE_DB.prepare(
      "SELECT action, object_type, details FROM audit WHERE action LIKE 'rule.%' ORDER BY seq",
    ).all<{ action: string; object_type: string; details: string }>()
  ).results.map((row) => ({ ...row, details: JSON.parse(row.details) as object }));

/** Imports rules, and answers their ids. */
async function bring(texts: readonly string[]): Promise<string[]> {
  const files = Object.fromEntries(texts.map((text, at) => [`${at}.yml`, text]));
  const { body } = await requestJson<RuleImportResult>(`${BASE}/import`, {
    method: "POST",
    body: zip(files),
  });
  return body.receipts.map(({ rule_id: id }) => String(id));
}

beforeAll(ingestSmallRelease);

describe("PATCH /api/pipeline/rules/{rule_id}", () => {
  it("sets the state, and records it once", async () => {
    const [id = ""] = await bring([sigma().text]);
    const before = (await trail()).length;
    expect(await send("PATCH", `/${id}`, { state: "enabled" })).toMatchObject({
      status: 200,
      body: { rule_id: id, state: "enabled", version: 1 },
    });
    expect((await send("PATCH", `/${id}`, { state: "enabled" })).status).toBe(200);
    expect((await trail()).slice(before)).toMatchObject([
      { action: "rule.state", object_type: "rule", details: { from: "draft", to: "enabled" } },
    ]);
    expect((await requestJson<Rule>(`${BASE}/${id}`)).body.state).toBe("enabled");
    expect((await requestJson<Rule[]>(`${BASE}/${id}/versions`)).body).toHaveLength(1);
  });

  it("keeps the state through an import and a save", async () => {
    const { text } = sigma();
    const [id = ""] = await bring([text]);
    await send("PATCH", `/${id}`, { state: "enabled" });
    await bring([text.replace("level: high", "level: low")]);
    await send("POST", `/${id}/versions`, {
      content: text.replace("level: high", "level: medium"),
    });
    const { body } = await requestJson<Rule>(`${BASE}/${id}`);
    expect(body).toMatchObject({ version: 3, state: "enabled", header: { level: "medium" } });
  });

  it.each<[string, unknown, number]>([
    [NOBODY, { state: "enabled" }, 404],
    ["x", { state: "enabled" }, 400],
    [NOBODY, { state: "running" }, 422],
    [NOBODY, { state: "enabled", title: "x" }, 422],
    [NOBODY, {}, 422],
  ])("of %s with %j is refused with %i", async (id, body, status) => {
    expect((await send("PATCH", `/${id}`, body)).status).toBe(status);
  });
});

describe("POST /api/pipeline/rules/bulk", () => {
  it("sets the state of hundreds, in one entry of the trail", async () => {
    const ids = await bring(Array.from({ length: 300 }, () => sigma({ status: "stable" }).text));
    const before = (await trail()).length;
    const named = await send("POST", "/bulk", {
      action: "state",
      state: "enabled",
      rule_ids: [...ids.slice(0, 200), NOBODY, ids[0]],
    });
    expect(named.body).toEqual({ changed: 200, unchanged: 0, missing: [NOBODY], failing: [] });
    const filtered = await send("POST", "/bulk", {
      action: "state",
      state: "enabled",
      filter: { status: "stable" },
    });
    expect(filtered.body).toEqual({ changed: 100, unchanged: 200, missing: [], failing: [] });
    const again = { action: "state", state: "enabled", rule_ids: ids };
    expect((await send("POST", "/bulk", again)).body.changed).toBe(0);
    const entries = (await trail()).slice(before);
    expect(entries).toMatchObject([
      { object_type: "rules", details: { to: "enabled", changed: 200 } },
      { object_type: "rules", details: { changed: 100, filter: { status: "stable" } } },
    ]);
  });

  it.each<[unknown]>([
    [{ action: "state", state: "enabled" }],
    [{ action: "state", state: "enabled", filter: {} }],
    [{ action: "state", state: "enabled", rule_ids: [] }],
    [{ action: "state", state: "enabled", rule_ids: [NOBODY], filter: { level: "low" } }],
    [{ action: "state", state: "enabled", filter: { levels: "low" } }],
    [{ action: "delete", state: "enabled", rule_ids: [NOBODY] }],
  ])("refuses %j", async (body) => {
    expect((await send("POST", "/bulk", body)).status).toBe(422);
  });
});

describe("DELETE /api/pipeline/rules/{rule_id}", () => {
  it("takes the versions and the samples with it, and frees the id", async () => {
    const { id: known, text } = sigma();
    const [id = ""] = await bring([text]);
    await send("POST", `/${id}/versions`, { content: `${text}# more\n` });
    await env.WORKSPACE_DB.prepare(
      `INSERT INTO rule_samples VALUES ('s', ?, 1, 'x', 'match', '{}', 1, 'ann', 'now')`,
    )
      .bind(id)
      .run();
    const gone = await request(`${BASE}/${id}`, { method: "DELETE" });
    expect(gone.status).toBe(204);
    for (const table of ["rules", "rule_versions", "rule_samples"]) {
      const column = table === "rules" ? "id" : "rule_id";
      const row = await env.WORKSPACE_DB.prepare(
        `SELECT count(*) AS n FROM ${table} WHERE ${column} = ?`,
      )
        .bind(id)
        .first<{ n: number }>();
      expect([table, row?.n]).toEqual([table, 0]);
    }
    expect((await trail()).at(-1)).toMatchObject({
      action: "rule.delete",
      details: { known_as: known, version: 2 },
    });
    expect((await request(`${BASE}/${id}`, { method: "DELETE" })).status).toBe(404);
    const [anew] = await bring([text]);
    expect(anew).not.toBe(id);
  });
});

describe("GET /api/pipeline/rules", () => {
  it("filters by what the rules say of themselves", async () => {
    const detection = "{s: {EventName: Шлюз}, condition: s}";
    const [cloud = ""] = await bring([
      sigma({
        title: "Ключ 键",
        logsource: "{product: aws, service: CloudTrail}",
        level: "critical",
        status: "deprecated",
        tags: "[attack.t1566]",
        detection,
      }).text,
    ]);
    await send("PATCH", `/${cloud}`, { state: "disabled" });
    for (const query of [
      "product=aws",
      "product=AWS&service=cloudtrail",
      "level=critical",
      "status=deprecated",
      "state=disabled",
      "technique_id=T1566",
      "language=sigma&product=aws",
      `q=${encodeURIComponent("ключ 键")}`,
      `q=${encodeURIComponent("Шлюз")}`,
    ]) {
      expect([query, (await list(query)).map(({ rule_id: id }) => id)]).toEqual([query, [cloud]]);
    }
    expect(await list("category=process_creation&product=aws")).toEqual([]);
    expect(await list("technique_id=T1059")).toEqual([]);
    const below = await list("technique_id=T1059&include=subtechniques");
    expect(below.length).toBeGreaterThan(100);
    expect((await requestJson(`${BASE}?state=running`)).status).toBe(422);
    expect((await requestJson(`${BASE}?include=all`)).status).toBe(422);
  });
});

describe("the states of rules in team mode", () => {
  it("are for analysts", async () => {
    const ask = async (role: string, method: string) =>
      (
        await requestWith(TEAM, `${BASE}/${NOBODY}`, {
          method,
          headers: { "X-Auth-User": "ann", "X-Auth-Roles": role },
          ...(method === "PATCH" && { body: JSON.stringify({ state: "enabled" }) }),
        })
      ).status;
    expect(await ask("viewer", "PATCH")).toBe(403);
    expect(await ask("viewer", "DELETE")).toBe(403);
    expect(await ask("analyst", "PATCH")).toBe(404);
  });
});

describe("rules from before it was kept what they say of themselves", () => {
  it("are read by and by, and then known to an import", async () => {
    const one = sigma({ logsource: "{product: macos}" });
    const [id = "", other = ""] = await bring([one.text, sigma().text]);
    const query = "title: broken: yaml: x\n";
    await env.WORKSPACE_DB.batch([
      env.WORKSPACE_DB.prepare(
        `UPDATE rules SET known_as = NULL, logsource = NULL, level = NULL, content_sha256 = NULL,
          detection_sha256 = NULL, sketch = NULL WHERE id IN (?, ?)`,
      ).bind(id, other),
      env.WORKSPACE_DB.prepare("UPDATE rule_versions SET header = NULL WHERE rule_id = ?").bind(id),
      env.WORKSPACE_DB.prepare("UPDATE rule_versions SET content = ? WHERE rule_id = ?").bind(
        query,
        other,
      ),
    ]);
    await rulesRoom.housekeeping?.(testServices(), { startedAt: null, collects: false });
    const { body } = await requestJson<Rule>(`${BASE}/${id}`);
    expect(body).toMatchObject({ known_as: one.id, header: { level: "high" }, version: 1 });
    expect((await list("product=macos")).map(({ rule_id: found }) => found)).toEqual([id]);
    expect(await bring([one.text])).toEqual([id]);
    expect((await requestJson<Rule>(`${BASE}/${other}`)).body.known_as).toBeNull();
    const left = await env.WORKSPACE_DB.prepare(
      "SELECT count(*) AS n FROM rules WHERE content_sha256 IS NULL",
    ).first<{ n: number }>();
    expect(left?.n).toBe(0);
  });
});
