import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { Layer } from "../../../src/sharing/layers/schema.ts";
import { ingestSmallRelease, request, requestJson } from "../../support/service.ts";

const send = async (method: string, path: string, body: unknown, etag?: string) =>
  await requestJson<Layer & { errors?: { pointer: string }[]; current?: Layer }>(path, {
    method,
    body: JSON.stringify(body),
    ...(etag !== undefined && { headers: { "If-Match": etag } }),
  });
const make = async (more: object = {}) =>
  (await send("POST", "/api/layers", { name: "Ours", technique_ids: ["T1566", "T1059"], ...more }))
    .body;
const put = async (id: string, more: object, etag?: string) =>
  await send(
    "PUT",
    `/api/layers/${id}`,
    { name: "Ours", technique_ids: ["T1566", "T1059"], ...more },
    etag,
  );
const navigator = async (id: string) =>
  (await requestJson<{ techniques: object[] }>(`/api/layers/${id}/navigator`)).body.techniques;

const SCORED = { attack_id: "T1566", tactic: null, score: 80, comment: "Seen twice." };

beforeAll(ingestSmallRelease);

describe("scores and comments of a layer", () => {
  it("are set with the layer, answered and written for the Navigator", async () => {
    const layer = await make({
      annotations: [{ attack_id: "t1566", score: 80, comment: "Seen twice." }],
    });
    expect(layer.annotations).toEqual([SCORED]);
    expect(await navigator(layer.layer_id)).toMatchObject([
      { techniqueID: "T1059" },
      { techniqueID: "T1566", score: 80, comment: "Seen twice." },
    ]);
  });

  it("are replaced where they are given, and kept where they are not", async () => {
    const { layer_id: id } = await make({ annotations: [SCORED] });
    expect((await put(id, {})).body.annotations).toEqual([SCORED]);
    const other = { attack_id: "T1059", tactic: "execution", score: null, comment: "Only here." };
    expect((await put(id, { annotations: [other] })).body.annotations).toEqual([other]);
    expect((await put(id, { technique_ids: ["T1566"] })).body.annotations).toEqual([]);
    expect((await put(id, { annotations: [] })).body.annotations).toEqual([]);
    const { results } = await env.WORKSPACE_DB.prepare(
      "select details ->> '$.changes.annotations' as said from audit where object_id = ? order by seq",
    )
      .bind(id)
      .all();
    expect(results.map(({ said }) => said)).toEqual([
      null,
      null,
      '{"from":1,"to":1}',
      '{"from":1,"to":0}',
      null,
    ]);
  });

  it("leave what else an imported layer says of a technique", async () => {
    const file = {
      name: "Theirs",
      versions: { layer: "4.5", attack: "18" },
      domain: "enterprise-attack",
      techniques: [
        { techniqueID: "T1566", color: "#ff0000", score: 1, comment: "Old." },
        { techniqueID: "T1059", score: 5 },
        { techniqueID: "T1059.001", enabled: false, comment: "Not ours." },
      ],
    };
    const { body } = await send("POST", "/api/layers/import", file);
    expect(body.annotations).toEqual([
      { attack_id: "T1566", tactic: null, score: 1, comment: "Old." },
      { attack_id: "T1059", tactic: null, score: 5, comment: "" },
    ]);
    await put(body.layer_id, { annotations: [{ attack_id: "T1566", score: 0 }] });
    expect(await navigator(body.layer_id)).toEqual([
      { techniqueID: "T1059", color: "#e6550d" },
      { techniqueID: "T1566", color: "#ff0000", score: 0 },
      { techniqueID: "T1059.001", enabled: false, comment: "Not ours." },
    ]);
  });

  it("go with a copy that is migrated", async () => {
    const { layer_id: id } = await make({ annotations: [SCORED] });
    const { body } = await requestJson<Layer>(`/api/layers/${id}/migrate?in_place=true`, {
      method: "POST",
    });
    expect(body.annotations).toEqual([SCORED]);
  });

  it.each([
    [[{ attack_id: "T1110", score: 1 }], "/annotations/0"],
    [[SCORED, SCORED], "/annotations/1"],
    [[{ attack_id: "T1566", score: "much" }], "/annotations/0/score"],
    [[{ attack_id: "T1566", colour: "red" }], "/annotations/0/colour"],
  ])("are refused where they are not right: %j", async (annotations, pointer) => {
    const { layer_id: id } = await make();
    const { status, body } = await put(id, { annotations });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ pointer }]);
  });

  it("are changed in the state that was meant", async () => {
    const { layer_id: id } = await make();
    const read = await request(`/api/layers/${id}`);
    expect(read.headers.get("ETag")).toBe('"1"');
    expect((await put(id, { annotations: [SCORED] }, '"1"')).status).toBe(200);
    const late = await put(id, { annotations: [] }, '"1"');
    expect(late.status).toBe(412);
    expect(late.body.current?.annotations).toEqual([SCORED]);
    const remove = async (etag: string) =>
      (await request(`/api/layers/${id}`, { method: "DELETE", headers: { "If-Match": etag } }))
        .status;
    expect(await remove('"1"')).toBe(412);
    expect(await remove('"2"')).toBe(204);
  });
});
