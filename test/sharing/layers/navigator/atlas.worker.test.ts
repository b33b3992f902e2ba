import { beforeAll, describe, expect, it } from "vitest";
import { ingestSmallRelease, requestJson } from "../../../support/service.ts";

const LAYER = {
  versions: { layer: "4.3", navigator: "4.6.4" },
  domain: "atlas-atlas",
  name: "Our own",
  techniques: [
    { techniqueID: "AML.T0000", showSubtechniques: true, tactic: "reconnaissance" },
    { techniqueID: "AML.T0000.001", color: "#C8E6C9" },
    { techniqueID: "AML.T0005", tactic: "discovery", score: 0 },
  ],
};
const MARKED = ["AML.T0000.001", "AML.T0005"];

const importLayer = async (layer: unknown) =>
  await requestJson("/api/layers/import", { method: "POST", body: JSON.stringify(layer) });

beforeAll(ingestSmallRelease);

describe("a layer of ATLAS's Navigator", () => {
  it("is imported, exported and imported again as the same set, without a release of ATLAS", async () => {
    const { status, body } = await importLayer(LAYER);
    expect([status, body]).toMatchObject([
      201,
      {
        name: LAYER.name,
        domain: "atlas",
        technique_ids: MARKED,
        not_kept: [],
        version: null,
        unknown_technique_ids: MARKED,
      },
    ]);
    const path = `/api/layers/${String(body["layer_id"])}/navigator`;
    const out = await requestJson<{ domain: string; techniques: object[] }>(path);
    expect(out.body.domain).toBe("atlas-atlas");
    expect(out.body.techniques).toHaveLength(LAYER.techniques.length);
    const again = await importLayer(out.body);
    expect(again.body).toMatchObject({ technique_ids: MARKED, not_kept: [], warnings: [] });
  });
});
