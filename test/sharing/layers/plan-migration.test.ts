import { describe, expect, it } from "vitest";
import { fromTable, SHIPPED_TABLES } from "../../../src/knowledge/attack/ids/id-table.ts";
import { shippedIds } from "../../../src/knowledge/attack/ids/known-ids.ts";
import type { ReleaseIndex } from "../../../src/knowledge/attack/release-index.ts";
import { planMigration } from "../../../src/sharing/layers/plan-migration.ts";
import { smallRelease } from "../../support/small-release.ts";

const asIndexed = (attack_id: string, name: string) => ({
  attack_id,
  name,
  stix_id: "",
  tactics: [],
  platforms: [],
});

/** The techniques of a published release of Enterprise, without what else it has. */
function releaseOfTable(version: string): ReleaseIndex {
  const table = SHIPPED_TABLES.find(({ domain }) => domain === "enterprise-attack");
  if (table === undefined) throw new Error("There is no table of Enterprise.");
  const carried = fromTable(table).flatMap(({ attack_id, releases }) => {
    const there = releases.find((one) => one.version === version);
    return there === undefined ? [] : [{ attack_id, ...there }];
  });
  const active = carried.filter(({ state }) => state === "active");
  return {
    ...smallRelease(),
    version,
    techniques: new Map(
      active.map(({ attack_id, name }) => [attack_id, asIndexed(attack_id, name)]),
    ),
    replacements: new Map(
      carried.flatMap(({ attack_id, successors: [to] }) =>
        to === undefined ? [] : [[attack_id, to] as const],
      ),
    ),
    inactive: new Map(),
  };
}

