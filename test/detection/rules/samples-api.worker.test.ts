import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { Rule } from "../../../src/detection/rules/schema.ts";
import type { TestResult } from "../../../src/detection/rules/samples/test-rule.ts";
import { form, ingestSmallRelease, requestJson } from "../../support/service.ts";
import { ruleOf } from "../../support/sigma.ts";

const BASE = "/api/pipeline/rules";
const NOBODY = "00000000-0000-4000-8000-000000000000";
const SYSMON = "Microsoft-Windows-Sysmon/Operational";
const RULE = ruleOf(
  "sel:\n    Image|endswith: \\whoami.exe\nfilter:\n    User: root\ncondition: sel and not filter",
  "product: windows\n    category: process_creation",
);
const process = (Image: string, more: object = {}) => ({
  Channel: SYSMON,
  EventID: 1,
  Image,
  ...more,
});

type Problem = { code: string; detail: string };
const json = (body: unknown) => ({ method: "POST", body: JSON.stringify(body) });
const test = async (body: unknown) =>
  await requestJson<TestResult & Problem>(`${BASE}/test`, json(body));

/** A stored rule with a text of ours as its second version. */
async function stored(content = RULE, language = "sigma"): Promise<string> {
  const order = { title: "A rule", technique_id: "T1059.001", language };
  const { body } = await requestJson<Rule>(`${BASE}/generate`, json(order));
  if (language === "sigma")
    await requestJson(`${BASE}/${body.rule_id}/versions`, json({ content }));
  return body.rule_id;
}

beforeAll(ingestSmallRelease);

describe("POST /api/pipeline/rules/test", () => {
  it("says which events match, and for the others what failed", async () => {
    const events = [
      process("C:\\Windows\\WHOAMI.exe"),
      process("C:\\Windows\\cmd.exe"),
      process("C:\\whoami.exe", { User: "ROOT" }),
      { ...process("C:\\whoami.exe"), EventID: 11 },
      { EventID: 1, Image: "\\whoami.exe" },
    ];
    const { status, body } = await test({ content: RULE, events });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      rule: { title: "A rule of the tests", rule_id: null, version: null },
      events: 5,
      matched: 2,
      matched_events: [0, 4],
      other_source: 1,
      unknown_source: 1,
      results_count: 5,
      errors: [],
      alerts: [],
    });
    expect(body.results.map(({ matched, logsource }) => [matched, logsource])).toEqual([
      [true, "matched"],
      [false, "matched"],
      [false, "matched"],
      [false, "other"],
      [true, "unknown"],
    ]);
    expect(body.results[1]?.failed).toEqual([
      {
        selection: "sel",
        field: "Image",
        modifiers: ["endswith"],
        expected: "match",
        wanted: ["*\\whoami.exe"],
        wanted_count: 1,
        found: ["C:\\Windows\\cmd.exe"],
      },
    ]);
    expect(body.results[2]?.failed).toMatchObject([
      { selection: "filter", expected: "no_match", wanted: ["root"], found: ["ROOT"] },
    ]);
  });

  it("takes events as text, and names the lines that are none", async () => {
    const events = `${JSON.stringify(process("\\whoami.exe"))}\n5\n"text"\n{"Image": \n{"a": 1}`;
    const { body } = await test({ content: RULE, events });
    expect(body).toMatchObject({ events: 3, matched: 1, errors_count: 2 });
    expect(body.errors).toEqual([
      { index: 1, line: 2, message: "The event is no object." },
      { index: 3, line: 4, message: "The event is not valid JSON." },
    ]);
  });

  it("takes a form with a file", async () => {
    const file = new File([JSON.stringify([process("\\whoami.exe")])], "events.json");
    const init = form({ content: RULE, file });
    const { status, body } = await requestJson<TestResult>(`${BASE}/test`, init);
    expect([status, body.matched]).toEqual([200, 1]);
  });

  it("fills in placeholders", async () => {
    const content = ruleOf("sel:\n    A|expand: '%Names%'\ncondition: sel");
    const refused = await test({ content, events: [] });
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      expect.stringContaining("'%Names%' is a placeholder"),
    ]);
    const { body } = await test({ content, events: [{ A: "x" }], placeholders: { Names: ["X"] } });
    expect(body.matched).toBe(1);
  });

  it.each([
    [{ content: "title: x", events: [] }, 422, "validation_error", "has no 'detection'"],
    [{ content: RULE, language: "kql", events: [] }, 422, "validation_error", "Only Sigma rules"],
    [{ content: RULE, language: "cobol", events: [] }, 400, "invalid_language", ""],
    [{ content: RULE }, 422, "validation_error", "events"],
    [{ events: [] }, 422, "validation_error", "content"],
    [{ content: RULE, events: [], more: 1 }, 422, "validation_error", "more"],
    [{ content: "x".repeat(400_001), events: [] }, 422, "validation_error", "characters"],
    [null, 422, "validation_error", ""],
  ])("refuses %#", async (body, status, code, part) => {
    const answer = await test(body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.detail).toContain(part);
  });

  it("refuses what is no JSON, and forms without events", async () => {
    const answer = await requestJson<Problem>(`${BASE}/test`, { method: "POST", body: "{" });
    expect([answer.status, answer.body.code]).toEqual([400, "invalid_json"]);
    const empty = await requestJson<Problem>(`${BASE}/test`, form({ content: RULE }));
    expect([empty.status, empty.body.code]).toEqual([400, "input_required"]);
  });

  it("raises the alerts of correlations", async () => {
    const content = `title: Many\ncorrelation:\n    type: event_count\n    rules: [base]\n    group-by: [User]\n    timespan: 1m\n    condition:\n        gte: 3\n---\nname: base\n${ruleOf("sel:\n    A: 1\ncondition: sel")}`;
    const event = (second: number) => ({
      A: 1,
      User: "Иван",
      "@timestamp": `2026-11-23T10:00:0${second}Z`,
    });
    const { body } = await test({ content, events: [event(3), event(1), { A: 2 }, event(2)] });
    expect(body).toMatchObject({ matched: 3, alerts_count: 1 });
    expect(body.alerts).toMatchObject([
      {
        correlation: { title: "Many" },
        group: { User: "Иван" },
        count: 3,
        from: "2026-11-23T10:00:01.000Z",
        to: "2026-11-23T10:00:03.000Z",
        events: [1, 3, 0],
      },
    ]);
  });

  it("says that a file holds no events", async () => {
    const { status, body } = await test({ content: RULE, events: "x\n".repeat(100_001) });
    expect([status, body.code]).toEqual([422, "validation_error"]);
    expect(body.detail).toContain("are no events");
  });

  it("ends what would take too long", async () => {
    const values = Array.from({ length: 3_000 }, (_, i) => `        - '*a?b${i}*c?d*'`).join("\n");
    const content = ruleOf(`sel:\n    A|contains:\n${values}\ncondition: sel`);
    const events = [{ A: "a1b".repeat(350_000) }, { A: "a1b".repeat(350_000) }];
    const { status, body } = await test({ content, events });
    expect([status, body.code]).toEqual([422, "validation_error"]);
    expect(body.detail).toContain("takes too long");
  });
});

