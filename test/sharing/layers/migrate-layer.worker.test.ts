import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { migrateLayer } from "../../../src/sharing/layers/migrate-layer.ts";
import {
  relationship,
  smallBundle,
  smallObjects,
  stixIds,
  technique,
} from "../../support/bundles.ts";
import { ingest, request, requestJson, testServices } from "../../support/service.ts";

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
  name: string;
  copied_from: string | null;
  migrated_from: string | null;
  migrated_to: string;
  migrated_at: string;
  version: string;
  technique_ids: string[];
  kept: string[];
  replaced: { from: string; to: string; name: string }[];
  merged: { from: string; to: string; name: string }[];
  removed: { attack_id: string; name: string | null; reason: string; detail: string }[];
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
const read = async (id: string) => (await requestJson<object>(`/api/layers/${id}`)).body;
const auditOf = async (id: string) => {
  const { results } = await env.WORKSPACE_DB.prepare(
    "SELECT action, details FROM audit WHERE object_id = ? ORDER BY seq",
  )
    .bind(id)
    .all<{ action: string; details: string }>();
  return results.map(({ action, details }) => [action, JSON.parse(details)] as const);
};

beforeAll(async () => {
  await ingest(smallBundle("18.1"));
  await ingest(smallBundle("19.0", "2.1", laterObjects()));
});

