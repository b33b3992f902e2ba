import { describe, expect, it } from "vitest";
import { cueFinder } from "../../../src/text/phrases/cue-table.ts";
import { buildNames } from "../../../src/text/phrases/name-table.ts";
import { findPhrases } from "../../../src/text/phrases/phrases.ts";
import { tokenize } from "../../../src/text/tokens/tokens.ts";

const NAMES = buildNames([
  { name: "Multi-Factor Authentication Interception", value: "T1111" },
  { name: "APT29", value: "G0016" },
  { name: "海莲花", value: "G0050" },
]);

const namesIn = (text: string) =>
  findPhrases(text, tokenize(text), NAMES).map(({ values, start, end }) => [
    text.slice(start, end),
    ...values,
  ]);

const findContextFeatures = cueFinder<"harm" | "service" | "quote">([
  { harm: ["malware", "encrypt*", "c2 server*", "恶意"], quote: ["see also"] },
  { service: ["legitimate malware", "legitim* dienst*", "恶意软件样本库"] },
]);

const cuesIn = (text: string, from?: number, to?: number) =>
  findContextFeatures(text, from, to).map(({ meaning, start, end }) => [
    meaning,
    text.slice(start, end),
  ]);

describe("names", () => {
  it.each([
    ["multi-factor authentication\n  interception", "T1111"],
    ["Multifactor Authentication Interceptions", "T1111"],
    ["APT29", "G0016"],
    ["APT-29", "G0016"],
    ["ＡＰＴ２９", "G0016"],
    ["海莲花", "G0050"],
  ])("finds %j", (text, value) => {
    expect(namesIn(`It was ${text}.`)).toEqual([[text, value]]);
  });

  it.each(["APT295", "APT29a", "xAPT29", "APT, 29", "Multi-Factor: Authentication Interception"])(
    "does not find one in %j",
    (text) => {
      expect(namesIn(text)).toEqual([]);
    },
  );
});

describe("words with a meaning", () => {
  it.each([
    ["Encrypted files", [["harm", "Encrypted"]]],
    ["its C2-servers", [["harm", "C2-servers"]]],
    ["see “also”", [["quote", "see “also"]]],
    ["legitimate malware", [["service", "legitimate malware"]]],
    ["legitimer Dienst", [["service", "legitimer Dienst"]]],
    [
      "这是恶意软件样本库和恶意域名",
      [
        ["service", "恶意软件样本库"],
        ["harm", "恶意"],
      ],
    ],
    ["C 2 servers, malwares, c23 server, seealso", []],
  ])("finds them in %j", (text, expected) => {
    expect(cuesIn(text)).toEqual(expected);
  });

  it("looks at a part of a text alone", () => {
    const text = "malware malware malware";
    expect(findContextFeatures(text, 8, 15)).toEqual([{ meaning: "harm", start: 8, end: 15 }]);
    expect(findContextFeatures(text, 9, 14)).toEqual([]);
  });

  it("refuses a stem of less than four letters", () => {
    expect(() => cueFinder([{ harm: ["see*"] }])).toThrow("too short");
  });

  it("refuses a phrase that a language lists twice", () => {
    expect(() =>
      cueFinder<"harm" | "quote">([{ harm: ["see also"], quote: ["See\n also"] }]),
    ).toThrow("twice");
    expect(() => cueFinder<"harm">([{ harm: ["virus"] }, { harm: ["virus"] }])).not.toThrow();
  });
});
