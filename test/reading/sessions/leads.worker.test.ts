import { beforeAll, describe, expect, it } from "vitest";
import { findLeads } from "../../../src/knowledge/comparison/find-leads.ts";
import { groupsNamed } from "../../../src/reading/sessions/named-groups.ts";
import type { Analysis } from "../../../src/reading/sessions/schema.ts";
import {
  group,
  relationship,
  smallBundle,
  smallObjects,
  stixIds,
  technique,
} from "../../support/bundles.ts";
import { newSession } from "../../support/edits.ts";
import { ingest, request, requestJson } from "../../support/service.ts";
import { smallRelease } from "../../support/small-release.ts";

/** Beside the four of the small release, of which T1059.001 and T1566 are APT29's. */
const MORE: [number, string, string][] = [
  [21, "T1003", "OS Credential Dumping"],
  [22, "T1021", "Remote Services"],
  [23, "T1027", "Obfuscated Files or Information"],
  [24, "T1053", "Scheduled Task/Job"],
];

/**
 * APT29 knows three of the report's six, and nothing else; FIN7 four of them, and much else; Turla one
 * that no other group knows.
 */
function objects() {
  const known = Array.from({ length: 14 }, (_, n) =>
    technique(40 + n, `T12${String(n).padStart(2, "0")}`, `Technique ${n}`, ["execution"]),
  );
  const uses = (from: number, source: number, targets: readonly number[]) =>
    targets.map((target, n) =>
      relationship(from + n, "uses", stixIds.group(source), stixIds.technique(target)),
    );
  return [
    ...smallObjects(),
    ...MORE.map(([n, id, name]) => technique(n, id, name, ["execution"])),
    ...known,
    group(11, "G0046", "FIN7", ["Carbon Spider"]),
    group(12, "G0010", "Turla", ["Snake"]),
    ...uses(100, 11, [2, 3, 21, 22, ...Array.from({ length: 14 }, (_, n) => 40 + n)]),
    ...uses(200, 12, [24]),
  ];
}

const REPORT =
  "FIN7, also called Carbon Spider, did it. T1059.001, T1566, T1003, T1021, T1027 and T1053 were seen.";

beforeAll(async () => {
  await ingest(smallBundle("18.1", "2.1", objects()));
});

const read = async (id: string) => (await requestJson<Analysis>(`/api/analyze/${id}`)).body;