describe("POST /api/layers/{layer_id}/migrate", () => {
  it("accounts for every technique: kept, replaced by way of a chain, merged, removed", async () => {
    const ids = ["T1000", "T1059", "T1059.001", "T1086", "T1111", "T1566", "T1574.001", "T9999"];
    const id = await save(ids);
    const { status, body } = await migrate(id, "?version=19.0&in_place=true");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      layer_id: id,
      copied_from: null,
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
    expect(body.removed.map(({ detail }) => detail)).toEqual([
      "T1000 is deprecated in enterprise-attack 19.0 and has no successor.",
      "T1059 is deprecated in enterprise-attack 19.0 and has no successor.",
      "T1111 is revoked in enterprise-attack 19.0 and has no successor.",
      "T1574.001 belongs to ATT&CK 19.1 as “DLL”.",
    ]);
    const entries = await auditOf(id);
    expect(entries.map(([action]) => action)).toEqual(["layer.create", "layer.update"]);
    expect(entries[1]?.[1]).toMatchObject({
      migrated_from: "18.1",
      version: "19.0",
      technique_count: 3,
      kept: 2,
      replaced: 1,
      merged: 1,
      removed: 4,
    });
  });

  it("makes no copy of a layer that is of the release already", async () => {
    const id = await save(["T1059", "T1059.001"]);
    const { status, body } = await migrate(id, "?version=18.1");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      layer_id: id,
      copied_from: null,
      migrated_to: "18.1",
      removed: [],
    });
    expect(await auditOf(id)).toHaveLength(1);
  });

  it("makes a copy with its account, and leaves the layer as it was", async () => {
    const id = await save(["T1059", "T1059.001", "T1566"], { description: "At two sites." });
    const before = await read(id);
    const { status, body } = await migrate(id, "?version=19.0");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: "Ours",
      description: "At two sites.",
      version: "19.0",
      copied_from: id,
      migrated_from: "18.1",
      migrated_to: "19.0",
      technique_ids: ["T1059.001", "T1598"],
    });
    expect(await read(id)).toEqual(before);
    expect(before).toMatchObject({ version: "18.1", migrated_at: null, migration: null });

    const { copied_from, migrated_from, migrated_to, migrated_at, ...rest } = body;
    const { kept, replaced, merged, removed, ...layer } = rest;
    const origin = { copied_from, migrated_from, migrated_to, migrated_at };
    const migration = { ...origin, kept, replaced, merged, removed };
    expect(await read(body.layer_id)).toEqual({ ...layer, migrated_at, migration });
    expect(await auditOf(id)).toHaveLength(1);
    expect(await auditOf(body.layer_id)).toMatchObject([
      ["layer.create", { copied_from: id, migrated_from: "18.1", kept: 1, removed: 1 }],
    ]);
    const list = await requestJson<{ layer_id: string }[]>("/api/layers");
    expect(list.body.find(({ layer_id }) => layer_id === body.layer_id)).toMatchObject({
      migrated_at,
    });
    expect(list.body.find(({ layer_id }) => layer_id === id)).toMatchObject({ migrated_at: null });
  });

  it("keeps the account when the copy is changed and when the layer is deleted", async () => {
    const id = await save(["T1566"]);
    const { layer_id: copy } = (await migrate(id)).body;
    await request(`/api/layers/${id}`, { method: "DELETE" });
    const change = { name: "Changed", version: "18.1", technique_ids: ["T1059.001"] };
    await request(`/api/layers/${copy}`, { method: "PUT", body: JSON.stringify(change) });
    expect(await read(copy)).toMatchObject({
      version: "18.1",
      migration: { copied_from: id, migrated_to: "19.0", replaced: [{ from: "T1566" }] },
    });
  });

  it("refuses a copy beyond the quota", async () => {
    const id = await save(["T1566"]);
    const full = testServices({ settings: { ...testServices().settings, QUOTA_LAYERS: 1 } });
    const copy = migrateLayer(full, "local", id, { in_place: false });
    await expect(copy).rejects.toMatchObject({ code: "quota_exceeded" });
    const inPlace = await migrateLayer(full, "local", id, { in_place: true });
    expect(inPlace.technique_ids).toEqual(["T1598"]);
  });

  it("takes the current release unless told, and twice changes nothing more", async () => {
    const { body } = await migrate(await save(["T1566"]));
    expect(body).toMatchObject({ version: "19.0", technique_ids: ["T1598"] });
    const again = await migrate(body.layer_id);
    expect(again.body).toMatchObject({ kept: ["T1598"], replaced: [], removed: [] });
  });

  it("goes back to the only predecessor, and says of what is newer where it belongs", async () => {
    const id = await save(["T1059.001", "T1598", "T2000"], { version: "19.0" });
    expect((await migrate(id, "?version=18.1")).body).toMatchObject({
      version: "18.1",
      technique_ids: ["T1059.001", "T1566"],
      kept: ["T1059.001"],
      replaced: [{ from: "T1598", to: "T1566", name: "Phishing" }],
      removed: [
        {
          attack_id: "T2000",
          name: "Quite New",
          reason: "absent",
          detail: "T2000 belongs to ATT&CK 19.0 as “Quite New”.",
        },
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
    const { body } = await migrate(await save(["T1059"]));
    expect(body).toMatchObject({ technique_ids: [], technique_count: 0 });
    expect((await requestJson(`/api/layers/${body.layer_id}/navigator`)).body).toMatchObject({
      techniques: [],
    });
    expect((await migrate(body.layer_id)).body).toMatchObject({ kept: [], removed: [] });
  });

  it("refuses a release that is not there and changes nothing", async () => {
    const id = await save(["T1566"]);
    for (const [query, status] of [
      ["?version=1.0", 404],
      ["?version=", 422],
      ["?in_place=perhaps", 422],
      [`?version=${"9".repeat(33)}`, 422],
    ] as const) {
      expect((await migrate(id, query)).status).toBe(status);
    }
    expect((await requestJson(`/api/layers/${id}`)).body).toMatchObject({ version: "18.1" });
  });

  it("at once from many sides ends in the one result, each recorded", async () => {
    const id = await save(["T1059.001", "T1566"]);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => migrate(id, "?in_place=true")),
    );
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
    const migrated = await migrateLayer(meddling, "local", id, { in_place: true });
    expect(migrated).toMatchObject({ name: "Theirs", technique_ids: ["T1059.001"] });
  });

  it("says so when the layer is deleted in between", async () => {
    const id = await save(["T1566"]);
    const answers = await Promise.all([
      migrate(id, "?in_place=true"),
      request(`/api/layers/${id}`, { method: "DELETE" }),
      migrate(id, "?in_place=true"),
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
