import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { ingestSmallRelease, request, requestJson } from "../../../support/service.ts";

interface Imported {
  layer_id: string;
  technique_ids: string[];
  left_out: { attack_id: string; tactic: string | null; reason: string }[];
  not_kept: { property: string; count: number; reason: string }[];
  warnings: string[];
  code?: string;
}
interface NavigatorLayer {
  techniques: { techniqueID: string; [property: string]: unknown }[];
  [property: string]: unknown;
}

const importLayer = async (layer: unknown, query = "") =>
  await requestJson<Imported>(`/api/layers/import${query}`, {
    method: "POST",
    body: JSON.stringify(layer),
  });
const exportLayer = async (id: string) =>
  (await requestJson<NavigatorLayer>(`/api/layers/${id}/navigator`)).body;
const layerOf = (techniques: unknown[], more: object = {}) => ({
  name: "Слой 层",
  versions: { attack: "18", navigator: "5.2.0", layer: "4.5" },
  domain: "enterprise-attack",
  description: "Why we made it.",
  ...more,
  techniques,
});

const FULL = layerOf(
  [
    {
      techniqueID: "T1059",
      tactic: "execution",
      score: 0,
      color: "#fd8d3c",
      comment: "Комментарий; 注释",
      enabled: true,
      metadata: [{ name: "owner", value: "us" }, { divider: true }],
      links: [{ label: "Wiki", url: "https://wiki.example/x" }],
      showSubtechniques: true,
    },
    { techniqueID: "t1059.001", score: 50.5 },
    { techniqueID: "T1566", tactic: "initial-access", comment: "Only here." },
    { techniqueID: "T1566", tactic: "execution", enabled: false },
    { techniqueID: "T1086", color: "#000000" },
    { techniqueID: "T1574", tactic: "execution", showSubtechniques: true },
    { techniqueID: "T1574.001", color: "#ff0000" },
    { techniqueID: "T1000", enabled: false, comment: "Not ours." },
    { techniqueID: "T9999" },
  ],
  {
    filters: { platforms: ["Windows"] },
    sorting: 2,
    layout: { layout: "flat", showID: true, expandedSubtechniques: "annotated" },
    hideDisabled: true,
    gradient: { colors: ["#ff6666", "#8ec843"], minValue: 0, maxValue: 100 },
    legendItems: [{ label: "Seen", color: "#fd8d3c" }],
    showTacticRowBackground: true,
    tacticRowBackground: "#dddddd",
    selectTechniquesAcrossTactics: false,
    selectSubtechniquesWithParent: false,
    selectVisibleTechniques: true,
    metadata: [{ name: "source", value: "exercise" }],
    links: [{ label: "Home", url: "https://example.org" }],
  },
);

beforeAll(ingestSmallRelease);

