import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { form, ingestSmallRelease, request, requestJson } from "../../support/service.ts";
import { requestWith, TEAM } from "../../support/team.ts";

interface Layer {
  layer_id: string;
  name: string;
  domain: string;
  version: string | null;
  technique_ids: string[];
  technique_count: number;
  annotations: object[];
  unknown_technique_ids: string[];
  former_techniques: object[];
  migration: object | null;
  created_at: string;
  updated_at: string;
  code?: string;
  detail?: string;
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the caller expects to read
const send = async <T = Layer>(method: string, path: string, body?: unknown) =>
  await requestJson<T>(path, {
    method,
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
const save = async (technique_ids: unknown, more: object = {}) =>
  await send("POST", "/api/layers", { name: "Ours", technique_ids, ...more });
const remove = async (id: string) => await request(`/api/layers/${id}`, { method: "DELETE" });
const auditOf = async (id: string) =>
  (
    await env.WORKSPACE_DB.prepare(
      "SELECT action, details FROM audit WHERE object_id = ? ORDER BY seq",
    )
      .bind(id)
      .all<{ action: string; details: string }>()
  ).results.map(({ action, details }) => [action, JSON.parse(details) as object] as const);
const countAll = async () => {
  const sql = "SELECT (SELECT count(*) FROM layers) l, (SELECT count(*) FROM audit) a";
  return await env.WORKSPACE_DB.prepare(sql).first();
};

beforeAll(ingestSmallRelease);

describe("POST /api/layers", () => {
  it("saves ids upper case, unique and sorted, and names what the release does not have", async () => {
    const ids = ["t9999", "T1566", "t1059.001", "T1566", " T1086 ", "T1000", "AML.T0000.001"];
    const { status, body } = await save(ids, {
      name: "  Набор 集合 ",
      domain: "enterprise-attack",
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      layer_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      name: "Набор 集合",
      description: "",
      domain: "enterprise-attack",
      version: "18.1",
      technique_ids: ["AML.T0000.001", "T1000", "T1059.001", "T1086", "T1566", "T9999"],
      technique_count: 6,
      unknown_technique_ids: ["AML.T0000.001", "T9999"],
      other_release_techniques: [],
      former_techniques: [
        { attack_id: "T1000", state: "deprecated", replaced_by: null },
        { attack_id: "T1086", state: "revoked", replaced_by: "T1059.001" },
      ],
      migrated_at: null,
      annotations: [],
      migration: null,
      created_at: expect.stringMatching(/Z$/) as string,
      updated_at: body.created_at,
    });
    expect((await send("GET", `/api/layers/${body.layer_id.toUpperCase()}`)).body).toEqual(body);
    expect(await auditOf(body.layer_id)).toEqual([
      [
        "layer.create",
        {
          name: "Набор 集合",
          domain: "enterprise-attack",
          version: "18.1",
          technique_count: 6,
        },
      ],
    ]);
  });

  it.each([
    [{ name: "x", technique_ids: [] }, "", 422, "validation_error"],
    [{ name: "", technique_ids: ["T1059"] }, "", 422, "validation_error"],
    [{ name: "   ", technique_ids: ["T1059"] }, "", 422, "validation_error"],
    [{ name: "x".repeat(256), technique_ids: ["T1059"] }, "", 422, "validation_error"],
    [{ name: 7, technique_ids: ["T1059"] }, "", 422, "validation_error"],
    [{ technique_ids: ["T1059"] }, "", 422, "validation_error"],
    [{ name: "x", technique_ids: "T1059" }, "", 422, "validation_error"],
    [{ name: "x", technique_ids: { 0: "T1059" } }, "", 422, "validation_error"],
    [{ name: "x", technique_ids: ["T1059", "T1"] }, "", 400, "invalid_id"],
    [{ name: "x", technique_ids: [null] }, "", 422, "validation_error"],
    [["T1059"], "", 422, "validation_error"],
    ["{", "", 400, "invalid_json"],
    ["", "", 400, "invalid_json"],
    [{ name: "x", technique_ids: ["T1059"], domain: "x" }, "", 404, "unknown_domain"],
    [{ name: "x", technique_ids: ["T1059"], domain: "__proto__" }, "", 404, "unknown_domain"],
    [{ name: "x", technique_ids: ["T1059"], version: "1.0" }, "", 404, "version_not_found"],
    [{ name: "x", technique_ids: ["T1059"] }, "?version=1.0", 404, "version_not_found"],
    [
      { name: "x", technique_ids: ["T1"], domain: "ics-attack", version: "1" },
      "",
      400,
      "invalid_id",
    ],
    [
      { name: "x", technique_ids: ["T1059"], domain: "ics-attack", version: "18.1" },
      "",
      404,
      "knowledge_base_empty",
    ],
  ])("answers %j%s with %i %s and stores nothing", async (body, query, status, code) => {
    const before = await countAll();
    expect(await send("POST", `/api/layers${query}`, body)).toMatchObject({
      status,
      body: { code },
    });
    expect(await countAll()).toEqual(before);
  });

  it("takes 2,000 ids and no more", async () => {
    const ids = Array.from(
      { length: 2001 },
      (_, n) => `T${1000 + Math.floor(n / 2)}.${String(n % 2).padStart(3, "0")}`,
    );
    expect((await save(ids)).status).toBe(422);
    const { status, body } = await save(ids.slice(0, 2000));
    expect([status, body.technique_count]).toEqual([201, 2000]);
    expect((await send("GET", `/api/layers/${body.layer_id}`)).body.technique_ids).toHaveLength(
      2000,
    );
    expect((await remove(body.layer_id)).status).toBe(204);
  });

  it("saves for a domain without a release, all ids unknown", async () => {
    const { status, body } = await save(["T0800", "T0801"], { domain: "ics-attack" });
    expect(status).toBe(201);
    expect(body).toMatchObject({ version: null, unknown_technique_ids: ["T0800", "T0801"] });
    const again = await send("POST", `/api/layers/${body.layer_id}/migrate`);
    expect(again).toMatchObject({ status: 404, body: { code: "knowledge_base_empty" } });
  });

  it("makes two layers of the same request sent twice", async () => {
    const [one, two] = await Promise.all([save(["T1059"]), save(["T1059"])]);
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(one.body.layer_id).not.toBe(two.body.layer_id);
  });
});

describe("GET /api/layers", () => {
  it("lists newest change first, without ids, by domain, in pages", async () => {
    const first = (await save(["T1059"], { domain: "mobile-attack", name: "a" })).body;
    const second = (await save(["T1566"], { domain: "mobile-attack", name: "b" })).body;
    const third = (await save(["T1566"], { domain: "mobile-attack", name: "c" })).body;
    const input = { name: "a2", technique_ids: ["T1059"], domain: "mobile-attack" };
    const changed = (await send("PUT", `/api/layers/${first.layer_id}`, input)).body;
    const { body, headers } = await send<Layer[]>("GET", "/api/layers?domain=mobile-attack");
    expect(body.map(({ name }) => name)).toEqual(["a2", "c", "b"]);
    const { technique_ids: _ids, annotations: _said, migration: _account, ...item } = changed;
    expect(body[0]).toEqual(item);
    expect(headers.get("X-Total-Count")).toBe("3");
    const page = await send<Layer[]>("GET", "/api/layers?domain=mobile-attack&limit=1&offset=1");
    expect(page.body.map(({ name }) => name)).toEqual(["c"]);
    expect(page.headers.get("Link")).toBe(
      '</api/layers?domain=mobile-attack&limit=1&offset=2>; rel="next"',
    );
    const rest = await send<Layer[]>("GET", "/api/layers?domain=mobile-attack&offset=1");
    expect(rest.body.map(({ layer_id: id }) => id)).toEqual([third.layer_id, second.layer_id]);
  });

  it("answers everything when no limit is given", async () => {
    await Promise.all(Array.from({ length: 60 }, () => save(["T1059"])));
    const { body, headers } = await send<Layer[]>("GET", "/api/layers");
    expect(body.length).toBeGreaterThanOrEqual(60);
    expect(headers.get("X-Total-Count")).toBe(String(body.length));
    expect(headers.get("Link")).toBeNull();
  });

  it.each(["limit=0", "limit=2001", "offset=-1", "limit=x"])("refuses ?%s", async (query) => {
    expect((await send("GET", `/api/layers?${query}`)).status).toBe(422);
  });

  it("does not know other domains", async () => {
    expect((await send("GET", "/api/layers?domain=x")).body.code).toBe("unknown_domain");
  });
});

describe("PUT and DELETE /api/layers/{layer_id}", () => {
  it("replaces all that the body says and keeps when it was created", async () => {
    const { body: made } = await save(["T1059", "T9999"], { description: "Why." });
    const input = { name: "Theirs", technique_ids: ["t1566"] };
    const { status, body } = await send("PUT", `/api/layers/${made.layer_id}`, input);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      layer_id: made.layer_id,
      name: "Theirs",
      description: "",
      created_at: made.created_at,
      technique_ids: ["T1566"],
      technique_count: 1,
      unknown_technique_ids: [],
    });
    expect(body.updated_at >= made.updated_at).toBe(true);
    expect((await auditOf(made.layer_id)).map(([action]) => action)).toEqual([
      "layer.create",
      "layer.update",
    ]);
  });

  it("is deleted once; everything after that is 404 and leaves no row", async () => {
    const { body } = await save(["T1059"]);
    const path = `/api/layers/${body.layer_id}`;
    const removed = await Promise.all(Array.from({ length: 5 }, () => remove(body.layer_id)));
    const statuses = removed.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([204, 404, 404, 404, 404]);
    expect((await send("GET", path)).body.code).toBe("not_found");
    const input = { name: "x", technique_ids: ["T1059"] };
    expect((await send("PUT", path, input)).status).toBe(404);
    expect((await send("POST", `${path}/migrate`)).status).toBe(404);
    expect((await send("GET", `${path}/navigator`)).status).toBe(404);
    const actions = (await auditOf(body.layer_id)).map(([action]) => action);
    expect(actions).toEqual(["layer.create", "layer.delete"]);
  });

  it("comes through many changes at once with one of them, each recorded", async () => {
    const { body } = await save(["T1059"]);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        send("PUT", `/api/layers/${body.layer_id}`, { name: `n${n}`, technique_ids: ["T1566"] }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const { body: now } = await send("GET", `/api/layers/${body.layer_id}`);
    expect(now.name).toMatch(/^n\d$/);
    expect(await auditOf(body.layer_id)).toHaveLength(11);
  });

  it.each(["x", "00000000"])("answers the id %s with 400", async (id) => {
    expect((await send("GET", `/api/layers/${id}`)).body.code).toBe("invalid_id");
  });
});

describe("in team mode", () => {
  const viewer = TEAM;
  const as = (role: string) => ({ "X-Auth-User": "ann", "X-Auth-Roles": role });

  it("viewers read and combine, and change nothing", async () => {
    const { body } = await save(["T1059", "T1566"]);
    const path = `/api/layers/${body.layer_id}`;
    const call = async (method: string, url: string, given?: object) =>
      (
        await requestWith(viewer, url, {
          method,
          headers: as("viewer"),
          ...(given !== undefined && { body: JSON.stringify(given) }),
        })
      ).status;
    expect(await call("GET", "/api/layers")).toBe(200);
    expect(await call("GET", path)).toBe(200);
    expect(await call("GET", `${path}/navigator`)).toBe(200);
    const combination = { operands: [{ layer_id: body.layer_id }], operation: "union" };
    expect(await call("POST", "/api/layers/combine", combination)).toBe(200);
    const input = { name: "x", technique_ids: ["T1059"] };
    expect(await call("POST", "/api/layers", input)).toBe(403);
    expect(await call("PUT", path, input)).toBe(403);
    expect(await call("DELETE", path)).toBe(403);
    expect(await call("POST", `${path}/migrate`)).toBe(403);
    expect(await call("POST", "/api/layers/import", input)).toBe(403);
    expect((await send("GET", path)).body).toEqual(body);
  });
});

describe("POST /api/layers/combine", () => {
  interface Combined {
    technique_ids: string[];
    code?: string;
    detail?: string;
  }
  const combine = async (operation: string, operands: unknown, more: object = {}) =>
    await send<Combined>("POST", "/api/layers/combine", { operation, operands, ...more });
  const layerOf = async (ids: string[], more: object = {}) => ({
    layer_id: (await save(ids, more)).body.layer_id,
  });

  it("answers union, intersection and difference, revoked ids followed", async () => {
    const a = await layerOf(["T1059", "T1086", "T9999"]);
    const b = await layerOf(["T1059.001", "T1566"]);
    const ids = async (operation: string, ...operands: object[]) =>
      (await combine(operation, operands)).body.technique_ids;
    expect(await ids("union", a, b)).toEqual(["T1059", "T1059.001", "T1566", "T9999"]);
    expect(await ids("intersection", a, b)).toEqual(["T1059.001"]);
    expect(await ids("difference", a, b)).toEqual(["T1059", "T9999"]);
    expect(await ids("difference", b, a)).toEqual(["T1566"]);
    expect(await ids("difference", a, a)).toEqual([]);
    expect(await ids("union", b)).toEqual(["T1059.001", "T1566"]);
    expect(await ids("difference", b, { group_id: "g0007" }, a)).toEqual([]);
  });

  it("names everything: operands, techniques, what is unknown or was followed", async () => {
    const a = await layerOf(["T1086", "T9999", "T1000"], { name: "Слой" });
    const { body: session } = await requestJson<{ session_id: string }>(
      "/api/analyze",
      form({ text: "They ran T1059.001 and sent T1566 mail; T1574.001 was seen.", name: "Отчёт" }),
    );
    await send("PATCH", `/api/analyze/sessions/${session.session_id}/techniques/T1574.001`, {
      review_status: "rejected",
    });
    const before = await countAll();
    const { status, body } = await combine("union", [
      a,
      { group_id: "G0016" },
      { campaign_id: "c0001" },
      { session_id: session.session_id },
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      operation: "union",
      domain: "enterprise-attack",
      version: "18.1",
      operands: [
        { kind: "layer", id: a.layer_id, name: "Слой", technique_count: 3 },
        { kind: "group", id: "G0016", name: "APT29", technique_count: 3 },
        { kind: "campaign", id: "C0001", name: "Exercise One", technique_count: 1 },
        { kind: "session", id: session.session_id, name: "Отчёт", technique_count: 2 },
      ],
      technique_ids: ["T1000", "T1059", "T1059.001", "T1566", "T9999"],
      technique_count: 5,
      unknown_technique_ids: ["T9999"],
      former_techniques: [{ attack_id: "T1000", state: "deprecated" }],
      replaced: [{ from: "T1086", to: "T1059.001" }],
      techniques: [
        { attack_id: "T1000", name: null, tactics: [] },
        { attack_id: "T1059", name: "Command and Scripting Interpreter" },
        {
          attack_id: "T1059.001",
          name: "PowerShell",
          tactics: ["execution"],
          platforms: ["Windows", "Linux"],
        },
        { attack_id: "T1566", name: "Phishing" },
        { attack_id: "T9999", name: null },
      ],
    });
    expect(await countAll()).toEqual(before);
  });

  it("refuses sets of several domains, and tells which does not fit", async () => {
    const a = await layerOf(["T1059"]);
    const b = await layerOf(["T1059"], { domain: "ics-attack" });
    expect((await combine("union", [a, b])).body).toMatchObject({
      code: "validation_error",
      errors: [{ pointer: "/operands/1" }],
    });
    expect((await combine("union", [b])).body).toMatchObject({
      domain: "ics-attack",
      version: null,
      unknown_technique_ids: ["T1059"],
    });
    const wrong = await combine("union", [b, { group_id: "G0016" }]);
    expect(wrong.body.code).toBe("knowledge_base_empty");
  });

  const nobody = "00000000-0000-4000-8000-000000000000";
  it.each([
    ["union", [], {}, 422, "validation_error"],
    ["union", [{}], {}, 422, "validation_error"],
    ["union", [{ group_id: "G0016", campaign_id: "C0001" }], {}, 422, "validation_error"],
    ["union", [{ group: "G0016" }], {}, 422, "validation_error"],
    ["union", ["G0016"], {}, 422, "validation_error"],
    ["union", "G0016", {}, 422, "validation_error"],
    ["xor", [{ group_id: "G0016" }], {}, 422, "validation_error"],
    [
      "union",
      Array.from({ length: 21 }, () => ({ group_id: "G0016" })),
      {},
      422,
      "validation_error",
    ],
    ["union", [{ group_id: "T1059" }], {}, 400, "invalid_id"],
    ["union", [{ layer_id: "x" }], {}, 400, "invalid_id"],
    ["union", [{ layer_id: nobody }], {}, 404, "not_found"],
    ["union", [{ session_id: nobody }], {}, 404, "not_found"],
    ["union", [{ group_id: "G9999" }], {}, 404, "not_found"],
    ["union", [{ campaign_id: "C9999" }], {}, 404, "not_found"],
    ["union", [{ group_id: "G0016" }], { version: "1" }, 404, "version_not_found"],
    ["union", [{ group_id: "G0016" }], { domain: "x" }, 404, "unknown_domain"],
  ])("answers %s of %j with %j by %i %s", async (operation, operands, more, status, code) => {
    expect(await combine(operation, operands, more)).toMatchObject({ status, body: { code } });
  });

  it("names the successor of a revoked group", async () => {
    expect((await combine("union", [{ group_id: "G0099" }])).body.detail).toContain("G0016");
  });
});
