import { describe, expect, it } from "vitest";
import { extractObservables } from "../../src/pipeline/observables/extract/extract.ts";
import { normaliseObservable } from "../../src/pipeline/observables/normalise.ts";
import { suppressionOf } from "../../src/pipeline/observables/suppress.ts";
import {
  OBSERVABLE_KINDS,
  type ObservableKind,
} from "../../src/pipeline/observables/vocabulary.ts";
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

describe("suppression", () => {
  const rule = (kind: ObservableKind, value: string, publisher: string | null = null) => {
    const match = normaliseObservable(kind, value);
    if (match === null) throw new Error(`${value} is no ${kind}`);
    return suppressionOf(match, publisher);
  };

  it.each([
    ["10.0.0.1", "private_address"],
    ["172.16.0.1", "private_address"],
    ["172.31.255.255", "private_address"],
    ["192.168.1.1", "private_address"],
    ["0.0.0.0", "reserved_address"],
    ["100.64.0.1", "reserved_address"],
    ["127.0.0.1", "reserved_address"],
    ["169.254.169.254", "reserved_address"],
    ["198.19.255.255", "reserved_address"],
    ["224.0.0.1", "reserved_address"],
    ["255.255.255.255", "reserved_address"],
    ["192.0.2.1", "documentation_address"],
    ["198.51.100.7", "documentation_address"],
    ["203.0.113.9", "documentation_address"],
    ["8.8.8.8", "well_known_resolver"],
    ["172.32.0.1", null],
    ["100.128.0.1", null],
    ["11.0.0.1", null],
  ])("of %s is by %s", (address, expected) => {
    expect(rule("ipv4", address)).toBe(expected);
  });

  it.each([
    ["example.com", null, "reserved_domain"],
    ["www.microsoft.com", null, "benign_domain"],
    ["github.com", null, "benign_domain"],
    ["www.hhs.gov", null, "benign_domain"],
    ["evil.github.io", null, null],
    ["raw.githubusercontent.com", null, null],
    ["drive.google.com", null, null],
    ["microsoft.com.evil-host.xyz", null, null],
    ["blog.vendor.example.net", "https-vendor.net", "reserved_domain"],
    ["mail.some-vendor.io", "www.some-vendor.io", "publisher_domain"],
    ["mail.some-vendor.io", "www.other-vendor.io", null],
  ])("of %s (published by %s) is by %s", (domain, publisher, expected) => {
    expect(rule("domain", domain, publisher)).toBe(expected);
  });

  it("knows the hashes of an empty file", () => {
    expect(rule("md5", "D41D8CD98F00B204E9800998ECF8427E")).toBe("empty_file_hash");
  });
});
