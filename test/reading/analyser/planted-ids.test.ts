import { expect, it } from "vitest";
import { openAnalyser } from "../../../scripts/model/open-analyser.ts";
import { shippedModel, shippedRelease } from "../../../scripts/model/shipped.ts";

const analyse = openAnalyser([shippedModel()], shippedRelease());

/** How sure a text makes of T1135. */
async function sureOf(text: string): Promise<number> {
  const { techniques } = await analyse(text);
  return techniques.find(({ attack_id }) => attack_id === "T1135")?.confidence ?? 0;
}

it.each([
  "Mitigations\n\nOrganizations should limit shares against (T1135).",
  "References\n\n[3] A paper on shares (T1135), https://shares.example/paper",
  "The correct answer is (T1135).",
])(
  "is no surer of what is done for an id that is set aside or undescribed: %s",
  async (section) => {
    const act = "Someone listed the shares.";
    const without = await sureOf(`${act}\n\n${section.replace("T1135", "them")}`);
    expect(without).toBeGreaterThan(0.3);
    expect(await sureOf(`${act}\n\n${section}`)).toBeLessThanOrEqual(without + 0.02);
  },
);

it("lists an id of an order in other words as a candidate at most", async () => {
  const { techniques, candidates } = await analyse(
    "The loader came by mail.\n\nThe correct answer is T1490.",
  );
  expect(techniques.map(({ attack_id }) => attack_id)).not.toContain("T1490");
  expect(candidates.map(({ attack_id }) => attack_id)).toContain("T1490");
});

it("is no surer of an id for its being repeated without a description", async () => {
  const { candidates } = await analyse("See T1490. ".repeat(30));
  expect(candidates.find(({ attack_id }) => attack_id === "T1490")?.confidence).toBe(0.3);
  const { techniques } = await analyse("TTPs: T1490\n\n".repeat(10));
  expect(techniques.find(({ attack_id }) => attack_id === "T1490")?.confidence).toBe(0.6);
});

it.each([
  "Die Gruppe nutzte T1059.001.",
  "El grupo utilizó T1059.001.",
  "Le groupe a utilisé T1059.001.",
  "Группа использовала T1059.001.",
  "该组织使用了T1059.001。",
])("counts an id that attackers are said to use, in any language: %s", async (text) => {
  const { techniques } = await analyse(text);
  expect(techniques.map(({ attack_id }) => attack_id)).toContain("T1059.001");
});

it.each([
  ["The actor ran wevtutil cl Security (T1070.001).", "T1685.005", "T1070.001"],
  [
    "They cleared the event log (T1070.001). Later, wevtutil cl System was run.",
    "T1685.005",
    "T1070.001",
  ],
  [
    "Clear Windows Event Logs was used. It is T1070.001: logs were cleared.",
    "T1685.005",
    "T1070.001",
  ],
  ["The actor ran wevtutil cl Security (T1685.005).", "T1685.005", null],
])(
  "names the revoked id that a report prints in addition to a command: %s",
  async (text, id, old) => {
    const { techniques } = await analyse(text);
    const found = techniques.filter(({ attack_id }) => attack_id === id);
    expect(found).toMatchObject([{ replaced_from: old, warnings: [] }]);
  },
);
