import { describe, expect, it } from "vitest";
import { extractObservables } from "../../../../src/pipeline/observables/extract/extract-observables.ts";
import {
  OBSERVABLE_KINDS,
  type ObservableKind,
} from "../../../../src/pipeline/observables/vocabulary.ts";
import forms from "./forms.jsonl?raw";
import sentences from "./labelled-sentences.jsonl?raw";

/** A text and the normalised values that stand in it, by kind. */
interface Labelled {
  form?: string;
  text: string;
  expect: Partial<Record<ObservableKind, string[]>>;
}

const read = (lines: string) =>
  lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Labelled);

function valuesIn(text: string): Record<ObservableKind, string[]> {
  const found = extractObservables(text);
  const of = (kind: ObservableKind) =>
    found.filter((match) => match.kind === kind).map((match) => match.normalized_value);
  return Object.fromEntries(OBSERVABLE_KINDS.map((kind) => [kind, of(kind).sort()])) as Record<
    ObservableKind,
    string[]
  >;
}

describe("extraction", () => {
  const table = read(forms).map((labelled) => [labelled.form ?? "", labelled] as const);

  it("has a table of at least 120 forms", () => {
    expect(new Set(table.map(([form]) => form)).size).toBeGreaterThanOrEqual(120);
  });

  it.each(table)("reads %s", (_form, { text, expect: wanted }) => {
    const none = { cve: [], ipv4: [], domain: [], md5: [], sha256: [] };
    expect(valuesIn(text)).toEqual({ ...none, ...wanted });
  });

  it.each(OBSERVABLE_KINDS)("finds %s in labelled sentences", (kind) => {
    const labelled = read(sentences);
    expect(labelled.length).toBeGreaterThanOrEqual(200);
    let right = 0;
    let wrong = 0;
    let missed = 0;
    for (const { text, expect: wanted } of labelled) {
      const expected = new Set(wanted[kind]);
      const found = valuesIn(text)[kind];
      right += found.filter((value) => expected.has(value)).length;
      wrong += found.filter((value) => !expected.has(value)).length;
      missed += [...expected].filter((value) => !found.includes(value)).length;
    }
    expect(right + missed).toBeGreaterThan(50);
    expect(right / (right + wrong), "precision").toBeGreaterThanOrEqual(0.98);
    expect(right / (right + missed), "recall").toBeGreaterThanOrEqual(0.98);
  });

  it("finds a value once, however often it is written", () => {
    const text = "evil-host[.]xyz, EVIL-HOST.xyz and hxxp://evil-host.xyz./a";
    expect(valuesIn(text).domain).toEqual(["evil-host.xyz"]);
  });
});

describe("what pages and authors do to names", () => {
  it.each([
    ["See https://www.us-\ncert.gov/tlp for more.", ["www.us-cert.gov"]],
    ["They ran Atexec[.]py and Secretsdump[.]py.", []],
    ["They asked hxxps://evil[.]py/a for orders.", ["evil.py"]],
    ["They called bad[.]rs and worse[.]md.", ["bad.rs", "worse.md"]],
    ["They asked cdn.evil[.]sh for orders.", ["cdn.evil.sh"]],
  ])("%s", (text, domains) => {
    expect(valuesIn(text).domain).toEqual(domains);
  });
});
