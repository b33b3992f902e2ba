import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { migrateLayer } from "../../../src/sharing/layers/migrate-layer.ts";
import { planMigration } from "../../../src/sharing/layers/plan-migration.ts";
import {
  relationship,
  smallBundle,
  smallObjects,
  stixIds,
  technique,
} from "../../support/bundles.ts";
import { ingest, request, requestJson, testServices } from "../../support/service.ts";
import { smallRelease } from "../../support/small-release.ts";

const t = stixIds.technique;

/** A release after 18.1 of the small bundle: T1566 is revoked by way of another to T1598, T1059 deprecated. */
function laterObjects() {
  const gone = (id: string) => (id === "T1566" ? { revoked: true } : {});
  return [
    ...smallObjects()
      .filter((object) => object["id"] !== t(4) && object["id"] !== t(5))
      .filter((object) => object["type"] !== "relationship")
      .map((object) => {
        if (object["id"] === t(3)) return { ...object, ...gone("T1566") };
        return object["id"] === t(1) ? { ...object, x_mitre_deprecated: true } : object;
      }),
    technique(20, "T1597", "In between", ["execution"], { revoked: true }),
    technique(21, "T1598", "Phishing for Information", ["initial-access"]),
    technique(22, "T2000", "Quite New", ["execution"]),
    relationship(31, "revoked-by", t(3), t(20)),
    relationship(32, "revoked-by", t(20), t(21)),
    relationship(33, "revoked-by", t(6), t(2)),
  ];
}

interface Migrated {
  layer_id: string;
  version: string;
  technique_ids: string[];
  kept: string[];
  replaced: { from: string; to: string; name: string }[];
  merged: { from: string; to: string; name: string }[];
  removed: { attack_id: string; name: string | null; reason: string }[];
  code?: string;
}

const save = async (technique_ids: string[], more: object = {}) =>
  (
    await requestJson<{ layer_id: string }>("/api/layers", {
      method: "POST",
      body: JSON.stringify({ name: "Ours", version: "18.1", technique_ids, ...more }),
    })
  ).body.layer_id;
const migrate = async (id: string, query = "") =>
  await requestJson<Migrated>(`/api/layers/${id}/migrate${query}`, { method: "POST" });

beforeAll(async () => {
  await ingest(smallBundle("18.1"));
  await ingest(smallBundle("19.0", "2.1", laterObjects()));
});

