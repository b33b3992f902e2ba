import { describe, expect, it } from "vitest";
import { scoreAct } from "../../../../src/reading/analyser/model/acts/act-model.ts";
import { formKeys } from "../../../../src/reading/analyser/model/acts/form-keys.ts";
import { trainActs } from "../../../../src/reading/analyser/model/acts/train-acts.ts";
import { fastExp } from "../../../../src/reading/analyser/model/fast-exp.ts";

const TOOLS = ["PsExec", "Rclone", "Ngrok", "AnyDesk", "WinRAR", "Nmap", "Plink", "Chisel"];
const samples = TOOLS.flatMap((tool) => [
  { text: `The operators used ${tool} on two servers.`, isAct: true, weight: 1 },
  { text: `It then started ${tool} and sent the output home.`, isAct: true, weight: 1 },
  { text: `Administrators should block ${tool} where it is not needed.`, isAct: false, weight: 1 },
  { text: `Consider alerts on ${tool} if users run it.`, isAct: false, weight: 1 },
]);

describe("the form of sentences", () => {
  it("is that of the function words and endings, whatever is named", () => {
    const [a, b] = ["Gamma", "Delta"].map((name) => new Set(formKeys(`They used ${name} here.`)));
    const shared = [...(a ?? [])].filter((key) => b?.has(key) === true);
    expect(shared.length).toBe((a?.size ?? 0) - 1);
    expect(formKeys("They should use it.")).not.toEqual(formKeys("They did use it."));
  });

  it("tells acts from advice about the same tool", () => {
    const model = trainActs([...samples, ...samples]);
    expect(scoreAct("The operators used Havoc on two servers.", model)).toBeGreaterThan(0.5);
    expect(
      scoreAct("Administrators should block Havoc where it is not needed.", model),
    ).toBeLessThan(-0.5);
    expect(trainActs([...samples, ...samples])).toEqual(model);
  });

  it("survives what is no sentence", () => {
    const model = trainActs([...samples, ...samples]);
    for (const text of ["", "!!!", "漢字", "a".repeat(100_000), "\u{1F600}".repeat(500)]) {
      expect(Math.abs(scoreAct(text, model))).toBeLessThanOrEqual(6);
    }
  });
});

describe("the quick exponential", () => {
  it("is right to a millionth from -16 to 0, and 0 below", () => {
    for (let value = 0; value > -16; value -= 0.0137) {
      expect(Math.abs(fastExp(value) / Math.exp(value) - 1)).toBeLessThan(1.5e-6);
    }
    expect(fastExp(-16.5)).toBe(0);
    expect(fastExp(-Infinity)).toBe(0);
  });
});
