import { outlineText } from "../../../../src/text/outline/outline-text.ts";
import { describe, expect, it } from "vitest";
import { findOccurrences } from "../../../../src/pipeline/observables/extract/find-occurrences.ts";
import {
  type KnownKind,
  OBSERVABLE_KINDS,
} from "../../../../src/pipeline/observables/vocabulary.ts";
import formsOfKinds from "./forms-of-kinds.jsonl?raw";
import forms from "./forms.jsonl?raw";
import sentences from "./labelled-sentences.jsonl?raw";

/** A text and the normalised values that stand in it, by kind. */
interface Labelled {
  form?: string;
  text: string;
  expect: Partial<Record<KnownKind, string[]>>;
}

const read = (lines: string) =>
  lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Labelled);

/** The values of each kind that occurs, each once, in order. */
function valuesIn(text: string): Partial<Record<KnownKind, string[]>> {
  const found = findOccurrences(outlineText(text));
  const of = (kind: KnownKind) => [
    ...new Set(found.filter((match) => match.kind === kind).map((match) => match.normalized_value)),
  ];
  const all = OBSERVABLE_KINDS.map((kind) => [kind, of(kind).sort()] as const);
  return Object.fromEntries(all.filter(([, values]) => values.length > 0));
}

function sorted(expected: Labelled["expect"]): Labelled["expect"] {
  return Object.fromEntries(
    Object.entries(expected).map(([kind, values]) => [kind, values.toSorted()]),
  );
}

describe("extraction", () => {
  const table = [...read(forms), ...read(formsOfKinds)].map(
    (labelled) => [labelled.form ?? "", labelled] as const,
  );

  it("has a table of at least 500 forms", () => {
    expect(new Set(table.map(([form]) => form)).size).toBeGreaterThanOrEqual(500);
  });

  it.each(table)("reads %s", (_form, { text, expect: wanted }) => {
    expect(valuesIn(text)).toEqual(sorted(wanted));
  });

  const labelled = read(sentences);
  const common = OBSERVABLE_KINDS.filter(
    (kind) => labelled.flatMap(({ expect: wanted }) => wanted[kind] ?? []).length >= 20,
  );

  it("has labelled sentences of the commonest kinds", () => {
    expect(labelled.length).toBeGreaterThanOrEqual(280);
    expect(common).toEqual(
      expect.arrayContaining(["cve", "ipv4", "domain", "url", "md5", "sha256", "file_name"]),
    );
  });

  it.each(common)("finds %s in labelled sentences", (kind) => {
    let right = 0;
    let wrong = 0;
    let missed = 0;
    for (const { text, expect: wanted } of labelled) {
      const expected = new Set(wanted[kind]);
      const found = valuesIn(text)[kind] ?? [];
      right += found.filter((value) => expected.has(value)).length;
      wrong += found.filter((value) => !expected.has(value)).length;
      missed += [...expected].filter((value) => !found.includes(value)).length;
    }
    expect(right / (right + wrong), "precision").toBeGreaterThanOrEqual(0.98);
    expect(right / (right + missed), "recall").toBeGreaterThanOrEqual(0.98);
  });

  it("finds nothing else in labelled sentences", () => {
    const rare = OBSERVABLE_KINDS.filter((kind) => !common.includes(kind));
    for (const { text, expect: wanted } of labelled) {
      const found = valuesIn(text);
      const rareOf = (values: Labelled["expect"]) =>
        Object.fromEntries(rare.map((kind) => [kind, values[kind]?.toSorted() ?? []]));
      expect({ text, ...rareOf(found) }).toEqual({ text, ...rareOf(wanted) });
    }
  });

  it("gives a value one normal form, however it is written", () => {
    const text = "evil-host[.]xyz, EVIL-HOST.xyz and hxxp://evil-host.xyz./a";
    const domains = findOccurrences(outlineText(text)).filter(({ kind }) => kind === "domain");
    expect(domains.map(({ normalized_value }) => normalized_value)).toEqual([
      "evil-host.xyz",
      "evil-host.xyz",
      "evil-host.xyz",
    ]);
  });
});

describe("what pages and authors do to names", () => {
  it.each([
    ["See https://www.us-\ncert.gov/tlp for more.", ["www.us-cert.gov"]],
    ["They ran Atexec[.]py and Secretsdump[.]py.", undefined],
    ["They asked hxxps://evil[.]py/a for orders.", ["evil.py"]],
    ["They called bad[.]rs and worse[.]md.", ["bad.rs", "worse.md"]],
    ["They asked cdn.evil[.]sh for orders.", ["cdn.evil.sh"]],
  ])("%s", (text, domains) => {
    expect(valuesIn(text).domain).toEqual(domains);
  });
});
