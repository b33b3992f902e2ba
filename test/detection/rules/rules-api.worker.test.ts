import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { Rule, RuleDiff } from "../../../src/detection/rules/schema.ts";
import { form, ingestSmallRelease, requestJson } from "../../support/service.ts";
import { requestWith, TEAM } from "../../support/team.ts";

const BASE = "/api/pipeline/rules";
const NOBODY = "00000000-0000-4000-8000-000000000000";

type Answer = Rule & { code?: string; detail?: string };

// oxlint-disable typescript/no-unnecessary-type-parameters -- what the caller expects to read
const post = async <T = Answer>(path: string, body: unknown) =>
  await requestJson<T>(`${BASE}${path}`, { method: "POST", body: JSON.stringify(body) });
const get = async <T = Answer>(path: string) => await requestJson<T>(`${BASE}${path}`);
// oxlint-enable typescript/no-unnecessary-type-parameters
const generate = async (more: Record<string, unknown> = {}) =>
  await post("/generate", {
    title: "Encoded commands",
    technique_id: "t1059.001",
    language: "sigma",
    ...more,
  });
const save = async (id: string, content: string) => await post(`/${id}/versions`, { content });
const auditOf = async (id: string) =>
  (
    await env.WORKSPACE_DB.prepare(
      "SELECT action, details FROM audit WHERE object_type = 'rule' AND object_id = ? ORDER BY seq",
    )
      .bind(id)
      .all<{ action: string; details: string }>()
  ).results.map(({ action, details }) => `${action} ${JSON.parse(details).version}`);

beforeAll(ingestSmallRelease);