describe("leads of a session", () => {
  it("go by the mixed measure, which each names, and say why", async () => {
    const session = await newSession(REPORT);
    const { leads: rows, leads_reason: reason } = await session.read();
    expect(reason).toBeNull();
    expect(rows.map(({ group_name: name }) => name)).toEqual(["FIN7", "APT29", "Turla", "APT28"]);
    expect(rows[0]).toMatchObject({
      group_attack_id: "G0046",
      mode: "mixed",
      shared_count: 4,
      technique_count: 6,
      shared_techniques: ["T1003", "T1021", "T1059.001", "T1566"],
      why: "Known for 4 of these 6 techniques, none of them rare.",
    });
    const scores = rows.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const mixed = await requestJson<{ similarity: number }[]>(
      `${session.path}/compare?mode=mixed`,
      { method: "POST" },
    );
    expect(mixed.body.map(({ similarity }) => similarity)).toEqual(scores);
  });

  it("stand apart from the matches, which are the groups by Jaccard as a comparison ranks them", async () => {
    const session = await newSession(REPORT);
    const analysis = await session.read();
    expect(analysis).toMatchObject({
      apt_matches_mode: "jaccard",
      apt_matches_version: "18.1",
      apt_matches_reason: null,
    });
    const compared = await requestJson<Analysis["apt_matches"]>(`${session.path}/compare`, {
      method: "POST",
    });
    expect(compared.headers.get("X-Similarity-Mode")).toBe("jaccard");
    // 2 of 6 + 3 - 2 is more than 4 of 6 + 18 - 4.
    expect(analysis.apt_matches[0]).toEqual({
      group_attack_id: "G0016",
      group_name: "APT29",
      similarity: 0.2857,
      shared_count: 2,
      shared_techniques: ["T1059.001", "T1566"],
    });
    expect(analysis.apt_matches).toEqual(compared.body);
    const similarities = analysis.apt_matches.map(({ similarity }) => similarity);
    expect(similarities).toEqual(similarities.toSorted((a, b) => b - a));
    const stored = await requestJson<Analysis>(`/api/analyze/${session.id}`);
    expect(stored.body.apt_matches).toEqual(compared.body);
  });

  it("begin with the groups that the report names", async () => {
    const { named_groups: named } = await (await newSession(REPORT)).read();
    expect(named).toMatchObject([
      {
        attack_id: "G0046",
        name: "FIN7",
        shared_count: 4,
        technique_count: 6,
        shared_techniques: ["T1003", "T1021", "T1059.001", "T1566"],
        other_techniques: ["T1027", "T1053"],
        why: "FIN7: known for 4 of these 6",
      },
    ]);
    expect(named[0]?.names).toEqual(["FIN7", "Carbon Spider"]);
  });

  it("follow what people reject, undo, add and remove", async () => {
    const session = await newSession(REPORT);
    await session.patch("T1053", { review_status: "rejected" });
    const fewer = await session.read();
    expect(fewer.leads.map(({ group_name: name }) => name)).not.toContain("Turla");
    expect(fewer.leads[0]?.technique_count).toBe(5);
    expect(fewer.named_groups[0]?.why).toBe("FIN7: known for 4 of these 5");
    await session.patch("T1566", { review_status: "rejected" });
    expect(await session.read()).toMatchObject({
      leads: [],
      leads_reason:
        "The session has 4 techniques; fewer than 5 do not tell one group from another.",
      named_groups: [{ why: "FIN7: known for 3 of these 4" }],
    });
    await session.add({ attack_id: "T1574.001", evidence: "also called Carbon Spider" });
    expect((await session.read()).leads[0]?.shared_techniques).toEqual([
      "T1003",
      "T1021",
      "T1059.001",
    ]);
    const [last] = (await session.history()).body;
    await session.undo(last?.change_id);
    expect((await session.read()).leads).toEqual([]);
  });

  it("are of the newer release after another analysis, and of the current one when theirs is gone", async () => {
    const session = await newSession(REPORT);
    const without = objects().filter(
      (object) =>
        object["id"] !== stixIds.group(12) &&
        (object as Record<string, unknown>)["source_ref"] !== stixIds.group(12),
    );
    await ingest(smallBundle("19.1", "2.1", without));
    const names = async () => {
      const { leads: rows, apt_matches_version: version } = await read(session.id);
      return { version, names: rows.map(({ group_name: name }) => name) };
    };
    expect(await names()).toEqual({ version: "18.1", names: ["FIN7", "APT29", "Turla", "APT28"] });
    const other = await newSession(REPORT, { version: "19.1" });
    expect((await other.read()).apt_matches_version).toBe("19.1");
    await request(`${session.path}/reanalyse`, { method: "POST" });
    expect(await names()).toEqual({ version: "19.1", names: ["FIN7", "APT29", "APT28"] });
    const old = await newSession(REPORT, { version: "18.1" });
    const gone = await request("/api/attack/versions/enterprise-attack/18.1", { method: "DELETE" });
    expect(gone.status).toBe(204);
    expect(await old.read()).toMatchObject({ version: "18.1", apt_matches_version: "19.1" });
  });

  it("are none for a few techniques, which says so", async () => {
    const session = await newSession("T1059.001, T1027 were seen.");
    const { apt_matches: matches, apt_matches_reason: why, leads_reason } = await session.read();
    expect(leads_reason).toMatch(/^The session has 2 techniques;/);
    // The matches are what a comparison answers, however few techniques there are.
    expect([matches[0]?.group_name, why]).toEqual(["APT29", null]);
  });

  it("and matches are none where no group shares anything, which both say", async () => {
    const session = await newSession("T1574.001 was seen.");
    await session.patch("T1574.001", { review_status: "rejected" });
    const nothing = "No group shares a technique with the session.";
    expect(await session.read()).toMatchObject({
      apt_matches: [],
      apt_matches_reason: nothing,
      leads_reason: expect.stringMatching(/^The session has no techniques;/),
    });
  });
});

