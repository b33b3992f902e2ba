import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Coverage } from "../../../src/detection/coverage/states/schema.ts";
import type { CoverageTest } from "../../../src/detection/coverage/tests/schema.ts";
import type { RuleImportResult } from "../../../src/detection/import/schema.ts";
import {
  emptyCoverage,
  ingestPlanted,
  json,
  plantRules,
  putInventory,
  ruleId,
} from "../../support/coverage.ts";
import { zip } from "../../support/rules/archives.ts";
import { request, requestJson } from "../../support/service.ts";
import { requestWith, TEAM } from "../../support/team.ts";

const PATH = "/api/coverage/tests";
const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const PROCESSES = { product: "windows", category: "process_creation" };

async function record(body: object): Promise<CoverageTest> {
  const answer = await requestJson<CoverageTest>(PATH, json({ attack_id: "T1059.001", ...body }));
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

/** The id of a stored draft called "A rule". */
async function draft(): Promise<string> {
  const order = { title: "A rule", technique_id: "T1059.001", language: "sigma" };
  const { body } = await requestJson<{ rule_id: string }>(
    "/api/pipeline/rules/generate",
    json(order),
  );
  return body.rule_id;
}

const cover = async (query = "") =>
  (await requestJson<Coverage>(`/api/coverage?technique_ids=T1059,T1059.001,T1566${query}`)).body;
async function standingOf(id: string, query = "") {
  const technique = (await cover(query)).techniques.find((one) => one.attack_id === id);
  return [technique?.state, technique?.detection, technique?.last_test?.result ?? null];
}

beforeAll(async () => {
  const reads: [number, string, string][] = [[1, "WinEventLog:Sysmon", "EventCode=1"]];
  await ingestPlanted([
    { id: "T1059", name: "Command and Scripting Interpreter", analytics: [] },
    {
      id: "T1059.001",
      name: "PowerShell",
      analytics: [{ platforms: ["Windows"], reads }],
    },
    { id: "T1566", name: "Phishing", analytics: [] },
  ]);
});
beforeEach(async () => {
  await emptyCoverage();
  await putInventory([{ name: "WinEventLog:Sysmon", channels: ["EventCode=1"] }]);
  await plantRules([
    { id: ruleId(1), title: "One", techniques: ["T1059.001"], logsource: PROCESSES },
  ]);
});

describe("a test of a technique", () => {
  it("is recorded with who, when and what was seen", async () => {
    const rule_id = await draft();
    const test = await record({
      attack_id: "t1059.001",
      rule_id,
      result: "detected",
      tested_at: "2026-01-31T10:00:00+02:00",
      events: 3,
      note: "Atomic test 1.",
    });
    expect(test).toMatchObject({
      attack_id: "T1059.001",
      name: "PowerShell",
      domain: "enterprise-attack",
      rule_id,
      rule_title: "A rule",
      tested_at: "2026-01-31T08:00:00.000Z",
      events: "3",
      created_by: "local",
      revision: 1,
    });
    const read = await request(`${PATH}/${test.test_id}`);
    expect(read.headers.get("ETag")).toBe('"1"');
    expect(await read.json()).toEqual(test);
  });

  it("of today is of now, so that it is later than what was recorded before", async () => {
    const { tested_at } = await record({ result: "missed", tested_at: daysAgo(0).slice(0, 10) });
    expect(Date.parse(tested_at)).toBeGreaterThan(Date.now() - 60_000);
    const before = await record({ result: "missed", tested_at: "2026-01-31" });
    expect(before.tested_at).toBe("2026-01-31T00:00:00.000Z");
  });

  it.each([
    [{ attack_id: "T9999" }, "T9999 is not in enterprise-attack 19.1.", "/attack_id"],
    [{ rule_id: ruleId(9) }, `There is no rule ${ruleId(9)}.`, "/rule_id"],
    [{ tested_at: daysAgo(-2) }, "'tested_at' must not lie in the future.", "/tested_at"],
    [{ tested_at: "yesterday" }, "'tested_at' must be a date", "/tested_at"],
    [{ result: "perhaps" }, "result", "/result"],
    [{ events: "x".repeat(2_001) }, "2000", "/events"],
    [{ colour: "red" }, "colour", "/colour"],
  ])("is refused where it is not right: %j", async (wrong, detail, pointer) => {
    const body = { attack_id: "T1059.001", result: "detected", ...wrong };
    const answer = await requestJson<{ detail: string; errors: { pointer: string }[] }>(
      PATH,
      json(body),
    );
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ pointer }]);
    expect(answer.body.detail).toContain(detail);
  });

  it("is changed and deleted in the state that was meant, and in the trail", async () => {
    const { test_id: id } = await record({ result: "missed", note: "First." });
    const path = `${PATH}/${id}`;
    const change = (body: object, etag?: string) =>
      request(path, {
        ...json(body, "PATCH"),
        ...(etag !== undefined && { headers: { "If-Match": etag } }),
      });
    const changed = await change({ result: "blocked", events: "ticket 7" }, '"1"');
    expect(changed.headers.get("ETag")).toBe('"2"');
    expect(await changed.json()).toMatchObject({ result: "blocked", note: "First.", revision: 2 });
    const late = await change({ note: "Other." }, '"1"');
    expect(late.status).toBe(412);
    expect(await late.json()).toMatchObject({
      current: { result: "blocked" },
      changed_by: "local",
    });
    expect(late.headers.get("ETag")).toBe('"2"');
    expect((await change({ result: "blocked" }, '"1"')).status).toBe(200);
    expect((await change({})).status).toBe(422);
    expect((await change({ attack_id: "T1566" })).status).toBe(422);
    expect((await request(path, { method: "DELETE", headers: { "If-Match": '"1"' } })).status).toBe(
      412,
    );
    expect((await request(path, { method: "DELETE" })).status).toBe(204);
    expect((await request(path, { method: "DELETE" })).status).toBe(404);
    const { results } = await env.WORKSPACE_DB.prepare(
      "select action, details ->> '$.changed' as changed from audit where object_id = ? order by seq",
    )
      .bind(id)
      .all();
    expect(results).toEqual([
      { action: "coverage_test.create", changed: null },
      { action: "coverage_test.update", changed: '["result","events"]' },
      { action: "coverage_test.delete", changed: null },
    ]);
  });

  it("is recorded by analysts and read by viewers", async () => {
    const as = (role: string) => ({ "X-Auth-User": "ann", "X-Auth-Roles": role });
    const body = { attack_id: "T1566", result: "missed" };
    const send = async (role: string) =>
      await requestWith(TEAM, PATH, { ...json(body), headers: as(role) });
    expect((await send("viewer")).status).toBe(403);
    const recorded = await send("analyst");
    expect(await recorded.json()).toMatchObject({ created_by: "ann" });
    expect((await requestWith(TEAM, PATH, { headers: as("viewer") })).status).toBe(200);
  });

  it("is listed by technique, rule, result and period, the most recent first", async () => {
    const rule_id = await draft();
    await record({ result: "missed", tested_at: "2026-02-01", note: "b" });
    await record({ result: "detected", tested_at: "2026-03-01", rule_id, note: "c" });
    await record({ attack_id: "T1566", result: "missed", tested_at: "2026-01-01", note: "a" });
    const notes = async (query: string) => {
      const { body } = await requestJson<CoverageTest[]>(`${PATH}?${query}`);
      return body.map(({ note }) => note).join("");
    };
    expect(await notes("")).toBe("cba");
    expect(await notes("attack_id=T1059.001")).toBe("cb");
    expect(await notes("result=missed")).toBe("ba");
    expect(await notes(`rule_id=${rule_id}`)).toBe("c");
    expect(await notes("since=2026-02-01&until=2026-02-28")).toBe("b");
    expect(await notes("limit=1&offset=1")).toBe("b");
    expect(await notes("domain=mobile-attack")).toBe("");
    const page = await request(`${PATH}?limit=1`);
    expect(page.headers.get("X-Total-Count")).toBe("3");
  });
});