describe("POST /api/pipeline/rules/generate", () => {
  it.each(["sigma", "kql", "spl", "eql"])("stores a skeleton in %s", async (language) => {
    const { status, body } = await generate({ language });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      version: 1,
      title: "Encoded commands",
      technique_id: "T1059.001",
      language,
      created_by: "local",
      domain: "enterprise-attack",
      release: "18.1",
      validation: {
        valid: true,
        errors: [],
      },
    });
    expect(body.validation.warnings.map(({ line }) => line)).toEqual([
      body.content.split("\n").findIndex((line) => line.includes("REPLACE_WITH_BEHAVIOR")) + 1,
    ]);
    expect(body.content).toContain("attack.t1059.001");
    expect(body.content).toContain("https://attack.mitre.org/techniques/T1059/001/");
    expect((await get(`/${body.rule_id}`)).body).toEqual(body);
    expect(await auditOf(body.rule_id)).toEqual(["rule.generate 1"]);
  });

  it("adds a version to a rule, under the rule's id and first date", async () => {
    const { body: first } = await generate();
    const { status, body } = await generate({ rule_id: first.rule_id, title: "Другое: название" });
    expect(status).toBe(201);
    expect(body).toMatchObject({ rule_id: first.rule_id, version: 2, title: "Другое: название" });
    expect(body.content).toContain(`id: ${first.rule_id}`);
    expect(body.content).toContain(`modified: ${body.created_at.slice(0, 10)}`);
    expect(await auditOf(first.rule_id)).toEqual(["rule.generate 1", "rule.generate 2"]);
  });

  it("loses and doubles nothing when many come at once", async () => {
    const { body: first } = await generate({ language: "kql" });
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => generate({ language: "kql", rule_id: first.rule_id })),
    );
    const versions = answers.map(({ body }) => body.version).sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: 12 }, (_, i) => i + 2));
    expect(await auditOf(first.rule_id)).toHaveLength(13);
  });

  it("names where it comes from", async () => {
    const { body: session } = await requestJson<{ session_id: string }>(
      "/api/analyze",
      form({ text: "APT29 ran T1059.001." }),
    );
    const { body: collected } = await requestJson<{ id: string }>("/api/pipeline/intake", {
      method: "POST",
      body: JSON.stringify({ title: "A report that a rule comes from" }),
    });
    const report = collected.id;
    const { body } = await generate({ session_id: session.session_id, report_id: report });
    expect(body).toMatchObject({ session_id: session.session_id, report_id: report });
    expect(body.content).toContain(`/api/analyze/${session.session_id}`);
    expect(body.content).toContain(`/api/pipeline/intake/${report}`);
    const unknown = await generate({ report_id: crypto.randomUUID() });
    expect(unknown.status).toBe(404);
  });

  it("starts from the telemetry that is named", async () => {
    const content = async (language: string, telemetry: string | null) =>
      (await generate({ language, telemetry })).body.content;
    expect(await content("sigma", null)).toContain("category: ps_script");
    expect(await content("sigma", "Sysmon process creation")).toContain(
      "category: process_creation",
    );
    expect(await content("kql", "SigninLogs")).toMatch(/^SigninLogs$/m);
    expect(await content("kql", "MyTable_CL")).toMatch(/^MyTable_CL$/m);
    expect(await content("spl", "acme:edr:process")).toContain('sourcetype="acme:edr:process"');
    expect(await content("eql", "CloudTrail")).toContain('event.dataset == "aws.cloudtrail"');
    expect(await content("sigma", "журнал 日志")).toContain('definition: "Telemetry: журнал 日志"');
  });

  it("is for the release that the query names", async () => {
    const asked = await requestJson("/api/pipeline/rules/generate?version=3.0", {
      method: "POST",
      body: JSON.stringify({ title: "x", technique_id: "T1059.001", language: "kql" }),
    });
    expect([asked.status, asked.body["code"]]).toEqual([404, "version_not_found"]);
    const twice = await requestJson("/api/pipeline/rules/generate?version=3.0", {
      method: "POST",
      body: JSON.stringify({
        title: "x",
        technique_id: "T1059.001",
        language: "kql",
        version: "18.1",
      }),
    });
    expect([twice.status, twice.body["errors"]]).toMatchObject([422, [{ pointer: "/version" }]]);
  });

  it("follows a revoked technique to its successor", async () => {
    expect((await generate({ technique_id: "T1086" })).body.technique_id).toBe("T1059.001");
  });

  it.each([
    [{ language: "yara" }, 400, "invalid_language"],
    [{ language: 5 }, 422, "validation_error"],
    [{ language: undefined }, 422, "validation_error"],
    [{ technique_id: "x" }, 400, "invalid_id"],
    [{ technique_id: "T9999" }, 404, "not_found"],
    [{ technique_id: "T1000" }, 404, "not_found"],
    [{ rule_id: "x" }, 400, "invalid_id"],
    [{ rule_id: NOBODY }, 404, "not_found"],
    [{ session_id: NOBODY }, 404, "not_found"],
    [{ title: "" }, 422, "validation_error"],
    [{ title: "\u202e\n " }, 422, "validation_error"],
    [{ title: "x".repeat(256) }, 422, "validation_error"],
    [{ title: ["x"] }, 422, "validation_error"],
    [{ telemetry: 7 }, 422, "validation_error"],
    [{ domain: "nowhere" }, 404, "unknown_domain"],
    [{ version: "1.0" }, 404, "version_not_found"],
  ])("answers %j with %i %s", async (more, status, code) => {
    expect(await generate(more)).toMatchObject({ status, body: { code } });
  });

  it("refuses another language for a rule", async () => {
    const { body } = await generate();
    const refused = await generate({ rule_id: body.rule_id, language: "kql" });
    expect(refused).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(await auditOf(body.rule_id)).toEqual(["rule.generate 1"]);
  });
});

