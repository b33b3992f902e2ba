import { describe, expect, it } from "vitest";
import { findObservables } from "../../../src/reading/entities/find-observables.ts";
import { splitSentences } from "../../../src/reading/recognition/sentences.ts";

const HASH = "6aa7f61246f53a8dd4befea86e832456";
const LONG = "453257c3494addafb39cb6815862403e827947a1e7737eb8168cd10522465deb";

function find(text: string, ...named: [kind: string, value: string][]) {
  const wanted = named.map(([kind, value]) => ({ kind, value }));
  return findObservables(text, splitSentences(text), wanted);
}

/** What stands there, for the observables that are found. */
function printed(text: string, ...named: [kind: string, value: string][]): string[] {
  return find(text, ...named).observables.flatMap(({ mentions }) => mentions.map((m) => m.text));
}

describe("places of observables", () => {
  it.each([
    ["at 203.0.113.9.", "ipv4", "203.0.113.9", ["203.0.113.9"]],
    ["at 203[.]0[.]113(.)9, and 203.0.113.99", "ipv4", "203.0.113.9", ["203[.]0[.]113(.)9"]],
    [
      "EVIL.Example-Site[.]com and hxxp://evil.example-site.com/x",
      "domain",
      "evil.example-site.com",
      ["EVIL.Example-Site[.]com", "evil.example-site.com"],
    ],
    ["evil [dot] net", "domain", "evil.net", ["evil [dot] net"]],
    ["notevil.net, evil.network", "domain", "evil.net", []],
    ["192.0.2.1-192.0.2.9", "ipv4", "192.0.2.9", ["192.0.2.9"]],
    ["192.0.2.1-192.0.2.9", "ipv4", "192.0.2.1", ["192.0.2.1"]],
    [`md5 ${HASH.toUpperCase()}!`, "md5", HASH, [HASH.toUpperCase()]],
    [`${LONG} Play`, "sha256", LONG, [LONG]],
    [`${LONG}0`, "sha256", LONG, []],
  ])("%j", (text, kind, value, expected) => {
    expect(printed(text, [kind, value])).toEqual(expected);
  });

  it("come with the sentence of the first mention, by kind, then by place", () => {
    const text = `First came evil.net. It then called 203[.]0[.]113[.]9 twice: 203.0.113.9.`;
    const { observables, cves } = find(text, ["ipv4", "203.0.113.9"], ["domain", "evil.net"]);
    expect(cves).toEqual([]);
    expect(observables).toMatchObject([
      { kind: "ipv4", value: "203.0.113.9", count: 2 },
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
    const { cves, observables } = find(text, ["cve", "CVE-2021-44228"]);
    expect(observables).toEqual([]);
    expect(cves).toEqual([
      {
        id: "CVE-2021-44228",
        count: 2,
        mentions: [
          { text: "CVE-2021-44228", start: 0, end: 14 },
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
