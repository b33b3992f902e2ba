import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CollectNext } from "../../../src/detection/coverage/collect-next/schema.ts";
import type { TestFirst } from "../../../src/detection/coverage/test-first/schema.ts";
import { weighUse } from "../../../src/detection/coverage/test-first/weigh-use.ts";
import { followTests } from "../../../src/detection/coverage/atomic/open-atomic-tests.ts";
import { shippedIds } from "../../../src/knowledge/attack/ids/known-ids.ts";
import { group, relationship, stixIds } from "../../support/bundles.ts";
import {
  emptyCoverage,
  ingestPlanted,
  plantRules,
  putInventory,
  ruleId,
} from "../../support/coverage.ts";
import { form, requestJson } from "../../support/service.ts";
import { smallRelease } from "../../support/small-release.ts";

const WINDOWS_PROCESSES = { product: "windows", category: "process_creation" };
type Read = [component: number, name: string, channel: string];
const SYSMON_1: Read = [1, "WinEventLog:Sysmon", "EventCode=1"];
const SYSMON_3: Read = [2, "WinEventLog:Sysmon", "EventCode=3"];
const SYSMON_22: Read = [2, "WinEventLog:Sysmon", "EventCode=22"];
const EXECVE: Read = [1, "auditd:SYSCALL", "execve"];

