import { describe, expect, it } from "vitest";
import { COUNTRIES } from "../../../src/reading/entities/country-names.ts";
import { findVictims } from "../../../src/reading/entities/find-victims.ts";
import { outlineText } from "../../../src/text/outline/outline-text.ts";
import { splitSentences } from "../../../src/text/sentences/sentences.ts";

function victimsIn(text: string): string[] {
  const { sectors, countries } = findVictims(text, splitSentences(outlineText(text)));
  for (const { start, end, text: words } of [...sectors, ...countries].flatMap((v) => v.mentions)) {
    expect(text.slice(start, end)).toBe(words);
  }
  return [...sectors.map(({ name }) => name), ...countries.map(({ code }) => code)];
}

describe("victims", () => {
  it.each([
    ["They targeted healthcare organisations in the United States.", ["healthcare", "US"]],
    [
      "The group has attacked banks and hotels in Poland, Ukraine and the Netherlands.",
      ["financial-services", "hospitality-leisure", "PL", "UA", "NL"],
    ],
    ["Hospitals in France and Belgium were hit by ransomware.", ["healthcare", "FR", "BE"]],
    ["Ukrainian government networks have been targeted since then.", ["government", "UA"]],
    ["Russian actors targeted U.S. energy companies.", ["energy", "US"]],
    ["Victims in Japan lost their files.", ["JP"]],
    ["an intrusion that compromised universities across the UK", ["education", "GB"]],
    [
      "The campaign is aimed against South Korean and Taiwanese telecoms.",
      ["telecommunications", "KR", "TW"],
    ],
    ["The gang hit a water utility in Turkey.", ["infrastructure-water", "TR"]],
  ])("%j", (text, expected) => {
    expect(victimsIn(text)).toEqual(expected);
  });

  it.each([
    "The Russian state-sponsored group exploited a flaw.",
    "Banks were named in a report from Germany.",
    "They targeted users, and were traced by the Dutch police to Iran.",
    "The servers were compromised by Chinese actors.",
    "The attack was disclosed in a paper that Japan published.",
    "The tool attacked hosts for financial gain.",
    "If you are affected, contact the National Cyber Security Centre of the United Kingdom.",
    "Organisations in the healthcare sector should patch what was targeted.",
    "They attacked hosts using servers in the Netherlands.",
    "They targeted Latin American firms, and New Mexico, and Northern Ireland.",
    "They attacked ships in the South China Sea and the Indian Ocean.",
    "They attacked those who paid US$100 million.",
    "They avoid targeting hospitals and will not attack schools.",
    "The attack hit Georgia, Jordan and Chad from the second floor.",
    "Chinese state-sponsored actors compromised Iranian hackers' servers.",
  ])("names none in %j", (text) => {
    expect(victimsIn(text)).toEqual([]);
  });

  it("counts each, the most mentioned first", () => {
    const text = "They attacked banks. They attacked hotels. They attacked hotels again.";
    const { sectors } = findVictims(text, splitSentences(outlineText(text)));
    expect(sectors.map(({ name, count }) => [name, count])).toEqual([
      ["hospitality-leisure", 2],
      ["financial-services", 1],
    ]);
  });

  it("has an English name for every country that it knows", () => {
    const countries = [...new Set(COUNTRIES.values())];
    expect(countries.length).toBeGreaterThan(120);
    for (const { code, name } of countries) {
      expect(code).toMatch(/^[A-Z]{2}$/);
      expect(name).toMatch(/^\p{Lu}[\p{L} .’'-]{3,}$/u);
    }
  });
});
