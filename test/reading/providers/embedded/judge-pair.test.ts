import { describe, expect, it } from "vitest";
import { shippedModel, shippedRelease } from "../../../../scripts/model/shipped.ts";
import { isAbsurd, prints } from "../../../../src/reading/providers/embedded/judge-pair.ts";

const release = shippedRelease();
const models = [shippedModel()];
const absurd = (attackId: string, passage: string) => isAbsurd(attackId, passage, release, models);

describe("a pair of technique and passage", () => {
  it.each([
    ["T1490", "The clerk opened the attached spreadsheet, which asked her to enable macros."],
    ["T1566.001", "All files on the servers were encrypted and their shadow copies deleted."],
    ["T1003.001", "Die Täter verschickten E-Mails mit einer angehängten Rechnung."],
  ])("is absurd where no model sees anything of %s", (attackId, passage) => {
    expect(absurd(attackId, passage)).toBe(true);
  });

  it.each([
    ["T1566.001", "The clerk opened the attached spreadsheet, which asked her to enable macros."],
    ["T1566.002", "The clerk opened the attached spreadsheet, which asked her to enable macros."],
    ["T1486", "All files on the servers were encrypted and their shadow copies deleted."],
    ["T1566.001", "Die Täter verschickten E-Mails mit einer angehängten Rechnung."],
  ])("is not where one sees %s or its family", (attackId, passage) => {
    expect(absurd(attackId, passage)).toBe(false);
  });

  it("is not where the passage prints the technique", () => {
    const words = "the spreadsheet asked the clerk to enable macros and to call her colleague";
    expect(absurd("T1490", words)).toBe(true);
    expect(absurd("T1490", `${words} (T1490)`)).toBe(false);
    expect(absurd("T1490", `Inhibit System Recovery: ${words}`)).toBe(false);
    expect(prints("They ran whoami /all on two hosts.", "T1033", release)).toBe(true);
    expect(prints("They ran it on two hosts.", "T1033", release)).toBe(false);
  });

  it("is not where the model cannot judge", () => {
    expect(
      absurd("T1486", "Os atacantes enviaram mensagens com um anexo para os funcionários."),
    ).toBe(false);
    expect(absurd("T1486", "lorem ipsum")).toBe(false);
    expect(isAbsurd("T1486", "The clerk opened the attached file.", release, [])).toBe(false);
  });
});