describe("POST /api/pipeline/rules/{rule_id}/test", () => {
  const send = async (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    await requestJson<TestResult & Problem>(`${BASE}/${path}`, { method: "POST", body, headers });

  it("runs the latest version, or the one that is named", async () => {
    const id = await stored();
    const events = [process("\\whoami.exe"), process("\\cmd.exe")].map((event) =>
      JSON.stringify(event, null, 2),
    );
    const { status, body } = await send(`${id}/test`, events.join("\n"));
    expect(status).toBe(200);
    expect(body).toMatchObject({ rule: { rule_id: id, version: 2 }, events: 2, matched: 1 });
    expect((await send(`${id}/test?version=1`, events.join("\n"))).body.rule.version).toBe(1);
    expect((await send(`${id}/test?version=9`, "")).body.code).toBe("version_not_found");
  });

  it("takes gzip, forms, lists and what CloudTrail puts around them", async () => {
    const id = await stored();
    const text = JSON.stringify([process("\\whoami.exe")]);
    const packed = new Response(text).body?.pipeThrough(new CompressionStream("gzip"));
    const bytes = await new Response(packed ?? null).arrayBuffer();
    expect((await send(`${id}/test`, bytes, { "Content-Encoding": "gzip" })).body.matched).toBe(1);
    const file = form({ file: new File([text], "x") }).body as FormData;
    expect((await send(`${id}/test`, file)).body.matched).toBe(1);
    expect((await send(`${id}/test`, `{"Records": ${text}}`)).body.matched).toBe(1);
    expect((await send(`${id}/test`, `{"events": ${text}}`)).body.matched).toBe(1);
  });

  it("refuses too much, other languages and rules that are not there", async () => {
    const id = await stored();
    const large = await send(`${id}/test`, `"${"x".repeat(10 * 1024 * 1024)}"`);
    expect([large.status, large.body.code]).toEqual([413, "body_too_large"]);
    const other = await send(`${await stored("", "kql")}/test`, "{}");
    expect([other.status, other.body.detail]).toEqual([
      422,
      "Only Sigma rules can be run on events; this one is KQL, which its own platform runs.",
    ]);
    expect((await send(`${NOBODY}/test`, "{}")).status).toBe(404);
    expect((await send(`${id}/test`, "")).body).toMatchObject({ events: 0, results: [] });
  });
});

describe("samples", () => {
  const samples = (id: string) => `${BASE}/${id}/samples`;
  const add = async (id: string, body: object) =>
    await requestJson<{ id: string; test_run: Rule["test_run"] } & Problem>(
      samples(id),
      json(body),
    );
  const good = { name: "whoami", expected: "match", events: [process("\\whoami.exe")] };
  const bad = {
    name: "Службы",
    expected: "no_match",
    events: JSON.stringify(process("\\cmd.exe")),
  };

  it("run at every save, and the version says how they came out", async () => {
    const id = await stored();
    const { status, body } = await add(id, good);
    expect(status).toBe(201);
    expect(body.test_run).toMatchObject({ passed: 1, failed: 0 });
    expect((await add(id, bad)).body.test_run).toMatchObject({ passed: 2, failed: 0 });
    const content = RULE.replace("whoami", "cmd");
    const saved = await requestJson<Rule>(`${BASE}/${id}/versions`, json({ content }));
    expect(saved.status).toBe(201);
    expect(saved.body.test_run).toMatchObject({
      passed: 0,
      failed: 2,
      results: [
        { name: "whoami", passed: false, matched: 0, events: 1, error: null },
        { name: "Службы", passed: false, matched: 1, events: 1, error: null },
      ],
    });
    const broken = await requestJson<Rule>(`${BASE}/${id}/versions`, json({ content: "title: x" }));
    expect(broken.body.test_run?.results[0]?.error).toContain("has no 'detection'");
    const versions = (await requestJson<Rule[]>(`${BASE}/${id}/versions`)).body;
    expect(versions.map(({ test_run }) => test_run?.failed)).toEqual([2, 2, 0, undefined]);
  });

  it("are listed, read and deleted", async () => {
    const id = await stored();
    const { body: sample } = await add(id, good);
    await add(id, bad);
    const list = await requestJson<object[]>(samples(id));
    expect(list.body).toMatchObject([
      { id: sample.id, version: 2, name: "whoami", event_count: 1, created_by: "local" },
      { name: "Службы", expected: "no_match" },
    ]);
    const read = await requestJson<{ events: string }>(`${samples(id)}/${sample.id}`);
    expect(JSON.parse(read.body.events)).toEqual(good.events[0]);
    const remove = { method: "DELETE" };
    const path = `${samples(id)}/${sample.id}`;
    const { default: worker } = (await import("cloudflare:workers")).exports as unknown as {
      default: Fetcher;
    };
    expect((await worker.fetch(`http://localhost${path}`, remove)).status).toBe(204);
    expect((await requestJson(path, remove)).status).toBe(404);
    expect((await requestJson(path)).status).toBe(404);
    const rule = await requestJson<Rule>(`${BASE}/${id}`);
    expect(rule.body.test_run).toMatchObject({ passed: 1, failed: 0 });
    const { results } = await env.WORKSPACE_DB.prepare(
      "SELECT details FROM audit WHERE action = 'rule.sample' AND object_id = ? ORDER BY seq",
    )
      .bind(id)
      .all<{ details: string }>();
    expect(results.map(({ details }) => JSON.parse(details).change)).toEqual([
      "add",
      "add",
      "delete",
    ]);
  });

  it.each([
    [{ ...good, events: [] }, "at least one event"],
    [{ ...good, events: '{"a":1}\n{"a":' }, "line 2 is not valid JSON"],
    [{ ...good, events: [5] }, "Event 0 is no object"],
    [{ ...good, events: [{ a: "x".repeat(300_000) }] }, "at most"],
    [{ ...good, events: Array.from({ length: 1_001 }, () => ({})) }, "at most 1000 events"],
    [{ ...good, name: "  " }, "blank"],
    [{ ...good, expected: "maybe" }, "expected"],
  ])("refuses %#", async (body, part) => {
    const answer = await add(await stored(), body);
    expect([answer.status, answer.body.detail]).toEqual([422, expect.stringContaining(part)]);
  });

  it("are for Sigma alone, and no more than 50", async () => {
    expect((await add(await stored("", "spl"), good)).status).toBe(422);
    expect((await add(NOBODY, good)).status).toBe(404);
    const id = await stored();
    const answers = [];
    for (let i = 0; i < 51; i += 1) answers.push((await add(id, good)).status);
    expect(answers.slice(-2)).toEqual([201, 409]);
    const large = await stored();
    const big = { ...good, events: [{ a: "x".repeat(250_000) }] };
    const statuses = [];
    for (let i = 0; i < 9; i += 1) statuses.push((await add(large, big)).status);
    expect(statuses).toEqual([...Array.from({ length: 8 }, () => 201), 409]);
  });
});
