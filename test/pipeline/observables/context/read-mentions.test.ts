import { outlineText } from "../../../../src/text/outline/outline-text.ts";
import { describe, expect, it } from "vitest";
import { readMentions } from "../../../../src/pipeline/observables/context/read-mentions.ts";
import { readObservables } from "../../../../src/pipeline/observables/context/read-observables.ts";
import type { FoundValue, Occurrence } from "../../../../src/pipeline/observables/found.ts";
import { OBSERVABLE_ROLES } from "../../../../src/pipeline/observables/vocabulary.ts";
import { occurrencesOf, type Written } from "./occurrences.ts";

const NONE = { publisher: null, title: null, lists: { effectOf: () => null } };

function read(text: string, values: readonly Written[], title: string | null = null) {
  return readMentions(outlineText(text), occurrencesOf(text, values), { ...NONE, title });
}

function mentionOf(text: string, value: Written, title: string | null = null) {
  const mention = read(text, [value], title)[0]?.mentions[0];
  if (mention === undefined) throw new Error("nothing was found");
  return mention;
}

const SITE: Written = ["domain", "orbit-sync.top"];

describe("sentences", () => {
  it.each([
    ["of prose", "It came. It asks orbit-sync.top now. It went.", "It asks orbit-sync.top now."],
    [
      "over lines",
      "It came. It asks for all of its orders at the host\norbit-sync.top and then it goes on\nto wait. It went.",
      "It asks for all of its orders at the host\norbit-sync.top and then it goes on\nto wait.",
    ],
    [
      "with abbreviations",
      "It came. It asks, e.g. at night, orbit-sync.top now.",
      "It asks, e.g. at night, orbit-sync.top now.",
    ],
    ["of items", "- first one\n- asks orbit-sync.top\n- last one", "- asks orbit-sync.top"],
    [
      "of rows",
      "Type\tValue\ndomain\torbit-sync.top\tC2\nip\t198.18.7.9",
      "domain\torbit-sync.top\tC2",
    ],
    ["below headings", "## Analysis\nIt asks orbit-sync.top now.", "It asks orbit-sync.top now."],
    [
      "between paragraphs",
      "Nothing here\n\nIt asks orbit-sync.top\n\nNothing there",
      "It asks orbit-sync.top",
    ],
    ["in Chinese", "它启动了。它连接orbit-sync.top。它结束了。", "它连接orbit-sync.top。"],
    ["in Japanese", "起動する。orbit-sync.topに接続する。終了する。", "orbit-sync.topに接続する。"],
  ])("%s", (_, text, sentence) => {
    expect(mentionOf(text, SITE).sentence).toBe(sentence);
  });

  it("is cut at 400 characters, near the value and between words", () => {
    const text = `${"before the value ".repeat(80)}orbit-sync.top${" behind the value".repeat(80)}`;
    const { sentence } = mentionOf(text, SITE);
    expect(sentence.length).toBeLessThanOrEqual(400);
    expect(sentence.length).toBeGreaterThan(300);
    expect(sentence).toContain("orbit-sync.top");
    expect(sentence).toMatch(/^(?:before|the|value) /);
  });

  it("has the beginning of a value that is longer itself", () => {
    const url = `https://orbit-sync.top/${"a/".repeat(500)}`;
    const { sentence } = mentionOf(`It asks ${url} now.`, ["url", url]);
    expect(sentence.length).toBeLessThanOrEqual(400);
    expect(sentence).toContain("https://orbit-sync.top/a/");
  });

  it("does not cut a character in two", () => {
    const { sentence } = mentionOf(`${"😀".repeat(500)} orbit-sync.top ${"😀".repeat(500)}`, SITE);
    expect(sentence.isWellFormed()).toBe(true);
  });
});

