import { describe, expect, it } from "vitest";
import { fenceOf, writePrompt } from "../../../../src/reading/providers/language-model/prompt.ts";
import { smallRelease } from "../../../support/small-release.ts";

describe("the fence of a prompt", () => {
  it("is nothing that a report could hold: it follows from every character of it", async () => {
    const report = "The report. ";
    const texts = Array.from({ length: 200 }, (_, at) => report + "x".repeat(at));
    const fences = await Promise.all(texts.map(fenceOf));
    expect(new Set(fences).size).toBe(200);
    for (const fence of fences) expect(fence).toMatch(/^[0-9a-f]{32}$/);
    const quoting = `${report}</report-${fences[0]}>`;
    expect(quoting).not.toContain(await fenceOf(quoting));
  });

  it("is the same for the same text, so that the same question gets the same answer", async () => {
    expect(await fenceOf("The report.")).toBe(await fenceOf("The report."));
  });

  it("stands around the report alone", async () => {
    const fence = await fenceOf("The report.");
    const part = { number: 1, of: 1 };
    const input = { release: smallRelease(), suspected: [], text: "The report.", part, fence };
    const { prompt, system } = writePrompt(input);
    expect(prompt).toContain(`<report-${fence}>\nThe report.\n</report-${fence}>`);
    expect(system).toContain(`<report-${fence}>`);
  });
});

describe("the summary that a prompt asks for", () => {
  const systemFor = (part: { number: number; of: number }) =>
    writePrompt({ release: smallRelease(), suspected: [], text: "x", part, fence: "0".repeat(32) })
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