describe("POST /api/layers/{layer_id}/migrate", () => {
  it("accounts for every technique: kept, replaced by way of a chain, merged, removed", async () => {
    const ids = ["T1000", "T1059", "T1059.001", "T1086", "T1111", "T1566", "T1574.001", "T9999"];
    const id = await save(ids);
    const { status, body } = await migrate(id, "?version=19.0");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      layer_id: id,
      name: "Ours",
      version: "19.0",
      migrated_from: "18.1",
      technique_ids: ["T1059.001", "T1598", "T9999"],
      technique_count: 3,
      unknown_technique_ids: ["T9999"],
      former_techniques: [],
      kept: ["T1059.001", "T9999"],
      replaced: [{ from: "T1566", to: "T1598", name: "Phishing for Information" }],
      merged: [{ from: "T1086", to: "T1059.001", name: "PowerShell" }],
      removed: [
        { attack_id: "T1000", name: null, reason: "deprecated" },
        { attack_id: "T1059", name: "Command and Scripting Interpreter", reason: "deprecated" },
        { attack_id: "T1111", name: null, reason: "revoked" },
        { attack_id: "T1574.001", name: "DLL", reason: "absent" },
      ],
    });
    const { body: stored } = await requestJson(`/api/layers/${id}`);
    expect(body).toMatchObject(stored);
    const { results } = await env.WORKSPACE_DB.prepare(
      "SELECT action, details FROM audit WHERE object_id = ? ORDER BY seq",
    )
      .bind(id)
      .all<{ action: string; details: string }>();
    expect(results.map(({ action }) => action)).toEqual(["layer.create", "layer.update"]);
    expect(JSON.parse(results[1]?.details ?? "")).toMatchObject({
      migrated_from: "18.1",
      version: "19.0",
      technique_count: 3,
      kept: 2,
      replaced: 1,
      merged: 1,
      removed: 4,
    });
  });

  it("takes the current release unless told, and twice changes nothing more", async () => {
    const id = await save(["T1566"]);
    expect((await migrate(id)).body).toMatchObject({ version: "19.0", technique_ids: ["T1598"] });
    expect((await migrate(id)).body).toMatchObject({ kept: ["T1598"], replaced: [], removed: [] });
  });

  it("goes back too, where what is newer is absent", async () => {
    const id = await save(["T1059.001", "T1598", "T2000"], { version: "19.0" });
    expect((await migrate(id, "?version=18.1")).body).toMatchObject({
      version: "18.1",
      kept: ["T1059.001"],
      removed: [
        { attack_id: "T1598", name: "Phishing for Information", reason: "absent" },
        { attack_id: "T2000", name: "Quite New", reason: "absent" },
      ],
    });
  });

  it("needs nothing of a release that is no longer ingested, and forgets no difference", async () => {
    const ids = ["T1059.001", "T1566", "T1574.001", "T9999"];
    const id = await save(ids);
    const forget = env.WORKSPACE_DB.prepare("UPDATE layers SET version = '17.1' WHERE id = ?");
    await forget.bind(id).run();
    const { body } = await migrate(id);
    expect(body).toMatchObject({
      migrated_from: "17.1",
      kept: ["T1059.001", "T9999"],
      replaced: [{ from: "T1566", to: "T1598" }],
      // What that release knew and this one does not is gone; what it did not know either stays.
      removed: [{ attack_id: "T1574.001", name: "DLL", reason: "absent" }],
    });
  });

  it("may leave nothing, and still is a layer", async () => {
    const id = await save(["T1059"]);
    expect((await migrate(id)).body).toMatchObject({ technique_ids: [], technique_count: 0 });
    expect((await requestJson(`/api/layers/${id}/navigator`)).body).toMatchObject({
      techniques: [],
    });
    expect((await migrate(id)).body).toMatchObject({ kept: [], removed: [] });
  });

  it("refuses a release that is not there and changes nothing", async () => {
    const id = await save(["T1566"]);
    for (const [query, status] of [
      ["?version=1.0", 404],
      ["?version=", 422],
      [`?version=${"9".repeat(33)}`, 422],
    ] as const) {
      expect((await migrate(id, query)).status).toBe(status);
    }
    expect((await requestJson(`/api/layers/${id}`)).body).toMatchObject({ version: "18.1" });
  });

  it("at once from many sides ends in the one result, each recorded", async () => {
    const id = await save(["T1059.001", "T1566"]);
    const answers = await Promise.all(Array.from({ length: 4 }, () => migrate(id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    // One found it as it was; the others found what that one left.
    const sums = answers.map(({ body }) => body.replaced.length);
    expect(sums.reduce((sum, n) => sum + n, 0)).toBe(1);
    const { body } = await requestJson(`/api/layers/${id}`);
    expect(body).toMatchObject({ technique_ids: ["T1059.001", "T1598"] });
  });

  it("does not undo a change that comes in between", async () => {
    const id = await save(["T1566"]);
    const context = testServices();
    let interfered = 0;
    const meddling = testServices({
      layers: new Proxy(context.layers, {
        get: (store, name) => {
          if (name !== "find") {
            const value = Reflect.get(store, name) as (...given: unknown[]) => unknown;
            return value.bind(store);
          }
          return async (layerId: string) => {
            const found = await store.find(layerId);
            if (interfered === 0) {
              interfered += 1;
              const body = JSON.stringify({ name: "Theirs", technique_ids: ["T1059.001"] });
              await request(`/api/layers/${id}`, { method: "PUT", body });
            }
            return found;
          };
        },
      }),
    });
    const migrated = await migrateLayer(meddling, "local", id, undefined);
    expect(migrated).toMatchObject({ name: "Theirs", technique_ids: ["T1059.001"] });
  });

  it("says so when the layer is deleted in between", async () => {
    const id = await save(["T1566"]);
    const answers = await Promise.all([
      migrate(id),
      request(`/api/layers/${id}`, { method: "DELETE" }),
      migrate(id),
    ]);
    for (const { status } of answers) expect([200, 204, 404]).toContain(status);
    expect((await request(`/api/layers/${id}`)).status).toBe(404);
    const { results } = await env.WORKSPACE_DB.prepare(
      "SELECT action FROM audit WHERE object_id = ? ORDER BY seq",
    )
      .bind(id)
      .all<{ action: string }>();
    expect(results.at(-1)).toEqual({ action: "layer.delete" });
  });
});

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