describe("planMigration", () => {
  const release = smallRelease();
  const plan = (
    technique_ids: string[],
    annotations: Parameters<typeof planMigration>[0]["annotations"],
  ) => planMigration({ technique_ids, unknown_technique_ids: [], annotations }, release, null);

  it("takes what was said along, the successor's own first", () => {
    const { annotations } = plan(
      ["T1059.001", "T1086", "T1108"],
      [
        { attack_id: "T1086", score: 9, color: "#111111", comment: "old" },
        { attack_id: "T1108", comment: "gone" },
        { attack_id: "T1059.001", score: 1, comment: "own" },
      ],
    );
    expect(annotations).toEqual([
      { attack_id: "T1059.001", score: 1, color: "#111111", comment: "own\nold" },
    ]);
  });

  it("enables a successor of which one predecessor was enabled", () => {
    const { annotations } = plan(
      ["T1086"],
      [
        { attack_id: "T1059.001", enabled: false },
        { attack_id: "T1086", score: 2 },
      ],
    );
    expect(annotations).toEqual([{ attack_id: "T1059.001", score: 2 }]);
  });

  it("unties what was said for a tactic that the technique does not have there", () => {
    const { annotations } = plan(
      ["T1078"],
      [
        { attack_id: "T1078", tactic: "persistence", score: 1 },
        { attack_id: "T1078", tactic: "discovery", enabled: false },
      ],
    );
    expect(annotations).toEqual([{ attack_id: "T1078", score: 1 }]);
  });

  it("calls two that become one merged, though neither is the successor", () => {
    const two = {
      ...release,
      replacements: new Map([
        ["T1086", "T1059.001"],
        ["T1085", "T1059.001"],
      ]),
    };
    const source = {
      technique_ids: ["T1085", "T1086"],
      unknown_technique_ids: [],
      annotations: [],
    };
    const { account, technique_ids } = planMigration(source, two, null);
    expect(technique_ids).toEqual(["T1059.001"]);
    expect(account.merged.map(({ from }) => from)).toEqual(["T1085", "T1086"]);
    expect(account.replaced).toEqual([]);
  });

  it("takes what was said for a tactic to its new name, by the tactic's id", () => {
    const tactics = (shortname: string) => [
      { attack_id: "TA0005", name: shortname, shortname },
      { attack_id: "TA0003", name: "Persistence", shortname: "persistence" },
    ];
    const named = { ...release, tactics: tactics("defense-evasion") };
    const t1078 = release.techniques.get("T1078");
    if (t1078 === undefined) throw new Error("T1078 is not there");
    const moved = { ...t1078, tactics: ["stealth", "persistence"] };
    const target = {
      ...release,
      tactics: tactics("stealth"),
      techniques: new Map([["T1078", moved]]),
    };
    const annotations = [
      { attack_id: "T1078", tactic: "defense-evasion", score: 7 },
      { attack_id: "T1078", tactic: "persistence", score: 1 },
    ];
    const source = { technique_ids: ["T1078"], unknown_technique_ids: [], annotations };
    expect(planMigration(source, target, named).annotations).toEqual([
      { attack_id: "T1078", tactic: "stealth", score: 7 },
      { attack_id: "T1078", tactic: "persistence", score: 1 },
    ]);
    // Without the release that it comes from nothing is known of the name.
    expect(planMigration(source, target, null).annotations[0]).not.toHaveProperty("tactic");
  });

  it("carries Enterprise 18.1 to 19.1 and back, and names what several techniques became", () => {
    const [old, current] = [releaseOfTable("18.1"), releaseOfTable("19.1")];
    const ids = ["T1562.001", "T1562.002", "T1562.003", "T1562.004", "T1059.001"];
    const there = planMigration(
      { technique_ids: ids, unknown_technique_ids: [], annotations: [] },
      current,
      old,
    );
    expect(there.technique_ids).toEqual(["T1059.001", "T1685", "T1685.001", "T1686", "T1690"]);
    const annotations = [{ attack_id: "T1690", score: 5 }];
    const back = planMigration(
      { technique_ids: there.technique_ids, unknown_technique_ids: [], annotations },
      old,
      current,
    );
    expect(back.technique_ids).toEqual(["T1059.001", "T1562.002", "T1562.003", "T1562.004"]);
    expect(back.account.replaced.map(({ from, to }) => `${from} ${to}`)).toEqual([
      "T1685.001 T1562.002",
      "T1686 T1562.004",
      "T1690 T1562.003",
    ]);
    expect(back.annotations).toEqual([{ attack_id: "T1562.003", score: 5 }]);
    expect(back.account.removed).toMatchObject([
      {
        attack_id: "T1685",
        reason: "absent",
        detail:
          "T1685 belongs to ATT&CK 19.1 as “Disable or Modify Tools”; in enterprise-attack 18.1 it is " +
          "T1562 (Impair Defenses), T1562.001 (Disable or Modify Tools) and T1562.006 (Indicator " +
          "Blocking). It has several predecessors; add those that apply.",
      },
    ]);
  });

  it("calls two that go back to one predecessor merged", () => {
    const ids = ["T2001", "T2002"];
    const known = shippedIds().with([
      {
        ...release,
        version: "99.0",
        techniques: new Map(ids.map((id) => [id, asIndexed(id, "Part of it")])),
        replacements: new Map([["T1566", "T2001"]]),
        splits: new Map([["T1566", ["T2001", "T2002"]]]),
      },
    ]);
    const source = { technique_ids: ids, unknown_technique_ids: [], annotations: [] };
    const { account, technique_ids } = planMigration(source, release, null, known);
    expect([technique_ids, account.merged.map(({ from }) => from)]).toEqual([["T1566"], ids]);
  });

  it("becomes all parts of what was split, with what was said of it", () => {
    const split = {
      ...release,
      replacements: new Map([["T1085", "T1059.001"]]),
      splits: new Map([["T1085", ["T1059.001", "T1566"]]]),
    };
    const annotations = [{ attack_id: "T1085", score: 4 }];
    const source = { technique_ids: ["T1085", "T1566"], unknown_technique_ids: [], annotations };
    const planned = planMigration(source, split, null);
    expect(planned.technique_ids).toEqual(["T1059.001", "T1566"]);
    expect(planned.account.replaced.map(({ to }) => to)).toEqual(["T1059.001"]);
    expect(planned.account.merged.map(({ to }) => to)).toEqual(["T1566"]);
    expect(planned.annotations).toEqual([
      { attack_id: "T1059.001", score: 4 },
      { attack_id: "T1566", score: 4 },
    ]);
  });
});