describe("POST /api/pipeline/rules/{rule_id}/versions", () => {
  it("makes a version of an edit, and none of what is the same", async () => {
    const { body: rule } = await generate({ language: "kql" });
    const first = await save(rule.rule_id, "T | where a ==");
    expect(first).toMatchObject({ status: 201, body: { version: 2, title: rule.title } });
    expect(first.body.validation).toMatchObject({
      valid: false,
      errors: [{ line: 1, column: 13 }],
    });
    const again = await save(rule.rule_id, "T | where a ==");
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(await save(rule.rule_id, rule.content)).toMatchObject({
      status: 201,
      body: { version: 3 },
    });
    expect(await auditOf(rule.rule_id)).toEqual([
      "rule.generate 1",
      "rule.version 2",
      "rule.version 3",
    ]);
    expect((await get(`/${rule.rule_id}/versions/2`)).body).toEqual(first.body);
  });

  it("takes a Sigma rule's own title", async () => {
    const { body: rule } = await generate();
    const { body } = await save(
      rule.rule_id,
      rule.content.replace(/^title: .*/, "title: 新しい 标题"),
    );
    expect(body).toMatchObject({ version: 2, title: "新しい 标题", validation: { valid: true } });
  });

  it("makes one version of the same save sent many times at once", async () => {
    const { body: rule } = await generate({ language: "eql" });
    const content = 'process where process.name : "Дом.exe"';
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => save(rule.rule_id, content)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await auditOf(rule.rule_id)).toEqual(["rule.generate 1", "rule.version 2"]);
  });

  it("keeps every one of many saves at once", async () => {
    const { body: rule } = await generate({ language: "spl" });
    const contents = Array.from({ length: 10 }, (_, i) => `index=a EventCode=${i}`);
    await Promise.all(contents.map((content) => save(rule.rule_id, content)));
    const { body, headers } = await get<Rule[]>(`/${rule.rule_id}/versions?limit=4`);
    expect(body.map(({ version }) => version)).toEqual([11, 10, 9, 8]);
    expect(headers.get("X-Total-Count")).toBe("11");
    expect(headers.get("Link")).toContain("offset=4");
    const all = await get<Rule[]>(`/${rule.rule_id}/versions`);
    expect(
      all.body
        .slice(0, -1)
        .map(({ content }) => content)
        .sort(),
    ).toEqual(contents);
  });

  it("stores whatever characters come", async () => {
    const { body: rule } = await generate({ language: "kql" });
    const content = "// 中文 Русский \u0000 \u202e 😀\r\nT";
    expect((await save(rule.rule_id, content)).status).toBe(201);
    expect((await get(`/${rule.rule_id}`)).body.content).toBe(content);
    const { body } = await save(rule.rule_id, "// \ud800\nT");
    expect((await get(`/${rule.rule_id}`)).body).toEqual(body);
    expect(await save(rule.rule_id, "// \ud800\nT")).toMatchObject({ status: 200 });
  });

  it("takes 400,000 characters and no more", async () => {
    const { body: rule } = await generate({ language: "kql" });
    const longest = `T // ${"я".repeat(399_995)}`;
    expect((await save(rule.rule_id, longest)).status).toBe(201);
    expect(await save(rule.rule_id, `${longest}x`)).toMatchObject({
      status: 422,
      body: { code: "validation_error", detail: "'content' must have at most 400000 characters." },
    });
    expect((await save(rule.rule_id, "x".repeat(3_000_000))).status).toBe(413);
    expect((await get(`/${rule.rule_id}`)).body.version).toBe(2);
  });

  it.each([
    [NOBODY, { content: "x" }, 404, "not_found"],
    ["x", { content: "x" }, 400, "invalid_id"],
    [NOBODY, {}, 422, "validation_error"],
    [NOBODY, { content: 1 }, 422, "validation_error"],
    [NOBODY, [], 422, "validation_error"],
  ])("answers %s %j with %i %s", async (id, body, status, code) => {
    expect(await post(`/${id}/versions`, body)).toMatchObject({ status, body: { code } });
  });
});

describe("POST /api/pipeline/rules/validate", () => {
  const validate = async (language: string, content: unknown) =>
    await post<Rule["validation"] & { code?: string }>("/validate", { language, content });

  it("says what is wrong and where, and stores nothing", async () => {
    const before = (await get<Rule[]>("")).headers.get("X-Total-Count");
    expect((await validate("KQL", "T\n| where a == 1\n)))")).body).toEqual({
      valid: false,
      errors: [1, 2, 3].map((column) => ({ line: 3, column, message: "')' closes nothing." })),
      warnings: [],
    });
    expect((await validate("spl", "index=a x=REPLACE_WITH_BEHAVIOR")).body).toMatchObject({
      valid: true,
      warnings: [{ line: 1, column: 11 }],
    });
    expect((await get<Rule[]>("")).headers.get("X-Total-Count")).toBe(before);
  });

  it("names what is wrong with the question", async () => {
    expect(await validate("yaml", "")).toMatchObject({
      status: 400,
      body: { code: "invalid_language" },
    });
    expect((await validate("sigma", "x".repeat(400_001))).status).toBe(422);
    expect((await validate("sigma", null)).status).toBe(422);
    expect((await validate("sigma", "")).body).toMatchObject({
      valid: false,
      errors: [{ line: 1 }],
    });
  });
});

