import { beforeAll, describe, expect, it } from "vitest";
import { smallBundle, smallObjects, technique } from "../../support/bundles.ts";
import { ingest, ingestSmallRelease, requestJson } from "../../support/service.ts";

interface Item {
  attack_id: string;
}
const ids = async (path: string) => (await requestJson<Item[]>(path)).body.map((i) => i.attack_id);
const read = async (path: string) => await requestJson(path);

beforeAll(async () => {
  await ingestSmallRelease();
  await ingest(smallBundle("17.1", "2.1", smallObjects().slice(0, 12)));
});

describe("GET /api/apt/campaigns", () => {
  it("lists campaigns with their groups, and those of one group", async () => {
    const { body, headers } = await requestJson("/api/apt/campaigns");
    expect(headers.get("X-Total-Count")).toBe("1");
    expect(body).toEqual([
      {
        attack_id: "C0001",
        name: "Exercise One",
        description: null,
        first_seen: "2024-01-01T00:00:00Z",
        last_seen: "2024-02-01T00:00:00Z",
        domain: "enterprise-attack",
        version: "18.1",
        technique_count: 1,
        group_names: ["APT29"],
      },
    ]);
    expect(await ids("/api/apt/campaigns?group_id=g0016")).toEqual(["C0001"]);
    expect(await ids("/api/apt/campaigns?group_id=G0007")).toEqual([]);
    expect(await ids("/api/apt/campaigns?version=17.1")).toEqual([]);
    expect(await ids("/api/apt/campaigns?search=EXERCISE")).toEqual(["C0001"]);
    expect(await ids("/api/apt/campaigns?search=%25")).toEqual([]);
    expect(await ids("/api/apt/campaigns?search=_")).toEqual([]);
    expect((await read("/api/apt/campaigns?group_id=x")).status).toBe(400);
  });

  it("tells all of one campaign", async () => {
    const { body } = await read("/api/apt/campaigns/c0001");
    expect(body).toMatchObject({
      attack_id: "C0001",
      name: "Exercise One",
      aliases: [],
      software: [],
      url: "https://attack.mitre.org/campaigns/C0001",
      groups: [{ attack_id: "G0016", name: "APT29" }],
      techniques: [{ attack_id: "T1059.001", use: "Seen in our own exercise." }],
    });
    expect(await read("/api/apt/campaigns/C9999")).toMatchObject({
      status: 404,
      body: { detail: "There is no campaign C9999 in enterprise-attack 18.1." },
    });
    expect((await read("/api/apt/campaigns/T1059")).body).toMatchObject({ code: "invalid_id" });
  });
});

describe("GET /api/attack/tactics", () => {
  it("lists them in matrix order with their size", async () => {
    const { body } = await requestJson("/api/attack/tactics");
    expect(body).toMatchObject([
      { attack_id: "TA0001", shortname: "initial-access", technique_count: 1 },
      { attack_id: "TA0002", shortname: "execution", technique_count: 4 },
    ]);
  });
});

describe("GET /api/attack/techniques", () => {
  const path = "/api/attack/techniques";
  it("lists active techniques by id, filtered", async () => {
    expect(await ids(path)).toEqual(["T1059", "T1059.001", "T1566", "T1574.001"]);
    expect(await ids(`${path}?subtechniques=false`)).toEqual(["T1059", "T1566"]);
    expect(await ids(`${path}?tactic=initial-access`)).toEqual(["T1566"]);
    expect(await ids(`${path}?tactic=ta0001`)).toEqual(["T1566"]);
    expect(await ids(`${path}?platform=windows&search=power`)).toEqual(["T1059.001"]);
    expect(await ids(`${path}?platform=macOS`)).toEqual([]);
    expect(await ids(`${path}?search=t1059.`)).toEqual(["T1059.001"]);
    expect(await ids(`${path}?limit=2&offset=1`)).toEqual(["T1059.001", "T1566"]);
  });

  it.each([
    ["?tactic=lunch", 404, "not_found"],
    ["?subtechniques=perhaps", 422, "validation_error"],
    [`?search=${"x".repeat(101)}`, 422, "validation_error"],
    ["?limit=0", 422, "validation_error"],
    ["?version=1.0", 404, "version_not_found"],
    ["?domain=mobile-attack", 404, "knowledge_base_empty"],
    ["?domain=x", 404, "unknown_domain"],
  ])("answers %s with %i %s", async (query, status, code) => {
    expect(await read(path + query)).toMatchObject({ status, body: { code } });
  });

  it("tells all of one technique, its users included", async () => {
    expect((await read(`${path}/t1059.001`)).body).toMatchObject({
      attack_id: "T1059.001",
      name: "PowerShell",
      state: "active",
      replaced_by: null,
      description: "How adversaries use PowerShell.",
      parent: { attack_id: "T1059", name: "Command and Scripting Interpreter" },
      subtechniques: [],
      groups: [{ attack_id: "G0016", name: "APT29", use: "Seen in our own exercise." }],
      campaigns: [{ attack_id: "C0001", name: "Exercise One" }],
      software: [],
    });
    expect((await read(`${path}/T1059`)).body).toMatchObject({
      parent: null,
      subtechniques: [{ attack_id: "T1059.001", name: "PowerShell" }],
    });
  });

  it("tells what became of a former technique", async () => {
    expect((await read(`${path}/T1574.002`)).body).toMatchObject({
      state: "revoked",
      replaced_by: "T1574.001",
      groups: [],
    });
    expect((await read(`${path}/T1000`)).body).toMatchObject({ state: "deprecated" });
    expect(await read(`${path}/T9999`)).toMatchObject({ status: 404 });
  });
});

