import { describe, expect, it } from "vitest";
import { newFence, writePrompt } from "../../../../src/reading/providers/language-model/prompt.ts";
import { smallRelease } from "../../../support/small-release.ts";

describe("the fence of a prompt", () => {
  it("is nothing that a report could foresee", () => {
    const fences = Array.from({ length: 200 }, newFence);
    expect(new Set(fences).size).toBe(200);
    for (const fence of fences) expect(fence).toMatch(/^[0-9a-f]{32}$/);
    // What is made in one moment has no beginning in common, as ids with a clock have.
    expect(new Set(fences.map((fence) => fence.slice(0, 4))).size).toBeGreaterThan(100);
  });

  it("stands around the report alone", () => {
    const fence = newFence();
    const part = { number: 1, of: 1 };
    const input = { release: smallRelease(), suspected: [], text: "The report.", part, fence };
    const { prompt, system } = writePrompt(input);
    expect(prompt).toContain(`<report-${fence}>\nThe report.\n</report-${fence}>`);
    expect(system).toContain(`<report-${fence}>`);
  });
});

describe("the summary that a prompt asks for", () => {
  const systemFor = (part: { number: number; of: number }) =>
    writePrompt({ release: smallRelease(), suspected: [], text: "x", part, fence: newFence() })
      .system;

  it("has the form of the service's own", () => {
    const whole = systemFor({ number: 1, of: 1 });
    expect(whole).toContain("summary: four to eight plain sentences of your own");
    for (const wanted of [
      "who did what to whom",
      "an unnamed actor",
      "possibly",
      "No quotations",
    ]) {
      expect(whole).toContain(wanted);
    }
  });

  it("is short for each part, since the parts are joined", () => {
    expect(systemFor({ number: 2, of: 3 })).toContain("summary: one or two plain sentences");
  });
});