describe("GET /api/pipeline/rules", () => {
  const idsOf = async (query: string) =>
    (await get<Rule[]>(`?limit=200&${query}`)).body.map(({ rule_id }) => rule_id);

  it("lists rules at their latest versions, newest first, and filters them", async () => {
    const { body: old } = await generate({ title: "Straße СТРЕЛА", language: "eql" });
    const { body: other } = await generate({ technique_id: "T1566", language: "spl" });
    const { body: edited } = await save(old.rule_id, 'file where file.name : "100%_x"');
    const { body: listed } = await get<Rule[]>("?limit=2");
    expect(listed).toEqual([edited, other]);
    expect(await idsOf("q=strasse")).not.toContain(old.rule_id);
    for (const query of ["q=стрела", "q=straße", "q=100%25_X", "q=FILE.NAME", "language=EQL"]) {
      const found = await idsOf(query);
      expect([query, found.includes(old.rule_id)]).toEqual([query, true]);
      expect([query, found.includes(other.rule_id)]).toEqual([query, false]);
    }
    expect(await idsOf("technique_id=t1566")).toEqual([other.rule_id]);
    expect(await idsOf("q=100x_x")).toEqual([]);
    expect(await idsOf("q=process.name")).not.toContain(old.rule_id);
  });

  it.each([
    ["?language=x", 400],
    ["?technique_id=x", 400],
    ["?limit=0", 422],
    ["?limit=201", 422],
    [`?q=${"x".repeat(101)}`, 422],
    ["/x", 400],
    [`/${NOBODY}`, 404],
    [`/${NOBODY}/versions`, 404],
    [`/${NOBODY}/versions/1`, 404],
    [`/${NOBODY}/versions/0`, 422],
    [`/${NOBODY}/diff`, 404],
  ])("answers %s with %i", async (path, status) => {
    expect((await get(path)).status).toBe(status);
  });
});

describe("GET /api/pipeline/rules/{rule_id}/diff", () => {
  it("tells the lines that changed", async () => {
    const { body: rule } = await generate({ language: "kql" });
    await save(rule.rule_id, "T\n| where a\n| take 5");
    await save(rule.rule_id, "T\n| where b\n| where c\n| take 5");
    const { body } = await get<RuleDiff>(`/${rule.rule_id}/diff`);
    expect(body).toEqual({
      rule_id: rule.rule_id,
      from: 2,
      to: 3,
      changes: [
        { kind: "same", from_line: 1, to_line: 1, lines: ["T"] },
        { kind: "removed", from_line: 2, to_line: 2, lines: ["| where a"] },
        { kind: "added", from_line: 3, to_line: 2, lines: ["| where b", "| where c"] },
        { kind: "same", from_line: 3, to_line: 4, lines: ["| take 5"] },
      ],
    });
    const back = await get<RuleDiff>(`/${rule.rule_id}/diff?from=3&to=2`);
    expect(back.body.changes.map(({ kind }) => kind)).toEqual(["same", "removed", "added", "same"]);
    expect(back.body.changes[1]?.lines).toEqual(["| where b", "| where c"]);
    const missing = await get(`/${rule.rule_id}/diff?from=9`);
    expect(missing).toMatchObject({ status: 404, body: { code: "version_not_found" } });
    expect(missing.body.detail).toContain("1 to 3");
  });

  it("does not get lost in texts that have nothing in common", async () => {
    const { body: rule } = await generate({ language: "kql" });
    const lines = (sign: string) =>
      Array.from({ length: 16_000 }, (_, i) => `${sign}${i}`)
        .join("\n")
        .slice(0, 99_999);
    await save(rule.rule_id, lines("a"));
    await save(rule.rule_id, lines("b"));
    const { body } = await get<RuleDiff>(`/${rule.rule_id}/diff`);
    expect(body.changes.map(({ kind }) => kind)).toEqual(["removed", "added"]);
  });
});

describe("in team mode", () => {
  const send = async (role: string, path: string, body?: unknown) =>
    await requestWith(TEAM, `${BASE}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "X-Auth-User": "ann", "X-Auth-Roles": role },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  it("viewers read and check, analysts write under their name", async () => {
    const order = { title: "x", technique_id: "T1566", language: "spl" };
    expect((await send("viewer", "/generate", order)).status).toBe(403);
    expect((await send("viewer", `/${NOBODY}/versions`, { content: "x" })).status).toBe(403);
    expect((await send("viewer", "")).status).toBe(200);
    expect((await send("viewer", "/validate", { language: "kql", content: "T" })).status).toBe(200);
    const made = await send("analyst", "/generate", order);
    expect(made.status).toBe(201);
    expect(await made.json()).toMatchObject({ created_by: "ann" });
  });
});