async function ask<T>(path: string): Promise<T> {
  const { status, body } = await requestJson<T>(`/api/coverage/${path}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}
const ids = ({ items }: TestFirst) => items.map(({ attack_id: id }) => id);
const windows = (...reads: Read[]) => ({ platforms: ["Windows"], reads });

beforeAll(async () => {
  const uses = (n: number, of: number, technique: number) =>
    relationship(n, "uses", stixIds.group(of), stixIds.technique(100 + technique));
  await ingestPlanted(
    [
      // The planted gap: four groups use it, and nothing sees it.
      {
        id: "T1021.001",
        name: "Remote Desktop Protocol",
        analytics: [windows(SYSMON_3, SYSMON_22)],
      },
      { id: "T1059.001", name: "PowerShell", analytics: [windows(SYSMON_1)] },
      { id: "T1047", name: "Windows Management Instrumentation", analytics: [windows(SYSMON_3)] },
      {
        id: "T1105",
        name: "Ingress Tool Transfer",
        analytics: [windows(SYSMON_3), windows(SYSMON_22)],
      },
      {
        id: "T1059.004",
        name: "Unix Shell",
        analytics: [{ platforms: ["Linux"], reads: [EXECVE] }],
      },
      { id: "T1583", name: "Acquire Infrastructure", platforms: ["PRE"], analytics: [] },
    ],
    {
      more: [
        ...[1, 2, 3, 4].map((n) => group(n, `G000${n}`, `Group ${n}`, [])),
        ...[1, 2, 3, 4].map((n) => uses(n, n, 0)),
        ...[1, 2, 3, 4].map((n) => uses(10 + n, n, 1)),
        uses(21, 1, 2),
        uses(22, 1, 5),
      ],
    },
  );
});
beforeEach(async () => {
  await emptyCoverage();
  await putInventory([{ name: "WinEventLog:Sysmon", channels: ["EventCode=1"] }]);
  await plantRules([
    { id: ruleId(1), title: "One", techniques: ["T1059.001"], logsource: WINDOWS_PROCESSES },
    { id: ruleId(2), title: "Two", techniques: ["T1047"], logsource: null, state: "draft" },
    {
      id: ruleId(3),
      title: "Three",
      techniques: ["T1047"],
      logsource: { product: "windows", category: "network_connection" },
    },
  ]);
});

describe("test first", () => {
  it("has a planted gap first, with factors, tests and rules", async () => {
    const answer = await ask<TestFirst>("test-first");
    expect(ids(answer)[0]).toBe("T1021.001");
    expect(answer.items[0]).toMatchObject({
      state: "blind",
      score: 1,
      factors: { confidence: 1, use: 1, gap: 1, test: 1 },
      used_by: { groups: 4, campaigns: 0, sessions: 0, weight: 4 },
      rules: [],
      rule_count: 0,
    });
    expect(answer.items[0]?.tests).toContainEqual({
      guid: "355d4632-8cb9-449d-91ce-b566d0253d3e",
      name: "RDP to DomainController",
      technique_id: "T1021.001",
      number: 1,
      platforms: ["Windows"],
      executor: "powershell",
      elevation_required: null,
    });
    const powershell = answer.items.find(({ attack_id: id }) => id === "T1059.001");
    expect(powershell).toMatchObject({
      state: "detected",
      factors: { use: 1, gap: 0.2, test: 1 },
      score: 0.2,
      rules: [{ rule_id: ruleId(1), collected: "all" }],
    });
    // log2(1 + 1) / log2(1 + 4) = 0.4307; × 0.8 for a rule whose data is missing.
    expect(answer.items.find(({ attack_id: id }) => id === "T1047")).toMatchObject({
      state: "rule_without_data",
      factors: { confidence: 1, use: 0.4307, gap: 0.8, test: 1 },
      score: 0.3446,
      rules: [{ rule_id: ruleId(3), collected: "none" }],
      drafts: [ruleId(2)],
    });
    // Nobody has a test of infrastructure that is bought.
    expect(answer.items.find(({ attack_id: id }) => id === "T1583")).toMatchObject({
      factors: { use: 0.4307, gap: 1, test: 0.5 },
      // The product of the factors as they are shown.
      score: 0.2154,
      tests: [],
    });
    expect(answer.technique_count).toBe(6);
  });

  it("looks at tests of the platforms alone that are asked for", async () => {
    const answer = await ask<TestFirst>("test-first?platforms=Linux&technique_ids=T1059.001");
    expect(answer.items[0]).toMatchObject({
      state: "blind",
      factors: { test: 0.5 },
      test_count: 0,
    });
  });

  it("weighs by the confidence of the finding, and by what the team's own reports name", async () => {
    const text = "The actor used PowerShell (T1059.001) and RDP (T1021.001) to move laterally.";
    const made = await requestJson<{ session_id: string }>("/api/analyze", form({ text }));
    const { session_id: id } = made.body;
    const answer = await ask<TestFirst>(`test-first?session_id=${id}`);
    const first = answer.items[0];
    expect(first).toMatchObject({ attack_id: "T1021.001", used_by: { groups: 4, sessions: 1 } });
    const confidence = first?.from[0]?.confidence ?? 0;
    expect(confidence).toBeGreaterThan(0);
    expect(first?.factors.confidence).toBe(confidence);
    expect(first?.score).toBeCloseTo(confidence, 3);
    expect(first?.used_by.weight).toBeCloseTo(5, 3);
    // A rejected technique is asked for no more, and counts for nothing.
    await requestJson(`/api/analyze/sessions/${id}/techniques/T1021.001`, {
      method: "PATCH",
      body: JSON.stringify({ review_status: "rejected" }),
    });
    const after = await ask<TestFirst>(`test-first?session_id=${id}`);
    expect(ids(after)).toEqual(["T1059.001"]);
    expect(after.items[0]?.used_by.sessions).toBe(1);
    const all = await ask<TestFirst>("test-first?technique_ids=T1021.001");
    expect(all.items[0]?.used_by.sessions).toBe(0);
  });

  it("takes the highest confidence of several sessions, and 1 beside another set", async () => {
    const analyse = async (confidence: number) => {
      const text = `The actor used RDP (T1021.001), with a certainty of ${confidence}.`;
      const made = await requestJson<{ session_id: string }>("/api/analyze", form({ text }));
      const { session_id: id } = made.body;
      await env.WORKSPACE_DB.prepare(
        "update session_techniques set confidence = ? where session_id = ?",
      )
        .bind(confidence, id)
        .run();
      return id;
    };
    const sure = await analyse(0.8);
    const unsure = await analyse(0.3);
    const confidence = async (query: string) =>
      (await ask<TestFirst>(`test-first?${query}`)).items[0]?.factors.confidence;
    expect(await confidence(`session_id=${unsure}`)).toBe(0.3);
    expect(await confidence(`session_id=${unsure},${sure}`)).toBe(0.8);
    expect(await confidence(`session_id=${unsure}&technique_ids=T1021.001`)).toBe(1);
  });

  it("shows as many as are asked for", async () => {
    const answer = await ask<TestFirst>("test-first?limit=2");
    expect([answer.items.length, answer.technique_count]).toEqual([2, 6]);
    expect((await requestJson("/api/coverage/test-first?limit=0")).status).toBe(422);
  });
});

describe("collect next", () => {
  it("has the log source of the gap first, with the curve", async () => {
    const answer = await ask<CollectNext>("collect-next");
    expect(answer).toMatchObject({
      technique_count: 6,
      seen: 1,
      share: 0.1667,
      unreachable: ["T1583"],
    });
    expect(answer.steps).toEqual([
      {
        step: 1,
        name: "WinEventLog:Sysmon",
        channel: "EventCode=3",
        components: ["Network Connection Creation"],
        platforms: ["Windows"],
        gained: 3,
        techniques: ["T1021.001", "T1047", "T1105"],
        rules_gained: 1,
        seen_after: 4,
        share: 0.6667,
      },
      {
        step: 2,
        name: "auditd:SYSCALL",
        channel: "execve",
        components: ["Process Creation"],
        platforms: ["Linux"],
        gained: 1,
        techniques: ["T1059.004"],
        rules_gained: 0,
        seen_after: 5,
        share: 0.8333,
      },
    ]);
  });

  it("brings whole analytics together where all is demanded", async () => {
    const { steps } = await ask<CollectNext>("collect-next?demand=all&limit=3");
    expect(steps.map(({ name, channel, techniques }) => [name, channel, techniques])).toEqual([
      // Two gain by each alone; T1021.001 needs both.
      ["WinEventLog:Sysmon", "EventCode=3", ["T1047", "T1105"]],
      ["auditd:SYSCALL", "execve", ["T1059.004"]],
      ["WinEventLog:Sysmon", "EventCode=22", ["T1021.001"]],
    ]);
  });

  it("counts what is collected already, and ends where nothing is left", async () => {
    await putInventory([{ name: "WinEventLog:Sysmon" }, { name: "auditd:SYSCALL" }]);
    const answer = await ask<CollectNext>("collect-next?limit=100");
    expect(answer).toMatchObject({ seen: 5, steps: [], unreachable: ["T1583"] });
  });
});

describe("use", () => {
  const index = {
    ...smallRelease(),
    groups: [{ techniques: ["T1059", "T1566"] }, { techniques: ["T1059"] }].map((own) => ({
      attack_id: "G0001",
      stix_id: "",
      name: "",
      aliases: [],
      ...own,
    })),
    campaigns: ["2024-01-01T00:00:00Z", null].map((last_seen) => ({
      attack_id: "C0001",
      stix_id: "",
      name: "",
      aliases: [],
      group_names: [],
      first_seen: null,
      last_seen,
      techniques: ["T1566"],
    })),
  };
  // Two half-lives of a campaign after its end.
  const NOW = "2027-12-31T00:00:00Z";
  const use = weighUse(
    index,
    shippedIds(),
    [{ attack_id: "T1086", sessions: 3, weight: 1.5 }],
    NOW,
  );

  it("decays campaigns by their date, and follows revoked ids", () => {
    expect(use.of("T1566")).toEqual({ groups: 1, campaigns: 2, sessions: 0, weight: 1.5 });
    expect(use.of("T1059")).toEqual({ groups: 2, campaigns: 0, sessions: 0, weight: 2 });
    expect(use.of("T1059.001")).toEqual({ groups: 0, campaigns: 0, sessions: 3, weight: 1.5 });
    expect(use.of("T1036")).toEqual({ groups: 0, campaigns: 0, sessions: 0, weight: 0 });
  });

  it("is the logarithm of its weight against the most used technique", () => {
    expect(use.factor("T1059")).toBe(1);
    expect(use.factor("T1566")).toBeCloseTo(Math.log2(2.5) / Math.log2(3), 10);
    expect(use.factor("T1036")).toBe(0);
  });
});

describe("tests of Atomic Red Team", () => {
  it("are found under the techniques that a release has for theirs", () => {
    const tests = followTests(
      {
        source: "",
        license: "MIT",
        commit: null,
        platforms: ["iaas:aws", "office-365", "windows"],
        executors: ["manual", "sh"],
        techniques: {
          T1086: [[1, ruleId(1), "One", [2], 0, null]],
          "T1059.001": [[2, ruleId(2), "Two", [0, 1], 1, true]],
          T9999: [[1, ruleId(3), "Three", [2], 0, null]],
        },
      },
      smallRelease(),
      shippedIds(),
    );
    expect(tests.of("T1059.001", []).map(({ name, platforms }) => [name, platforms])).toEqual([
      ["One", ["Windows"]],
      ["Two", ["IaaS", "Office Suite"]],
    ]);
    expect(tests.of("T1059.001", ["iaas"]).map(({ name }) => name)).toEqual(["Two"]);
    expect(tests.of("T9999", [])).toEqual([]);
  });
});