describe("coverage", () => {
  it("should fire by a rule with its telemetry, and is proven by a test", async () => {
    expect(await standingOf("T1059.001")).toEqual(["detected", "should_fire", null]);
    await record({ result: "detected" });
    expect(await standingOf("T1059.001")).toEqual(["detected", "proven", "detected"]);
    const { summary, techniques } = await cover();
    expect(summary).toMatchObject({ detected: 1, proven: 1, should_fire: 0, blind: 2 });
    expect(techniques[0]).toMatchObject({
      attack_id: "T1059",
      state: "blind",
      detection: null,
      family_state: "detected",
      family_detection: "proven",
      last_test: null,
    });
    expect(techniques[1]).toMatchObject({ test_count: 1, last_test: { created_by: "local" } });
  });

  it("is not proven any more after a later test that missed", async () => {
    await record({ result: "blocked", tested_at: daysAgo(2) });
    await record({ result: "missed", tested_at: daysAgo(1) });
    expect(await standingOf("T1059.001")).toEqual(["detected", "should_fire", "missed"]);
    await record({ result: "detected", tested_at: daysAgo(3) });
    expect(await standingOf("T1059.001")).toEqual(["detected", "should_fire", "missed"]);
    await record({ result: "detected" });
    expect(await standingOf("T1059.001")).toEqual(["detected", "proven", "detected"]);
  });

  it("is proven without a rule of ours, for as long as the setting says", async () => {
    await record({ attack_id: "T1566", result: "blocked", tested_at: daysAgo(364) });
    expect(await standingOf("T1566")).toEqual(["detected", "proven", "blocked"]);
    await env.WORKSPACE_DB.prepare("delete from coverage_tests").run();
    await record({ attack_id: "T1566", result: "blocked", tested_at: daysAgo(366) });
    expect(await standingOf("T1566")).toEqual(["blind", null, "blocked"]);
  });

  it("follows the ids of tests to the release", async () => {
    await record({ attack_id: "T1086", result: "detected" });
    expect(await standingOf("T1059.001")).toEqual(["detected", "proven", "detected"]);
  });

  it("is proven by a sample that a rule fires on, until a test misses it", async () => {
    const rule = `title: Shell
id: 6a6b1c7e-8f3d-4a55-9d0f-0b5f0a0b7c11
tags: [attack.t1566]
logsource: {product: windows, category: process_creation}
detection: {selection: {Image: a.exe}, condition: selection}
level: high
status: stable
`;
    const { body } = await requestJson<RuleImportResult>(
      "/api/pipeline/rules/import?state=enabled",
      {
        method: "POST",
        body: zip({ "a.yml": rule }),
      },
    );
    expect(body.counts).toMatchObject({ created: 1 });
    const [{ rule_id: id } = { rule_id: "" }] = (
      await requestJson<{ rule_id: string }[]>("/api/pipeline/rules?technique_id=T1566")
    ).body;
    const sample = async (events: object[], expected = "match") =>
      await requestJson(`/api/pipeline/rules/${id}/samples`, json({ name: "S", expected, events }));
    await sample([{ Image: "b.exe" }], "no_match");
    await sample([{ Image: "b.exe" }]);
    expect(await standingOf("T1566")).toEqual(["detected", "should_fire", null]);
    await sample([{ Image: "a.exe" }]);
    expect(await standingOf("T1566")).toEqual(["detected", "proven", null]);
    const fired = (await cover()).techniques.find((one) => one.attack_id === "T1566");
    expect(fired?.rules).toMatchObject([{ rule_id: id, fired_at: expect.any(String) }]);
    await record({ attack_id: "T1566", result: "missed" });
    expect(await standingOf("T1566")).toEqual(["detected", "should_fire", "missed"]);
  });

  it("distinguishes both in its files, and tests first what is not proven", async () => {
    await record({ result: "detected", tested_at: "2026-11-01" });
    const query = "?technique_ids=T1059.001";
    const layer = await requestJson<{ techniques: object[] }>(`/api/coverage/navigator${query}`);
    expect(layer.body.techniques).toMatchObject([
      { score: 4, comment: expect.stringContaining("Last test: detected on 2026-11-01") },
    ]);
    const csv = await (await request(`/api/coverage/csv${query}`)).text();
    expect(csv).toContain('"proven","detected","2026-11-01T00:00:00.000Z","1"');
    const first = await requestJson<{ items: object[] }>(`/api/coverage/test-first${query}`);
    expect(first.body.items).toMatchObject([{ detection: "proven", factors: { gap: 0.05 } }]);
  });
});
