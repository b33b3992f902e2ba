import { outlineText } from "../../../../src/text/outline/outline-text.ts";
import { describe, expect, it, vi } from "vitest";
import { readMentions } from "../../../../src/pipeline/observables/context/read-mentions.ts";
import type { Occurrence } from "../../../../src/pipeline/observables/found.ts";

/* oxlint-disable typescript/unbound-method -- They are called on the string that they are asked of. */
const PLAIN = {
  charCodeAt: String.prototype.charCodeAt,
  slice: String.prototype.slice,
  indexOf: String.prototype.indexOf,
};
/* oxlint-enable typescript/unbound-method */

const VALUE = "orbit-sync.top";

/** `count` times the unit, with a value of its own at each place where the unit has one. */
function build(unit: string, count: number): { text: string; occurrences: Occurrence[] } {
  const at = unit.indexOf(VALUE);
  const occurrences = Array.from({ length: at === -1 ? 0 : count }, (_, i): Occurrence => {
    const start = i * unit.length + at;
    const place = { start, end: start + VALUE.length, host_of: null };
    const match = { kind: "domain", value: VALUE, normalized_value: `x${i}.${VALUE}` } as const;
    return { ...match, ...place, defanged: false, label: null, joined: false };
  });
  return { text: unit.repeat(count), occurrences };
}

/** How many characters are looked at: one by one, in slices, and on the way to what is searched for. */
function stepsOf(unit: string, count: number): number {
  const { text, occurrences } = build(unit, count);
  const source = { publisher: null, title: null, lists: { effectOf: () => null } };
  let steps = 0;
  const codeAt = vi.spyOn(String.prototype, "charCodeAt");
  const slice = vi.spyOn(String.prototype, "slice");
  const indexOf = vi.spyOn(String.prototype, "indexOf");
  const { charCodeAt: plainCodeAt, slice: plainSlice, indexOf: plainIndexOf } = PLAIN;
  codeAt.mockImplementation(function (this: string, at) {
    steps += 1;
    return plainCodeAt.call(this, at);
  });
  slice.mockImplementation(function (this: string, from, to) {
    const part = plainSlice.call(this, from, to);
    steps += part.length;
    return part;
  });
  indexOf.mockImplementation(function (this: string, part, from) {
    const found = plainIndexOf.call(this, part, from);
    steps += (found === -1 ? this.length : found) - (from ?? 0);
    return found;
  });
  try {
    readMentions(outlineText(text), occurrences, source);
  } finally {
    vi.restoreAllMocks();
  }
  return steps;
}

describe("texts that are made to be slow", () => {
  it.each([
    ["values in one line", `${VALUE} `],
    ["values without blanks", `${VALUE},`],
    ["values in lines", `${VALUE}\n`],
    ["rows", `a\t${VALUE}\tb\n`],
    ["cells in one line", `a\t${VALUE}\tb`],
    ["headings", `Indicators of Compromise\n${VALUE}\n`],
    ["heads of tables", `Indicator|Type|Source\n${VALUE}|b|c\n`],
    ["words of all meanings", `malware c2 beacon see victim service ${VALUE} `],
    ["sentences", `. ${VALUE} `],
    ["colons", `::: ${VALUE}`],
    ["Chinese", `恶意受害者参考${VALUE}。`],
  ])("looks at four times as much in four times the text: %s", (_, unit) => {
    const few = stepsOf(unit, 500);
    expect(few).toBeGreaterThan(500 * unit.length);
    expect(stepsOf(unit, 2000) / few).toBeLessThan(4.6);
  });

  it.each([
    ["blanks", " "],
    ["line ends", "\n"],
    ["bars", "|"],
    ["tabs", "\t"],
    ["hashes", "#"],
    ["words", "malware "],
  ])("passes over a million %s before a value", (_, filler) => {
    const text = `${filler.repeat(1_000_000)}${VALUE}`;
    const start = text.length - VALUE.length;
    const [one] = build(VALUE, 1).occurrences;
    if (one === undefined) throw new Error("there is one");
    const occurrences = [{ ...one, start, end: text.length }];
    const source = { publisher: null, title: null, lists: { effectOf: () => null } };
    const [value] = readMentions(outlineText(text), occurrences, source);
    expect(value?.mentions[0]?.sentence.length).toBeLessThanOrEqual(400);
  });
});