describe("GET /api/attack/versions", () => {
  it("keeps to a domain when asked", async () => {
    expect((await requestJson<object[]>("/api/attack/versions?domain=ics-attack")).body).toEqual(
      [],
    );
    const own = await requestJson<object[]>("/api/attack/versions?domain=enterprise-attack");
    expect(own.body).toMatchObject([{ version: "18.1" }, { version: "17.1" }]);
    expect((await read("/api/attack/versions?domain=x")).status).toBe(404);
  });
});

describe("GET /api/attack/diff", () => {
  const diff = async (from: string, to: string) =>
    await read(`/api/attack/diff?from=${from}&to=${to}`);

  it("says what changed, in both directions", async () => {
    const objects = smallObjects().map((o) => {
      const id = (o["external_references"] as { external_id: string }[] | undefined)?.[0]
        ?.external_id;
      // T1574.001 was called otherwise, T1000 and T1086 were active, T1566 had one tactic.
      if (id === "T1574.001") return { ...o, name: "DLL Search Order Hijacking" };
      if (id === "T1000") return { ...o, x_mitre_deprecated: false };
      if (id === "T1086") return { ...o, revoked: false };
      if (id === "T1566") return { ...o, kill_chain_phases: [{ phase_name: "execution" }] };
      if (id === "T1059") return { ...o, description: "Shorter than it was." };
      return id === "G0007" ? { ...o, name: "Sofacy" } : o;
    });
    objects.push(technique(50, "T1777", "Passing Fad", ["execution"]));
    const own = objects.filter((o) => o["name"] !== "Exercise One");
    await ingest(smallBundle("16.0", "2.1", own));
    expect((await diff("16.0", "18.1")).body).toEqual({
      domain: "enterprise-attack",
      from: "16.0",
      to: "18.1",
      added: [],
      revoked: [{ attack_id: "T1086", name: "PowerShell", replaced_by: "T1059.001" }],
      deprecated: [{ attack_id: "T1000", name: "Old Way" }],
      removed: [{ attack_id: "T1777", name: "Passing Fad" }],
      renamed: [{ attack_id: "T1574.001", from: "DLL Search Order Hijacking", to: "DLL" }],
      tactic_changes: [
        { attack_id: "T1566", name: "Phishing", added: ["initial-access"], removed: [] },
      ],
      description_changes: [{ attack_id: "T1059", name: "Command and Scripting Interpreter" }],
      group_changes: [
        {
          attack_id: "G0007",
          name: "APT28",
          change: "changed",
          renamed_from: "Sofacy",
          techniques_added: [],
          techniques_removed: ["T1000"],
        },
      ],
      campaign_changes: [
        {
          attack_id: "C0001",
          name: "Exercise One",
          change: "added",
          renamed_from: null,
          techniques_added: ["T1059.001"],
          techniques_removed: [],
        },
      ],
    });
    expect((await diff("18.1", "16.0")).body).toMatchObject({
      added: [{ attack_id: "T1000" }, { attack_id: "T1086" }, { attack_id: "T1777" }],
      campaign_changes: [{ attack_id: "C0001", change: "removed" }],
    });
    const same = (await diff("18.1", "18.1")).body;
    expect(Object.values(same).filter((v) => Array.isArray(v) && v.length > 0)).toEqual([]);
  });

  it("needs two releases that are there", async () => {
    expect(await diff("18.1", "99.9")).toMatchObject({ body: { code: "version_not_found" } });
    expect(await read("/api/attack/diff?from=18.1")).toMatchObject({ status: 422 });
  });
});
