import { describe, expect, it } from "vitest";
import { findObservables } from "../../../src/reading/entities/find-observables.ts";
import { outlineText } from "../../../src/text/outline/outline-text.ts";
import { splitSentences } from "../../../src/text/sentences/sentences.ts";

function indicesOf(text: string, form: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) found.push(at);
  return found;
}

/** Each with all its places, found as it is written. */
function find(text: string, ...named: [kind: string, value: string, ...written: string[]][]) {
  const wanted = named.map(([kind, value, ...written]) => {
    const places = (written.length === 0 ? [value] : written).flatMap((form) =>
      indicesOf(text, form).map((index) => ({
        start: index,
        end: index + form.length,
        section: "C2",
      })),
    );
    const some = places.toReversed().slice(0, 5);
    return { kind, value, role: "indicator", confidence: 80, count: places.length, places: some };
  });
  const outline = outlineText(text);
  return findObservables(outline, splitSentences(outline), wanted);
}

describe("places of observables", () => {
  it("come with the sentence of the first mention, by kind, then by place", () => {
    const text = `First came evil.net. It then called 203[.]0[.]113[.]9 twice: 203.0.113.9.`;
    const { observables, cves } = find(
      text,
      ["ipv4", "203.0.113.9", "203.0.113.9", "203[.]0[.]113[.]9"],
      ["domain", "evil.net"],
    );
    expect(cves).toEqual([]);
    expect(observables).toMatchObject([
      { kind: "ipv4", value: "203.0.113.9", count: 2, role: "indicator", section: "C2" },
      { kind: "domain", value: "evil.net", count: 1 },
    ]);
    for (const { sentence, mentions } of observables) {
      expect(text.slice(sentence?.start, sentence?.end)).toBe(sentence?.text);
      expect(sentence?.text).toContain(mentions[0]?.text);
      for (const { start, end, text: words } of mentions)
        expect(text.slice(start, end)).toBe(words);
    }
    expect(observables[1]?.sentence?.text).toBe("First came evil.net.");
  });

  it("has vulnerabilities apart, however their hyphens are printed", () => {
    const text = "CVE-2021-44228, cve‑2021‑44228 and CVE-2021-442281";
    const { cves, observables } = find(text, [
      "cve",
      "CVE-2021-44228",
      "CVE-2021-44228,",
      "cve‑2021‑44228",
    ]);
    expect(observables).toEqual([]);
    expect(cves).toEqual([
      {
        id: "CVE-2021-44228",
        count: 2,
        mentions: [
          { text: "CVE-2021-44228,", start: 0, end: 15 },
          { text: "cve‑2021‑44228", start: 16, end: 30 },
        ],
      },
    ]);
  });

  it("lists no more than a row of the database takes", () => {
    const values = Array.from({ length: 1_000 }, (_, at): [string, string] => [
      "domain",
      `host${at}.net`,
    ]);
    const text = values.map(([, value]) => value).join("\n");
    expect(find(text, ...values).observables).toHaveLength(300);
    // Long ones, each mentioned so often that its passages are long.
    const hosts = values.map((_, at): [string, string] => ["domain", `${"a".repeat(55)}${at}.net`]);
    const long = hosts.map(([, value]) => `It called ${`${value} `.repeat(9)}.`).join("\n\n");
    const { observables } = find(long, ...hosts);
    expect(observables.length).toBeGreaterThan(200);
    expect(observables.length).toBeLessThan(300);
  });
});
