import { outlineText } from "../../../../src/text/outline/outline-text.ts";
import { describe, expect, it } from "vitest";
import { findOccurrences } from "../../../../src/pipeline/observables/extract/find-occurrences.ts";
import { refang } from "../../../../src/pipeline/observables/extract/refang.ts";
import { normaliseObservable } from "../../../../src/pipeline/observables/normalise.ts";
import formsOfKinds from "./forms-of-kinds.jsonl?raw";
import forms from "./forms.jsonl?raw";
import sentences from "./labelled-sentences.jsonl?raw";

const texts = [forms, formsOfKinds, sentences].flatMap((lines) =>
  lines
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { text: string }).text),
);

/** What stands at an occurrence's place, with each backslash once. */
const plain = (written: string) =>
  refang(written)
    .replaceAll("\uE000", ".")
    .replaceAll(/\\{2,}/g, "\\")
    .replace(/^(H\w+):\\/, "$1\\");
const once = (value: string) => value.replaceAll(/\\{2,}/g, "\\");

describe("places of occurrences", () => {
  it("are where the value stands in the text as it is given", () => {
    for (const text of [texts.join("\n\n"), ...texts]) {
      for (const { kind, value, start, end, joined } of findOccurrences(outlineText(text))) {
        const written = text.slice(start, end);
        // The networks of a range stand at the place of both its ends.
        if (joined || /\d - \d/.test(written)) continue;
        const expected = kind === "asn" ? value.replace(/\D+/, "") : once(value);
        const found = kind === "asn" ? written.replaceAll(/\D+/g, "") : plain(written);
        expect([kind, found]).toEqual([kind, expected]);
      }
    }
  });

  it("hold the letters of a joined value in their order", () => {
    const text = "SHA256: 36b0d29532c1af1af2090d140ebcff4f53\nb5e7e7b30ca91118d3df256b2cf95e";
    const [found] = findOccurrences(outlineText(text));
    expect(found).toMatchObject({ kind: "sha256", start: 8, end: text.length, joined: true });
    expect(text.slice(found?.start, found?.end).replace("\n", "")).toBe(found?.value);
  });

  it("come in the order of their start", () => {
    for (const text of [texts.join("\n\n"), ...texts]) {
      const starts = findOccurrences(outlineText(text)).map(({ start }) => start);
      expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    }
  });

  it("have values whose kind takes them", () => {
    for (const text of texts) {
      for (const { kind, value, normalized_value: normal } of findOccurrences(outlineText(text))) {
        const given = kind === "ipv4" && value.includes(":") ? "ipv6" : kind;
        const normalised = normaliseObservable(given, value)?.normalized_value;
        expect({ value, normalised }).toEqual({ value, normalised: normal });
      }
    }
  });
});

describe("what an occurrence tells of its form", () => {
  it("tells the host of a URL and of a mail address, at its place inside", () => {
    const text = "Ask hxxps://evil[.]com/a or bob@evil[.]net, not evil[.]org.";
    const found = findOccurrences(outlineText(text)).map(
      ({ kind, start, end, host_of, defanged }) => [
        kind,
        text.slice(start, end),
        host_of,
        defanged,
      ],
    );
    expect(found).toEqual([
      ["url", "hxxps://evil[.]com/a", null, true],
      ["domain", "evil[.]com", "url", true],
      ["email", "bob@evil[.]net", null, true],
      ["domain", "evil[.]net", "email", true],
      ["domain", "evil[.]org", null, true],
    ]);
  });

  it("tells that nothing was defanged", () => {
    const found = findOccurrences(
      outlineText("https://evil.com/a, bob@evil.net, 45.138.16.71 and C:\\a\\b.exe"),
    );
    expect(found.length).toBe(6);
    expect(found.filter(({ defanged }) => defanged)).toEqual([]);
  });

  it("tells the label", () => {
    const hash = "93805d378fdbbbb21b24287cf3e22d82";
    const label = (text: string) => findOccurrences(outlineText(text))[0]?.label;
    expect(label(`Imphash: ${hash}`)).toBe("imphash");
    expect(label(`MD5: ${hash}`)).toBe("md5");
    expect(label(hash)).toBeNull();
    expect(label("mutex: Global\\ab_1")).toBe("mutex");
  });
});

/** Counts the characters that are looked at, so that no clock decides. */
function looksAt(text: string): number {
  const methods = {
    exec: Object.getOwnPropertyDescriptor(RegExp.prototype, "exec") ?? {},
    slice: Object.getOwnPropertyDescriptor(String.prototype, "slice") ?? {},
    charCodeAt: Object.getOwnPropertyDescriptor(String.prototype, "charCodeAt") ?? {},
  };
  const exec = methods.exec.value as (this: RegExp, text: string) => RegExpExecArray | null;
  const slice = methods.slice.value as (this: string, from?: number, to?: number) => string;
  const charCodeAt = methods.charCodeAt.value as (this: string, at: number) => number;
  let looks = 0;
  const counting = {
    exec(this: RegExp, given: string) {
      const from = this.global || this.sticky ? this.lastIndex : 0;
      const found = exec.call(this, given);
      const to = found === null ? given.length : found.index + found[0].length;
      looks += this.sticky && found === null ? 1 : to - from;
      return found;
    },
    slice(this: string, from?: number, to?: number) {
      const part = slice.call(this, from, to);
      looks += part.length;
      return part;
    },
    charCodeAt(this: string, at: number) {
      looks += 1;
      return charCodeAt.call(this, at);
    },
  };
  const owners: Readonly<Record<keyof typeof counting, object>> = {
    exec: RegExp.prototype,
    slice: String.prototype,
    charCodeAt: String.prototype,
  };
  const define = (name: keyof typeof counting, value: unknown) =>
    Object.defineProperty(owners[name], name, { ...methods[name], value });
  try {
    for (const name of ["exec", "slice", "charCodeAt"] as const) define(name, counting[name]);
    findOccurrences(outlineText(text));
  } finally {
    for (const name of ["exec", "slice", "charCodeAt"] as const) define(name, methods[name].value);
  }
  return looks;
}

describe("the work of the reading", () => {
  const half = "36b0d29532c1af1af2090d140ebcff4f53\n";
  it.each([
    "a",
    ".",
    "a.",
    "[.]",
    "@",
    "a@",
    "://",
    "http://a.co/",
    "hxxp://",
    "\\",
    "C:\\a",
    "C:\\a b",
    "/tmp/",
    "a0",
    "a0:",
    "f",
    "1.",
    "1.2.3.4/24 ",
    "AS1234 ",
    half,
    "evil[.]c\nom\n",
    "abc\nde[.]com\n",
    "a-\n",
    "\n",
    " ",
    "mutex: ",
    "mutex\n",
    "user-agent: ",
    "Mozilla/5.0 (",
    "CVE-2024-1",
    "%a%\\",
    "HKLM\\a ",
    '"',
    "93805d378fdbbbb21b24287cf3e22d82 ",
    "93805d378fdbbbb21b24287cf3e22d82,",
    "93805d378fdbbbb21b24287cf3e22d82\n",
    "a|93805d378fdbbbb21b24287cf3e22d82\n",
    "https://a.co/b-\n",
    "evil dot com ",
    "TLP:CLEAR\n",
    "(",
    "漢",
    "漢.",
  ])("grows with the text and no faster: %j", (unit) => {
    const small = looksAt(unit.repeat(Math.ceil(3_000 / unit.length)));
    const large = looksAt(unit.repeat(Math.ceil(24_000 / unit.length)));
    expect(large / small).toBeLessThan(8 * 1.7);
  });
});