describe("a Navigator layer", () => {
  it("comes in with its set, and says what is not in it", async () => {
    const { status, body } = await importLayer(FULL);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: "Слой 层",
      description: "Why we made it.",
      domain: "enterprise-attack",
      version: "18.1",
      technique_ids: ["T1059", "T1059.001", "T1086", "T1566", "T1574.001", "T9999"],
      technique_count: 6,
      unknown_technique_ids: ["T9999"],
      former_techniques: [{ attack_id: "T1086", state: "revoked", replaced_by: "T1059.001" }],
      left_out: [
        { attack_id: "T1566", tactic: "execution", reason: "disabled" },
        { attack_id: "T1574", tactic: "execution", reason: "only_expanded" },
        { attack_id: "T1000", tactic: null, reason: "disabled" },
      ],
      not_kept: [],
      warnings: [],
    });
    const rows = await env.WORKSPACE_DB.prepare("SELECT action FROM audit WHERE object_id = ?")
      .bind(body.layer_id)
      .all();
    expect(rows.results).toEqual([{ action: "layer.create" }]);
  });

  it("goes out in 4.5 with all that it said", async () => {
    const { body } = await importLayer(FULL);
    const response = await request(`/api/layers/${body.layer_id}/navigator`);
    expect(response.headers.get("Content-Disposition")).toBe(
      `attachment; filename="_-_-${body.layer_id.slice(-12)}.json"; ` +
        `filename*=UTF-8''${encodeURIComponent("Слой-层")}-${body.layer_id.slice(-12)}.json`,
    );
    const { techniques, ...view } = await response.json<NavigatorLayer>();
    const { techniques: _, ...wanted } = FULL;
    expect(view).toEqual({
      ...wanted,
      versions: { attack: "18", navigator: "4.9.0", layer: "4.5" },
    });
    const said = (id: string) => techniques.filter(({ techniqueID }) => techniqueID === id);
    const { enabled: _enabled, ...t1059 } = FULL.techniques[0] as Record<string, unknown>;
    expect(said("T1059")).toEqual([t1059]);
    expect(said("T1059.001")).toEqual([{ techniqueID: "T1059.001", score: 50.5 }]);
    expect(said("T1566")).toEqual(FULL.techniques.slice(2, 4));
    expect(said("T1574")).toEqual([FULL.techniques[5]]);
    expect(said("T1000")).toEqual([FULL.techniques[7]]);
    // Without score or colour the Navigator would show nothing.
    expect(said("T9999")).toEqual([
      { techniqueID: "T9999", color: expect.stringMatching(/^#/) as string },
    ]);
  });

  it("is the same set and the same text after any number of rounds", async () => {
    const first = (await importLayer(FULL)).body;
    const out = await exportLayer(first.layer_id);
    const second = (await importLayer(out)).body;
    expect(second.technique_ids).toEqual(first.technique_ids);
    expect(second.left_out).toEqual(
      expect.arrayContaining(
        first.left_out.map((entry) => expect.objectContaining(entry) as object),
      ),
    );
    expect(second.not_kept).toEqual([]);
    const again = await exportLayer(second.layer_id);
    const third = (await importLayer(again)).body;
    expect(await exportLayer(third.layer_id)).toEqual(again);
    expect(third.technique_ids).toEqual(first.technique_ids);
  });

  it("of a layer saved by ids is that set", async () => {
    const technique_ids = ["AML.T0000", "T1059", "T1086", "T1566", "T9999"];
    const { body } = await requestJson<Imported>("/api/layers", {
      method: "POST",
      body: JSON.stringify({ name: "ids", technique_ids }),
    });
    const back = await importLayer(await exportLayer(body.layer_id));
    expect(back.body).toMatchObject({ technique_ids, left_out: [], not_kept: [] });
  });

  it.each([
    [{ version: "3.0", versions: undefined, domain: "mitre-enterprise" }, "enterprise-attack"],
    [{ version: 4, versions: undefined }, "enterprise-attack"],
    [{ versions: { layer: "4.0", navigator: "4.0" } }, "enterprise-attack"],
    [{ versions: { layer: 4.4, navigator: "4.8.1", attack: 18 } }, "enterprise-attack"],
    [{ versions: undefined }, "enterprise-attack"],
    [{ versions: { layer: "4.3" }, domain: "atlas-atlas" }, "atlas"],
    [{ version: "3.0", versions: undefined, domain: "mitre-mobile" }, "mobile-attack"],
    [{ domain: undefined }, "enterprise-attack"],
  ])("of %j is of %s", async (more, domain) => {
    const { status, body } = await importLayer(layerOf([{ techniqueID: "T1059" }], more));
    expect([status, body]).toMatchObject([201, { domain, technique_ids: ["T1059"] }]);
    expect(await exportLayer(body.layer_id)).toMatchObject({
      versions: { layer: "4.5" },
      domain: domain === "atlas" ? "atlas-atlas" : domain,
    });
  });

  it("of format 3.0 keeps how it was viewed", async () => {
    const old = { version: "3.0", versions: undefined, viewMode: 2, filters: { stages: ["act"] } };
    const { body } = await importLayer(layerOf([{ techniqueID: "T1059" }], old));
    expect(body.not_kept).toEqual([
      { property: "filters.stages", count: 1, reason: "has no place here" },
    ]);
    expect(await exportLayer(body.layer_id)).toMatchObject({ layout: { layout: "mini" } });
  });

  it("names what it could not keep, and keeps the rest", async () => {
    const layer = layerOf(
      [
        { techniqueID: "T1059", score: "7", color: "javascript:alert(1)", aggregateScore: 1 },
        {
          techniqueID: "T1566",
          score: {},
          comment: 7,
          aggregateScore: 2,
          links: [{ label: "x", url: "javascript:alert(1)" }],
        },
        { techniqueID: "T1566", comment: "sooner" },
        { techniqueID: "T1566", comment: "later", color: "#111" },
        { techniqueID: "T1566", showSubtechniques: true },
        { techniqueID: "TA0001" },
        { techniqueID: 1059 },
        "T1059",
        null,
        [],
        { score: 1 },
        JSON.parse('{"techniqueID":"T1574.001","__proto__":{"x":1},"constructor":1}'),
      ],
      {
        customDataURL: "https://example.org/own.json",
        gradient: { colors: ["#fff"], minValue: 1, maxValue: 0 },
        layout: { layout: "side", showName: true, unheardOf: 1 },
        legendItems: [],
        привет: 1,
      },
    );
    const { status, body } = await importLayer(layer);
    expect(status).toBe(201);
    expect(body.technique_ids).toEqual(["T1059", "T1566", "T1574.001"]);
    const form = "is not as format 4.5 has it";
    const place = "has no place here";
    expect(body.not_kept).toEqual([
      { property: "techniques[].color", count: 1, reason: form },
      { property: "techniques[].aggregateScore", count: 2, reason: place },
      { property: "techniques[].score", count: 1, reason: form },
      { property: "techniques[].comment", count: 1, reason: form },
      { property: "techniques[].links", count: 1, reason: form },
      { property: "techniques[]", count: 1, reason: "is said otherwise further down" },
      { property: "techniques[].techniqueID", count: 3, reason: "is no technique id" },
      { property: "techniques[]", count: 3, reason: "is no object" },
      { property: "techniques[].__proto__", count: 1, reason: place },
      { property: "techniques[].constructor", count: 1, reason: place },
      { property: "customDataURL", count: 1, reason: place },
      { property: "gradient", count: 1, reason: form },
      { property: "layout.unheardOf", count: 1, reason: place },
      { property: "привет", count: 1, reason: place },
    ]);
    expect(await exportLayer(body.layer_id)).toMatchObject({
      layout: { layout: "side", showName: true },
      techniques: [
        { techniqueID: "T1059", score: 7 },
        { techniqueID: "T1566", comment: "later", color: "#111", showSubtechniques: true },
        { techniqueID: "T1574.001" },
      ],
    });
  });

  it("says when the release that it names is not ingested", async () => {
    const { body } = await importLayer(
      layerOf([{ techniqueID: "T1059" }], { versions: { attack: "9", layer: "4.5" } }),
    );
    expect(body).toMatchObject({ version: "18.1" });
    expect(body.warnings).toEqual([
      "The layer names release 9, which is not ingested; its ids were looked up in 18.1.",
    ]);
  });

  it.each([
    [layerOf([]), "", 422, "validation_error"],
    [layerOf([{ techniqueID: "T1059", enabled: false }]), "", 422, "validation_error"],
    [layerOf([{ techniqueID: "x" }]), "", 422, "validation_error"],
    [{ ...layerOf([]), techniques: "T1059" }, "", 422, "validation_error"],
    [{ ...layerOf([]), techniques: undefined }, "", 422, "validation_error"],
    [{ ...layerOf([{ techniqueID: "T1059" }]), name: " " }, "", 422, "validation_error"],
    [{ ...layerOf([{ techniqueID: "T1059" }]), name: undefined }, "", 422, "validation_error"],
    [[layerOf([{ techniqueID: "T1059" }])], "", 422, "validation_error"],
    [null, "", 422, "validation_error"],
    [
      layerOf([{ techniqueID: "T1059" }], { versions: { layer: "4.6" } }),
      "",
      422,
      "validation_error",
    ],
    [
      layerOf([{ techniqueID: "T1059" }], { versions: { layer: "2.2" } }),
      "",
      422,
      "validation_error",
    ],
    [
      layerOf([{ techniqueID: "T1059" }], { versions: { layer: "x" } }),
      "",
      422,
      "validation_error",
    ],
    [layerOf([{ techniqueID: "T1059" }], { versions: 4 }), "", 422, "validation_error"],
    [layerOf([{ techniqueID: "T1059" }], { domain: "mine" }), "", 404, "unknown_domain"],
    [layerOf([{ techniqueID: "T1059" }], { domain: "constructor" }), "", 404, "unknown_domain"],
    [layerOf([{ techniqueID: "T1059" }]), "?version=1.0", 404, "version_not_found"],
    [
      layerOf(Array.from({ length: 2001 }, (_, n) => ({ techniqueID: `T${1000 + n}` }))),
      "",
      422,
      "validation_error",
    ],
    [layerOf([{ techniqueID: "T1059", comment: "я".repeat(600_000) }]), "", 413, "body_too_large"],
  ])("is refused: case %#", async (layer, query, status, code) => {
    expect(await importLayer(layer, query)).toMatchObject({ status, body: { code } });
  });

  it("of 2,000 techniques with comments is kept", async () => {
    const techniques = Array.from({ length: 2000 }, (_, n) => ({
      techniqueID: `T${1000 + n}`,
      comment: `Nº ${n} ${"x".repeat(200)}`,
    }));
    const { status, body } = await importLayer(layerOf(techniques));
    expect([status, body.technique_ids.length]).toEqual([201, 2000]);
    expect((await exportLayer(body.layer_id)).techniques).toMatchObject(techniques);
  });

  it("keeps what it said of the techniques that a replacement leaves", async () => {
    const { body } = await importLayer(FULL);
    const replace = async (technique_ids: string[], domain?: string) =>
      await request(`/api/layers/${body.layer_id}`, {
        method: "PUT",
        body: JSON.stringify({ name: "Less", technique_ids, domain }),
      });
    await replace(["T1059", "T1111"]);
    const { techniques } = await exportLayer(body.layer_id);
    expect(techniques.map((entry) => [entry.techniqueID, entry["comment"] ?? null])).toEqual([
      ["T1059", "Комментарий; 注释"],
      ["T1111", null],
      ["T1000", "Not ours."],
    ]);
    await replace(["T1059", "T1059.001"]);
    const back = await exportLayer(body.layer_id);
    expect(back.techniques.find(({ techniqueID: id }) => id === "T1059.001")).not.toHaveProperty(
      "score",
    );
    await replace(["T1059"], "mobile-attack");
    const other = await exportLayer(body.layer_id);
    expect(other.techniques).toEqual([
      { techniqueID: "T1059", color: expect.stringMatching(/^#/) as string },
    ]);
  });
});