describe("sections", () => {
  it.each([
    ["## Network Indicators ##\n\norbit-sync.top", "Network Indicators"],
    ["3.2 Command and Control\norbit-sync.top", "3.2 Command and Control"],
    ["INITIAL ACCESS\nIt asks orbit-sync.top.", "INITIAL ACCESS"],
    ["Initial Access\nIt asks orbit-sync.top.", "Initial Access"],
    ["Table 4: Domains of May\norbit-sync.top", "Table 4: Domains of May"],
    [
      "Appendix B: Indicators of Compromise\norbit-sync.top",
      "Appendix B: Indicators of Compromise",
    ],
    ["## What loader.exe does\n\nIt asks orbit-sync.top.", "What loader.exe does"],
    ["Indikatoren einer Kompromittierung\n\norbit-sync.top", "Indikatoren einer Kompromittierung"],
    ["Indicateurs de compromission\n\norbit-sync.top", "Indicateurs de compromission"],
    ["Indicadores de compromiso\n\norbit-sync.top", "Indicadores de compromiso"],
    ["Индикаторы компрометации\n\norbit-sync.top", "Индикаторы компрометации"],
    ["三、失陷指标\n\norbit-sync.top", "三、失陷指标"],
    ["【侵害指標】\n\norbit-sync.top", "【侵害指標】"],
    ["IOCs:\norbit-sync.top", "IOCs"],
    ["Nothing here. It is\nall one text.\nIt asks orbit-sync.top.", null],
    ["From: Jane Doe\nIt asks orbit-sync.top.", null],
    ["References ........ 30\nIt asks orbit-sync.top.", null],
    ["INDICATORS\n\nTLP:CLEAR\n\nPage 3 of 9\n\norbit-sync.top", "INDICATORS"],
  ])("%j", (text, section) => {
    const values: Written[] = text.includes("loader.exe")
      ? [SITE, ["file_name", "loader.exe"]]
      : [SITE];
    const found = read(text, values).find(({ kind }) => kind === "domain");
    expect(found?.mentions[0]?.section).toBe(section);
  });

  it("is at most 200 characters", () => {
    const { section } = mentionOf(`# ${"A".repeat(119)}\norbit-sync.top`, SITE);
    expect((section ?? "").length).toBeLessThanOrEqual(200);
  });

  it("takes the title for the first heading where it announces indicators", () => {
    const text = "orbit-sync.top\n";
    expect(mentionOf(text, SITE).role).toBe("mentioned");
    expect(mentionOf(text, SITE, "IOCs of Silver Finch").role).toBe("indicator");
  });
});

describe("values", () => {
  const text =
    "It looks like orbit-sync.top here.\n\nThe malware contacts orbit-sync.top.\n\n" +
    "IOCs\n\norbit-sync.top\n";

  it("have their places, the strongest first, and their number", () => {
    const [value] = read(text, [SITE]);
    expect(value).toMatchObject({ kind: "domain", role: "indicator", confidence: 95, count: 3 });
    expect(value?.mentions.map(({ role, confidence }) => [role, confidence])).toEqual([
      ["indicator", 95],
      ["indicator", 85],
      ["mentioned", 30],
    ]);
    const [first] = value?.mentions ?? [];
    expect(text.slice(first?.start, first?.end)).toBe("orbit-sync.top");
    expect(Object.keys(first ?? {})).toEqual([
      "start",
      "end",
      "role",
      "confidence",
      "section",
      "sentence",
    ]);
  });

  it("keep five places, and the strongest of them all", () => {
    const many = `${"It looks like orbit-sync.top here.\n\n".repeat(40)}IOCs\n\norbit-sync.top\n`;
    const [value] = read(many, [SITE]);
    expect(value).toMatchObject({ role: "indicator", count: 41 });
    expect(value?.mentions).toHaveLength(5);
    expect(value?.mentions[0]?.section).toBe("IOCs");
  });

  it("is less sure of what was put together", () => {
    const whole = occurrencesOf(text, [SITE]);
    const joined = whole.map((one): Occurrence => ({ ...one, joined: true }));
    const of = (some: Occurrence[]) =>
      readMentions(outlineText(text), some, NONE)[0]?.confidence ?? 0;
    expect(of(joined)).toBe(of(whole) - 10);
  });

  it.each(["", "\n", " ", "\u0000", "no values at all"])("finds nothing in %j", (nothing) => {
    expect(readObservables(outlineText(nothing), { publisher: null })).toEqual([]);
  });
});

describe("reading a text whole", () => {
  it("finds values and their roles", () => {
    const text =
      "The loader beacons to hxxps://orbit-sync[.]top/a.\n\nReferences\n\n[1] https://lab.quarry-notes.net/b\n";
    const roles = readObservables(outlineText(text), { publisher: "lab.quarry-notes.net" }).map(
      ({ kind, role }: FoundValue) => [kind, role],
    );
    expect(roles).toEqual([
      ["url", "indicator"],
      ["domain", "host"],
      ["url", "vendor"],
      ["domain", "vendor"],
    ]);
  });

  it("gives each mention a role and a confidence of 0 to 100, whatever the text", () => {
    const parts = [
      "# ",
      "| ",
      "\t",
      "\n",
      "C2: ",
      "victim ",
      "[1] ",
      "References\n",
      "。",
      "orbit-sync[.]top ",
      "https://a.quarry-notes.net/b ",
      "d41d8cd98f00b204e9800998ecf8427e ",
      "CVE-2024-12345 ",
    ];
    let seed = 7;
    const next = () => (seed = (seed * 48_271) % 2_147_483_647);
    for (let round = 0; round < 200; round += 1) {
      const text = Array.from({ length: 40 }, () => parts[next() % parts.length]).join("");
      for (const { mentions, confidence, role } of readObservables(outlineText(text), {
        publisher: null,
      })) {
        expect(OBSERVABLE_ROLES).toContain(role);
        expect(mentions.length).toBeGreaterThan(0);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(100);
        for (const { start, end, sentence } of mentions) {
          expect(sentence).toContain(text.slice(start, Math.min(end, start + 40)));
          expect(sentence.length).toBeLessThanOrEqual(400);
        }
      }
    }
  });
});
