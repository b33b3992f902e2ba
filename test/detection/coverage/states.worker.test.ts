import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Coverage } from "../../../src/detection/coverage/states/schema.ts";
import {
  emptyCoverage,
  ingestPlanted,
  json,
  plantRules,
  putInventory,
  ruleId,
} from "../../support/coverage.ts";
import { sigma, zip } from "../../support/rules/archives.ts";
import { form, requestJson, testServices } from "../../support/service.ts";
import { rulesRoom } from "../../../src/detection/rules/room.ts";
import { countQueries } from "../../support/counted-database.ts";
import { countedContext } from "../../support/statements.ts";
import type { Bindings } from "../../../src/bindings.ts";
import { servicesOf } from "../../../src/services.ts";
import { readCoverage } from "../../../src/detection/coverage/states/read-coverage.ts";

const SYSMON_1: [number, string, string] = [1, "WinEventLog:Sysmon", "EventCode=1"];
const SYSMON_3: [number, string, string] = [2, "WinEventLog:Sysmon", "EventCode=3, 22"];
const LOGONS: [number, string, string] = [3, "WinEventLog:Security", "EventCode=4624, 4648"];
const EXECVE: [number, string, string] = [1, "auditd:SYSCALL", "execve"];

const WINDOWS_PROCESSES = { product: "windows", category: "process_creation" };