describe("findLeads", () => {
  const release = smallRelease();
  const [first] = release.groups;
  if (first === undefined) throw new Error("no groups");
  const all = ["T1021", "T1027", "T1036", "T1053", "T1055", "T1078"];
  const named = (n: number, techniques: string[]) => ({
    ...first,
    attack_id: `G${1000 + n}`,
    name: `Group ${n}`,
    techniques,
  });
  // T1055 is Group 0's alone, T1078 Group 0's and 1's; the others are everybody's.
  const groups = Array.from({ length: 30 }, (_, n) =>
    named(n, n === 0 ? all : n === 1 ? ["T1021", "T1078"] : ["T1021", "T1027", "T1036", "T1053"]),
  );
  const index = { ...release, groups };

  it("names the shared techniques that few groups use, the rarest first", () => {
    const { rows } = findLeads(index, all);
    expect(rows).toHaveLength(10);
    expect(rows[0]).toMatchObject({
      group_name: "Group 0",
      mode: "mixed",
      score: 1,
      rare_techniques: [
        { attack_id: "T1055", name: "Process Injection", group_count: 1 },
        { attack_id: "T1078", name: "Valid Accounts", group_count: 2 },
      ],
      why: "Known for 6 of these 6 techniques, some of them rare: T1055 Process Injection (no other group), T1078 Valid Accounts (2 groups).",
    });
    // Two shared techniques of which one is rare say more than four that everybody uses.
    expect(rows[1]).toMatchObject({
      group_name: "Group 1",
      rare_techniques: [{ attack_id: "T1078" }],
    });
    expect(rows[2]).toMatchObject({ shared_count: 4, rare_techniques: [] });
  });

  it("counts what the release has, successors of revoked ids once", () => {
    const replacements = new Map([["T1000", "T1055"]]);
    const old = { ...index, replacements };
    const four = [...all.slice(0, 4), "T9999"];
    expect(findLeads(old, four).reason).toMatch(/^The session has 4 techniques;/);
    expect(findLeads(old, [...four, "T1000"]).rows[0]?.technique_count).toBe(5);
    expect(findLeads(old, [...four, "T1000", "T1055"]).rows[0]?.technique_count).toBe(5);
    expect(findLeads(index, []).reason).toMatch(/^The session has no techniques;/);
    expect(findLeads(index, ["T1021"]).reason).toMatch(/^The session has one technique;/);
  });

  it("says where no group shares anything", () => {
    const apart = { ...index, groups: [named(1, ["T1566"])] };
    expect(findLeads(apart, all)).toEqual({
      rows: [],
      reason: "No group shares a technique with the session.",
    });
  });
});

describe("groups that names belong to", () => {
  const release = smallRelease();
  const [first] = release.groups;
  if (first === undefined) throw new Error("no groups");
  const named = (attack_id: string, name: string, ...aliases: string[]) => ({
    ...first,
    attack_id,
    name,
    aliases,
  });
  const index = {
    ...release,
    groups: [
      named("G0044", "Winnti Group", "Blackfly", "Shared"),
      named("G0096", "APT41", "Winnti Group", "BARIUM"),
      named("G0001", "Axiom", "Shared"),
    ],
  };
  const found = (...hints: string[]) =>
    groupsNamed(index, { apt_hints: hints, entities: {} }).map(({ attack_id: id, names }) => [
      id,
      ...names,
    ]);

  it("are those that are called so before those that are also called so", () => {
    expect(found("Winnti Group")).toEqual([["G0044", "Winnti Group"]]);
    expect(found("barium", "Winnti Group")).toEqual([
      ["G0096", "barium"],
      ["G0044", "Winnti Group"],
    ]);
  });

  it("are both where nothing tells, and the one that is named besides", () => {
    expect(found("Shared").map(([id]) => id)).toEqual(["G0044", "G0001"]);
    expect(found("Axiom", "shared")).toEqual([["G0001", "Axiom", "shared"]]);
  });

  it("come with places first, as often as they are named", () => {
    const mention = { text: "APT41", start: 0, end: 5 };
    const groups = [{ attack_id: "G0096", name: "APT41", count: 3, mentions: [mention, mention] }];
    expect(
      groupsNamed(index, { apt_hints: ["Blackfly", "APT41", "BARIUM"], entities: { groups } }),
    ).toEqual([
      { attack_id: "G0096", names: ["APT41", "BARIUM"], mention_count: 3 },
      { attack_id: "G0044", names: ["Blackfly"], mention_count: null },
    ]);
  });
});
