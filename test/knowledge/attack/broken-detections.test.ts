import { describe, expect, it } from "vitest";
import {
  packDetections,
  unpackDetections,
} from "../../../src/knowledge/attack/detections/pack-detections.ts";
import type { ReleaseDetections } from "../../../src/knowledge/attack/detections/release-detections.ts";
import { readRelease } from "../../../src/knowledge/attack/read-release.ts";
import { smallBundle } from "../../support/bundles.ts";
import { detectionObjects, make, source } from "../../support/detections.ts";
import { processorMs } from "../../support/node/processor-time.ts";

async function detectionsOf(bytes: Uint8Array): Promise<ReleaseDetections> {
  // oxlint-disable-next-line typescript/require-await -- what is read comes in pieces
  async function* pieces() {
    yield bytes;
  }
  return (await readRelease(pieces(), {})).detections;
}

const bytesOf = (bundle: object) => new TextEncoder().encode(JSON.stringify(bundle));

describe("a bundle with broken detections", () => {
  const read = async (more: object[]) =>
    await detectionsOf(
      bytesOf(smallBundle("18.1", "2.1", [...detectionObjects(), ...more] as never)),
    );

  it("gives what of it is whole", async () => {
    const found = await read([
      make.analytic(11, "AN0011", { x_mitre_log_source_references: "x", x_mitre_platforms: 3 }),
      make.analytic(12, "AN0012", {
        name: 7,
        x_mitre_log_source_references: [],
      }),
      make.analytic(13, "AN0013", {
        external_references: null,
      }),
      make.analytic(14, "AN0014", {
        description: { a: 1 },
        x_mitre_log_source_references: [
          null,
          4,
          "x",
          [],
          source(1, null, "EventCode=1"),
          source(1, "  ", "x"),
          source(1, "a:b", 7),
          { name: "no:component", channel: "execve", x_mitre_data_component_ref: ["x"] },
        ],
        x_mitre_mutable_elements: [null, { field: 1 }, { field: "A", description: 4 }],
      }),
      make.strategy(11, "DET0011", "Circles", [14, 11], {
        x_mitre_analytic_refs: [
          `x-mitre-detection-strategy--00000000-0000-4000-8000-000000000011`,
          make.analytic(14, "AN0014")["id"],
          make.analytic(14, "AN0014")["id"],
          null,
        ],
      }),
      make.analytic(14, "AN0014", { name: "Once more" }),
      make.relation(
        201,
        "detects",
        `x-mitre-detection-strategy--00000000-0000-4000-8000-000000000011`,
        `x-mitre-detection-strategy--00000000-0000-4000-8000-000000000011`,
      ),
    ]);
    const byId = new Map(found.analytics.map((analytic) => [analytic.attack_id, analytic]));
    expect([...byId.keys()]).toEqual(["AN0001", "AN0002", "AN0003", "AN0011", "AN0014"]);
    expect(byId.get("AN0011")).toMatchObject({ platforms: [], log_sources: [] });
    expect(byId.get("AN0014")).toMatchObject({
      name: "Analytic 14",
      description: null,
      log_sources: [
        { component: 0, name: "a:b", channel: null },
        { component: null, name: "no:component", channel: "execve" },
      ],
      mutable_elements: [{ field: "A", description: null }],
    });
    expect(found.strategies.at(-1)).toMatchObject({ analytics: ["AN0014"], techniques: [] });
  });

  it("takes 10,000 log sources with names in any script", async () => {
    const names = [
      "журнал:событие",
      "日志:系统",
      "سجل:نظام",
      "लॉग:सिस्टम",
      "a\u202eb:c",
      "x\u0000:y",
    ];
    const references = Array.from({ length: 10_000 }, (_, place) =>
      source(1, `${names[place % names.length]}${place}`, `канал ${place}`),
    );
    const start = processorMs();
    const found = await read([
      make.analytic(11, "AN0011", { x_mitre_log_source_references: references }),
    ]);
    const packed = unpackDetections(packDetections(found));
    expect(processorMs() - start).toBeLessThan(5000);
    for (const detections of [found, packed]) {
      const analytic = detections.analytics.find(({ attack_id: id }) => id === "AN0011");
      expect(analytic?.log_sources).toHaveLength(10_000);
      expect(analytic?.log_sources[7]?.name).toBe("日志:系统7");
    }
  });
});