async function ask(query = ""): Promise<Coverage> {
  const { status, body } = await requestJson<Coverage>(`/api/coverage${query}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

const states = ({ techniques }: Coverage) =>
  Object.fromEntries(techniques.map(({ attack_id: id, state }) => [id, state]));
const families = ({ techniques }: Coverage) =>
  Object.fromEntries(techniques.map(({ attack_id: id, family_state: state }) => [id, state]));
const one = ({ techniques }: Coverage, id: string) => {
  const found = techniques.find(({ attack_id }) => attack_id === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
};

beforeAll(async () => {
  await ingestPlanted([
    {
      id: "T1059",
      name: "Command and Scripting Interpreter",
      analytics: [{ platforms: ["Windows"], reads: [SYSMON_1] }],
    },
    {
      id: "T1059.001",
      name: "PowerShell",
      analytics: [
        { platforms: ["Windows"], reads: [SYSMON_1, LOGONS] },
        { platforms: ["Linux"], reads: [EXECVE] },
      ],
    },
    {
      id: "T1059.004",
      name: "Unix Shell",
      platforms: ["Linux"],
      analytics: [{ platforms: ["Linux"], reads: [EXECVE] }],
    },
    {
      id: "T1078",
      name: "Valid Accounts",
      tactics: ["execution", "persistence"],
      analytics: [{ platforms: ["Windows"], reads: [LOGONS] }],
    },
    { id: "T1566", name: "Phishing", analytics: [] },
    {
      id: "T1021",
      name: "Remote Services",
      analytics: [{ platforms: ["Windows"], reads: [SYSMON_3] }],
    },
  ]);
});

beforeEach(async () => {
  await emptyCoverage();
  await putInventory([
    { name: "WinEventLog:Sysmon", channels: ["EventCode=1"], platforms: ["Windows"] },
    { name: "wineventlog:SECURITY", channels: ["EventCode=4624"] },
  ]);
  await plantRules([
    { id: ruleId(1), title: "One", techniques: ["T1059.001"], logsource: WINDOWS_PROCESSES },
    {
      id: ruleId(2),
      title: "Two",
      techniques: ["T1059.004"],
      logsource: { product: "linux", category: "process_creation" },
    },
    {
      id: ruleId(3),
      title: "Three",
      techniques: ["T1059"],
      logsource: WINDOWS_PROCESSES,
      state: "draft",
    },
    {
      id: ruleId(4),
      title: "Four",
      techniques: ["T1021"],
      logsource: WINDOWS_PROCESSES,
      state: "disabled",
    },
    {
      id: ruleId(5),
      title: "Five",
      techniques: ["T1566"],
      logsource: { product: "windows", service: "security" },
    },
  ]);
});

describe("the four states", () => {
  it("are told of every technique of the release by its own rules and analytics", async () => {
    expect(states(await ask())).toEqual({
      // A draft detects nothing; Sysmon's event 1 is there.
      T1059: "data_without_rule",
      "T1059.001": "detected",
      // An enabled rule of Linux, whose processes nobody collects.
      "T1059.004": "rule_without_data",
      // One of two event codes is collected, and no rule looks at them.
      T1078: "data_without_rule",
      // A part of the log that the rule reads is collected.
      T1566: "detected",
      // A disabled rule detects nothing, and events 3 and 22 are not collected.
      T1021: "blind",
    });
  });

  it("count whole log sources alone where all is demanded", async () => {
    expect(states(await ask("?demand=all"))).toEqual({
      T1059: "data_without_rule",
      "T1059.001": "detected",
      "T1059.004": "rule_without_data",
      T1078: "blind",
      T1566: "rule_without_data",
      T1021: "blind",
    });
  });

  it("tell beside them what the family would make of them", async () => {
    expect(families(await ask())).toEqual({
      // PowerShell's rule is of a sub-technique: it makes the family's state, never its own.
      T1059: "detected",
      "T1059.001": "detected",
      // The rule of PowerShell is that of a sibling, which is no family.
      "T1059.004": "rule_without_data",
      T1078: "data_without_rule",
      T1566: "detected",
      T1021: "blind",
    });
  });

  it("prove themselves by rules, analytics and log sources", async () => {
    const coverage = await ask();
    expect(one(coverage, "T1059.001")).toMatchObject({
      rules: [
        {
          rule_id: ruleId(1),
          technique_id: "T1059.001",
          relation: "own",
          collected: "all",
          by: "WinEventLog:Sysmon EventCode=1",
        },
      ],
      rule_count: 1,
      analytics: [
        {
          attack_id: "AN0002",
          relation: "own",
          covered: "some",
          log_sources: [
            { name: "WinEventLog:Sysmon", channel: "EventCode=1", covered: "all" },
            {
              name: "WinEventLog:Security",
              channel: "EventCode=4624, 4648",
              component: "User Account Authentication",
              covered: "some",
              by: "wineventlog:SECURITY EventCode=4624",
            },
          ],
        },
        { attack_id: "AN0003", covered: "none", platforms: ["Linux"] },
        { attack_id: "AN0001", technique_id: "T1059", relation: "parent", covered: "all" },
      ],
      analytic_count: 2,
      log_sources: [
        { name: "WinEventLog:Security", covered: "some" },
        { name: "WinEventLog:Sysmon", covered: "all" },
        { name: "auditd:SYSCALL", covered: "none" },
      ],
    });
    expect(one(coverage, "T1059")).toMatchObject({
      rules: [
        { rule_id: ruleId(1), technique_id: "T1059.001", relation: "subtechnique" },
        { rule_id: ruleId(2), technique_id: "T1059.004", relation: "subtechnique" },
      ],
      rule_count: 0,
      drafts: [ruleId(3)],
      draft_count: 1,
      disabled: [],
    });
    expect(one(coverage, "T1021")).toMatchObject({
      rules: [],
      disabled: [ruleId(4)],
      disabled_count: 1,
      drafts: [],
    });
    expect(one(coverage, "T1059.004").rules).toMatchObject([{ collected: "none", by: null }]);
  });

  it("are summed up, and by tactic", async () => {
    const coverage = await ask();
    expect(coverage.summary).toEqual({
      detected: 2,
      proven: 0,
      should_fire: 2,
      rule_without_data: 1,
      data_without_rule: 2,
      blind: 1,
    });
    expect(coverage.family_summary).toEqual({
      detected: 3,
      proven: 0,
      should_fire: 3,
      rule_without_data: 1,
      data_without_rule: 1,
      blind: 1,
    });
    expect(coverage.by_tactic).toEqual([
      {
        tactic: "execution",
        name: "Execution",
        detected: 2,
        proven: 0,
        should_fire: 2,
        rule_without_data: 1,
        data_without_rule: 2,
        blind: 1,
      },
      {
        tactic: "persistence",
        name: "Persistence",
        detected: 0,
        proven: 0,
        should_fire: 0,
        rule_without_data: 0,
        data_without_rule: 1,
        blind: 0,
      },
    ]);
    expect(coverage.rules).toEqual({ enabled: 3, draft: 1, disabled: 1 });
    expect(coverage.inventory).toEqual({ revision: 1, entries: 2 });
  });

  it("look at the platforms alone that are asked for", async () => {
    const coverage = await ask("?platforms=linux");
    expect(states(coverage)).toEqual({
      T1059: "blind",
      // Its rule is of Windows, and Linux is not collected.
      "T1059.001": "blind",
      "T1059.004": "rule_without_data",
      T1078: "blind",
      // A log source without events of Linux; the rule is of Windows.
      T1566: "blind",
      T1021: "blind",
    });
    const windows = await ask("?platforms=Windows");
    expect(windows.left_out).toEqual([
      { attack_id: "T1059.004", name: "Unix Shell", reason: "T1059.004 is on Linux only." },
    ]);
    expect(windows.techniques).toHaveLength(5);
    expect((await ask("?platforms=Fridges")).warnings).toEqual([
      "No technique of enterprise-attack 19.1 is on Fridges.",
    ]);
  });

  it("know an entry of another platform for none", async () => {
    await putInventory([{ name: "WinEventLog:Sysmon", platforms: ["Linux"] }]);
    const coverage = await ask();
    expect(one(coverage, "T1059.001").rules).toMatchObject([{ collected: "none" }]);
    expect(one(coverage, "T1059").state).toBe("blind");
  });

  it("are all blind without rules and an inventory", async () => {
    await emptyCoverage();
    const coverage = await ask();
    expect(coverage.summary.blind).toBe(6);
    expect(coverage.inventory).toEqual({ revision: 0, entries: 0 });
  });

  it("take a data component for every log source that feeds it", async () => {
    await putInventory([{ kind: "component", name: "process creation", platforms: ["Linux"] }]);
    expect(states(await ask())).toEqual({
      T1059: "blind",
      "T1059.001": "rule_without_data",
      "T1059.004": "detected",
      T1078: "blind",
      T1566: "rule_without_data",
      T1021: "blind",
    });
  });

  it("name log sources of rules that nothing stands for, and take them under Sigma's words", async () => {
    await plantRules([
      {
        id: ruleId(6),
        title: "Six",
        techniques: ["T1021"],
        logsource: { product: "opencanary", category: "application" },
      },
      { id: ruleId(7), title: "Seven", techniques: ["T1021"], logsource: null, language: "kql" },
    ]);
    const before = await ask();
    expect(before.unmapped).toEqual([
      { log_source: null, rule_count: 1, enabled_count: 1 },
      {
        log_source: "sigma:category=application,product=opencanary",
        rule_count: 1,
        enabled_count: 1,
      },
    ]);
    expect(one(before, "T1021")).toMatchObject({
      state: "rule_without_data",
      rules: [{ collected: "none" }, { collected: "unknown" }],
    });
    await putInventory([{ name: "sigma:category=application,product=opencanary" }]);
    const after = await ask();
    expect(one(after, "T1021").state).toBe("detected");
    expect(after.unmapped.map((entry) => entry.log_source)).toEqual([null]);
  });
});

describe("a rule that names a product alone", () => {
  it("reads more than one log of it, which the answer says", async () => {
    await plantRules([
      { id: ruleId(8), title: "Words", techniques: ["T1021"], logsource: { product: "aws" } },
    ]);
    await putInventory([
      { name: "WinEventLog:Sysmon", channels: ["EventCode=1"], platforms: ["Windows"] },
      { name: "AWS:CloudTrail" },
    ]);
    const some = await ask("?technique_ids=T1021,T1059.001");
    expect(one(some, "T1021")).toMatchObject({ state: "detected", rules: [{ collected: "some" }] });
    expect(one(some, "T1059.001").rules[0]?.collected).toBe("all");
    expect(some.warnings).toEqual([
      expect.stringMatching(/if all data must be collected: T1021\.$/),
    ]);
    const all = await ask("?technique_ids=T1021&demand=all");
    expect(one(all, "T1021").state).toBe("rule_without_data");
    expect(all.warnings).toEqual([]);
  });
});

describe("a rule that asks for events of a Windows log", () => {
  const asking = ["EventID: 4624", "EventID: 4625", "EventID: [4624, 4625]", "User: ann"];
  const rules = asking.map((fields, at) =>
    sigma({
      title: `Rule ${at}`,
      tags: "[attack.t1021]",
      logsource: "{product: windows, service: security}",
      detection: `{sel: {${fields}}, condition: sel}`,
    }),
  );
  const bring = async () =>
    await requestJson("/api/pipeline/rules/import?state=enabled", {
      method: "POST",
      body: zip(Object.fromEntries(rules.map(({ id, text }) => [`${id}.yml`, text]))),
    });
  const collected = async () => {
    const { rules: proof } = one(await ask("?technique_ids=T1021"), "T1021");
    return Object.fromEntries(proof.map(({ title, collected: much }) => [title, much]));
  };
  const expected = { "Rule 0": "all", "Rule 1": "none", "Rule 2": "some", "Rule 3": "some" };

  it("is seen where one of its events is collected, and not by another", async () => {
    await bring();
    expect(await collected()).toEqual(expected);
  });

  it("is read anew where that was not kept", async () => {
    await bring();
    await env.WORKSPACE_DB.prepare("update rules set event_ids = null").run();
    expect(new Set(Object.values(await collected()))).toEqual(new Set(["some"]));
    await rulesRoom.housekeeping?.(testServices(), { startedAt: null, collects: false });
    expect(await collected()).toEqual(expected);
  });
});

describe("what collects the telemetry of a rule", () => {
  it("is named by the channels that make it so, and no others", async () => {
    const rules = [
      ["Starts", { product: "windows", category: "process_creation" }],
      ["Registry", { product: "windows", category: "registry_event" }],
      ["Sysmon", { product: "windows", service: "sysmon" }],
      ["Logons", { product: "windows", service: "security" }],
    ] as const;
    await plantRules(
      rules.map(([title, logsource], at) => ({
        id: ruleId(20 + at),
        title,
        techniques: ["T1021"],
        logsource,
      })),
    );
    const channels = ["EventCode=3", "EventCode=1", "EventCode=12", "EventCode=13, 14"];
    await putInventory([
      { name: "WinEventLog:Sysmon", channels },
      { name: "WinEventLog:Security", channels: ["EventCode=4624"] },
    ]);
    const { rules: proof } = one(await ask("?technique_ids=T1021"), "T1021");
    expect(
      Object.fromEntries(proof.map(({ title, collected, by }) => [title, [collected, by]])),
    ).toEqual({
      Starts: ["all", "WinEventLog:Sysmon EventCode=1"],
      Registry: ["all", "WinEventLog:Sysmon EventCode=12; EventCode=13, 14"],
      Sysmon: ["some", "WinEventLog:Sysmon EventCode=1"],
      Logons: ["some", "WinEventLog:Security EventCode=4624"],
    });
  });
});

describe("sets", () => {
  it("of ids, given together or repeated, revoked ones followed and strange ones named", async () => {
    const coverage = await ask(
      "?technique_ids=t1059.001,T1078&technique_ids=T1086&technique_ids=T9999",
    );
    expect(Object.keys(states(coverage))).toEqual(["T1059.001", "T1078"]);
    expect(coverage.replaced).toEqual([{ from: "T1086", to: "T1059.001" }]);
    expect(coverage.unknown_techniques).toEqual([
      { attack_id: "T9999", name: null, reason: "T9999 is not in enterprise-attack 19.1." },
    ]);
    expect(coverage.sets).toEqual([
      { kind: "techniques", id: null, name: null, technique_count: 2 },
    ]);
    expect(one(coverage, "T1078").from).toEqual([{ kind: "techniques", id: null, name: null }]);
  });

  it("of layers say what each technique is from", async () => {
    const made = await requestJson<{ layer_id: string }>(
      "/api/layers",
      json({ name: "Ours", technique_ids: ["T1566", "T1021"] }),
    );
    const id = made.body.layer_id;
    const coverage = await ask(`?layer_id=${id}&technique_ids=T1021`);
    expect(states(coverage)).toEqual({ T1021: "blind", T1566: "detected" });
    expect(one(coverage, "T1021").from).toEqual([
      { kind: "layer", id, name: "Ours" },
      { kind: "techniques", id: null, name: null },
    ]);
  });

  it.each([
    ["session_id", ruleId(999), "not_found"],
    ["layer_id", ruleId(999), "not_found"],
    ["group_id", "G9999", "not_found"],
    ["campaign_id", "C9999", "not_found"],
    ["session_id", "x", "invalid_id"],
    ["technique_ids", "x", "invalid_id"],
    ["technique_ids", "", "validation_error"],
    ["demand", "much", "validation_error"],
    ["domain", "elsewhere", "unknown_domain"],
    ["version", "1.0", "version_not_found"],
    ["colour", "red", "validation_error"],
  ])("that are not there are refused: %s=%s", async (name, value, code) => {
    const { status, body } = await requestJson<{ code: string; detail: string }>(
      `/api/coverage?${name}=${value}`,
    );
    expect([status >= 400, body.code]).toEqual([true, code]);
    if (code === "not_found") expect(body.detail).toContain(value);
  });
});

describe("several sessions", () => {
  const analyse = async (text: string) =>
    (await requestJson<{ session_id: string }>("/api/analyze", form({ text }))).body.session_id;

  it("are told together, with the confidence of each finding; rejected ones are not asked for", async () => {
    const first = await analyse("The actor used PowerShell (T1059.001) and sent mails (T1566).");
    const second = await analyse("PowerShell (T1059.001) was run again. They used T1021.");
    await requestJson(`/api/analyze/sessions/${first}/techniques/T1566`, {
      method: "PATCH",
      body: JSON.stringify({ review_status: "rejected" }),
    });
    const coverage = await ask(`?session_id=${first}&session_id=${second}`);
    expect(states(coverage)).toEqual({ "T1059.001": "detected", T1021: "blind" });
    const { from } = one(coverage, "T1059.001");
    expect(from.map(({ kind, id }) => [kind, id])).toEqual([
      ["session", first],
      ["session", second],
    ]);
    for (const { confidence = 0 } of from) expect(confidence).toBeGreaterThan(0.5);
    expect(coverage.sets.map((set) => set.technique_count)).toEqual([1, 2]);
  });

  it("that failed, or are being analyzed, are refused", async () => {
    const id = await analyse("The actor used PowerShell (T1059.001).");
    const set = async (status: string) =>
      await env.WORKSPACE_DB.prepare("update sessions set status = ? where id = ?")
        .bind(status, id)
        .run();
    await set("processing");
    expect((await requestJson(`/api/coverage?session_id=${id}`)).status).toBe(409);
    await set("failed");
    const failed = await requestJson<{ code: string }>(`/api/coverage?session_id=${id}`);
    expect(failed.body.code).toBe("analysis_failed");
  });
});

it("leaves the proof out where it is not wanted, and nothing else", async () => {
  const whole = await ask();
  const brief = await ask("?proof=false");
  expect(
    brief.techniques.every(({ rules, analytics }) => rules.length + analytics.length === 0),
  ).toBe(true);
  expect(states(brief)).toEqual(states(whole));
  expect(brief.techniques.map((technique) => technique.rule_count)).toEqual(
    whole.techniques.map((technique) => technique.rule_count),
  );
});

it("bounds the proof of a technique, and tells how much there is", async () => {
  await plantRules(
    Array.from({ length: 300 }, (_, n) => ({
      id: ruleId(1000 + n),
      title: `Many ${n}`,
      techniques: ["T1059.001"],
      logsource: WINDOWS_PROCESSES,
      state: (["enabled", "draft", "disabled"] as const)[n % 3] ?? "enabled",
    })),
  );
  const coverage = await ask();
  const many = one(coverage, "T1059.001");
  expect([many.rules.length, many.rule_count]).toEqual([20, 101]);
  expect([many.drafts.length, many.draft_count]).toEqual([20, 100]);
  expect([many.disabled.length, many.disabled_count]).toEqual([20, 100]);
  const parent = one(coverage, "T1059");
  expect([parent.rules.length, parent.rule_count]).toEqual([5, 0]);
});

it("reads rules, samples, tests and the inventory once each, whatever is asked for", async () => {
  const { context, count } = countedContext();
  const query = { demand: "any" as const };
  await readCoverage(context, query);
  count.total = 0;
  await readCoverage(context, query);
  expect(count.total).toBeLessThanOrEqual(4);
});

it("reads sessions and layers in the same trip", async () => {
  let trips = 0;
  const counted = (database: D1Database) => countQueries(database, () => (trips += 1));
  const bindings: Bindings = {
    ...env,
    KNOWLEDGE_DB: counted(env.KNOWLEDGE_DB),
    WORKSPACE_DB: counted(env.WORKSPACE_DB),
  };
  const text = "The actor used PowerShell (T1059.001).";
  const { body } = await requestJson<{ session_id: string }>("/api/analyze", form({ text }));
  const layer = await requestJson<{ layer_id: string }>(
    "/api/layers",
    json({ name: "Ours", technique_ids: ["T1021"] }),
  );
  const query = {
    demand: "any" as const,
    session_id: [body.session_id],
    layer_id: [layer.body.layer_id],
  };
  await readCoverage(servicesOf(bindings), query);
  trips = 0;
  const coverage = await readCoverage(servicesOf(bindings), query);
  expect(Object.keys(states(coverage))).toEqual(["T1021", "T1059.001"]);
  // One of the workspace, and where a second has passed one for the releases that there are.
  expect(trips).toBeLessThanOrEqual(2);
});
