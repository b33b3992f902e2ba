import { describe, expect, it } from "vitest";
import { gatherLinks, noLinks } from "../../../../../src/pipeline/imports/readers/stix/links.ts";
import { valuesOfMember } from "../../../../../src/pipeline/imports/readers/stix/member-values.ts";
import type { StixObject } from "../../../../../src/formats/stix/stix-object.ts";

const MD5 = "0123456789abcdef0123456789abcdef";
const SHA1 = `${MD5}01234567`;

function read(object: Record<string, unknown>, links = noLinks()) {
  const type = String(object["type"]);
  const { matches, counts, ...rest } = valuesOfMember({ id: `${type}--1`, type, ...object }, links);
  const values = matches.map(
    ({ role, kind, normalized_value: value }) => `${role} ${kind} ${value}`,
  );
  const { observables, foreign, without_value: without, refused, seen } = counts;
  const outcomes = [observables, ...Object.values(foreign), without, refused];
  expect(seen).toBe(outcomes.reduce((sum, one) => sum + one, 0));
  return { ...rest, counts, matches, values };
}

const indicator = (pattern: string, more: object = {}) =>
  read({ type: "indicator", pattern, ...more });

describe("a cyber-observable object", () => {
  it.each<[string, object, string[]]>([
    ["ipv6-addr", { value: "2A01:4F8::0007" }, ["mentioned ipv6 2a01:4f8::7"]],
    ["ipv4-addr", { value: "185.1.2.0/24" }, ["mentioned ipv4 185.1.2.0/24"]],
    ["email-addr", { value: "a@evil.com" }, ["mentioned email a@evil.com", "host domain evil.com"]],
    [
      "url",
      { value: "https://evil.com/" },
      ["mentioned url https://evil.com/", "host domain evil.com"],
    ],
    [
      "file",
      { name: "x.exe", hashes: { MD5, "SHA-1": SHA1 }, size: 5, mime_type: "a/b" },
      ["mentioned file_name x.exe", `mentioned md5 ${MD5}`, `mentioned sha1 ${SHA1}`],
    ],
    [
      "file",
      { hashes: { sha1: SHA1, SSDEEP: "96:aBcd:efGh", TLSH: "T1AB" } },
      [
        `mentioned sha1 ${SHA1}`,
        "mentioned ssdeep 96:aBcd:efGh",
        "mentioned stix:file:hashes.tlsh T1AB",
      ],
    ],
    ["directory", { path: String.raw`C:\Evil` }, [String.raw`mentioned file_path c:\evil`]],
    [
      "windows-registry-key",
      { key: String.raw`HKLM\A\B`, values: [{ name: "x", data: "y" }] },
      [
        String.raw`mentioned registry_key hkey_local_machine\a\b`,
        "mentioned stix:windows-registry-key:values.data x: y",
      ],
    ],
    ["mutex", { name: "M" }, ["mentioned mutex M"]],
    [
      "autonomous-system",
      { number: 64500, name: "Evil AS" },
      ["mentioned asn AS64500", "mentioned stix:autonomous-system Evil AS"],
    ],
    [
      "x509-certificate",
      { hashes: { "SHA-1": SHA1 }, serial_number: "36:f7" },
      ["mentioned stix:x509-certificate:serial_number 36:f7", `mentioned certificate_hash ${SHA1}`],
    ],
    ["mac-addr", { value: "d2:fb:49:24:37:18" }, ["mentioned stix:mac-addr d2:fb:49:24:37:18"]],
    [
      "network-traffic",
      { extensions: { "http-request-ext": { request_header: { "User-Agent": ["Evil/1"] } } } },
      ["mentioned user_agent Evil/1"],
    ],
    [
      "process",
      { command_line: "cmd\r\n /c dir" },
      ["mentioned stix:process:command_line cmd /c dir"],
    ],
    [
      "cryptocurrency-wallet",
      { value: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa" },
      ["mentioned cryptocurrency_wallet 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"],
    ],
    ["x-somebody-s-own", { value: "Что-то" }, ["mentioned stix:x-somebody-s-own Что-то"]],
    [
      "x-tradecraft-observable",
      { kind: "misp:jarm-fingerprint", value: "2ad" },
      ["mentioned misp:jarm-fingerprint 2ad"],
    ],
  ])("%s %j", (type, properties, values) => {
    expect(read({ type, ...properties })).toMatchObject({ values, faults: [] });
  });

  it("names what is no hash, and keeps the rest", () => {
    expect(read({ type: "file", name: "a.exe", hashes: { MD5: "zz" } })).toMatchObject({
      values: ["mentioned file_name a.exe"],
      faults: ["has a value that is no file:hashes.MD5"],
      counts: { seen: 2, refused: 1 },
    });
  });

  it("survives what is of another form", () => {
    for (const odd of [null, 5, [], "x", { a: null }]) {
      const { values } = read({
        type: "file",
        hashes: odd,
        name: odd,
        extensions: odd,
        values: odd,
      });
      expect(values.filter((value) => !/file_name [x5]$|hashes/.test(value))).toEqual([]);
    }
  });
});

describe("a pattern", () => {
  it.each<[string, string[]]>([
    [
      `[file:hashes.'SHA-1' = '${SHA1}' OR file:hashes.ssdeep = '96:aBcd:efGh']`,
      [`indicator sha1 ${SHA1}`, "indicator ssdeep 96:aBcd:efGh"],
    ],
    ["[ipv6-addr:value = '2a01:4f8::7']", ["indicator ipv6 2a01:4f8::7"]],
    [
      String.raw`[windows-registry-key:key = 'HKEY_LOCAL_MACHINE\\A' AND windows-registry-key:values[*].data = 'b']`,
      [
        String.raw`indicator registry_key hkey_local_machine\a`,
        "indicator stix:windows-registry-key:values.data b",
      ],
    ],
    [
      "[mutex:name = 'M' AND network-traffic:dst_port = 443 AND file:size > 5]",
      ["indicator mutex M"],
    ],
    [
      "[autonomous-system:number IN (64500, 64501)]",
      ["indicator asn AS64500", "indicator asn AS64501"],
    ],
    [`[x509-certificate:hashes.'sha1' = '${SHA1}']`, [`indicator certificate_hash ${SHA1}`]],
    [
      "[network-traffic:extensions.'http-request-ext'.request_header.'User-Agent' = 'Evil/1']",
      ["indicator user_agent Evil/1"],
    ],
    ["[mac-addr:value = '5e:ff:56:a2:af:15']", ["indicator stix:mac-addr 5e:ff:56:a2:af:15"]],
    [
      "[file:name = 'a.dll' AND file:parent_directory_ref.path = '/opt/evil']",
      ["indicator file_path /opt/evil/a.dll"],
    ],
    [
      "[file:name IN ('a.dll', 'b.dll') AND file:parent_directory_ref.path = '/opt']",
      ["indicator file_name a.dll", "indicator file_name b.dll", "indicator file_path /opt"],
    ],
    [
      `[file:extensions.'windows-pebinary-ext'.sections[0].hashes.'md5' = '${MD5}']`,
      [`indicator stix:file:extensions.windows-pebinary-ext.sections.hashes.md5 ${MD5}`],
    ],
    ["[domain-name:value LIKE '%.evil.com']", []],
  ])("%s", (pattern, values) => {
    expect(indicator(pattern)).toMatchObject({ values, failure: null });
  });

  it("of another language is named", () => {
    const rule = "rule a { condition: true }";
    expect(indicator(rule, { pattern_type: "yara" })).toMatchObject({
      values: [],
      language: "yara",
      failure: null,
    });
    expect(indicator(rule)).toMatchObject({
      failure: "has a pattern that is no STIX pattern",
      counts: { seen: 1, refused: 1 },
    });
  });

  it("brings its confidence, its times and what was sighted of it", () => {
    const links = noLinks();
    const names = {
      main: null,
      techniques: () => [],
      techniqueNamed: () => null,
      group: () => null,
    };
    const sighting = {
      type: "sighting",
      sighting_of_ref: "indicator--1",
      first_seen: "2026-03-01T00:00:00Z",
      last_seen: "2026-03-05T00:00:00Z",
    };
    const object = (n: number, more: object) =>
      ({ id: `sighting--${n}`, ...sighting, ...more }) as StixObject;
    const known = names as unknown as Parameters<typeof gatherLinks>[2];
    gatherLinks(object(1, {}), links, known);
    gatherLinks(object(2, { first_seen: "2026-02-01T00:00:00Z" }), links, known);
    gatherLinks(object(3, { last_seen: "2026-12-01T00:00:00Z", count: 0 }), links, known);
    const [match] = read(
      {
        type: "indicator",
        pattern: "[domain-name:value = 'evil.com']",
        description: "It beacons.",
        confidence: 90,
        valid_from: "2026-02-20T00:00:00Z",
        valid_until: "2026-06-01T00:00:00Z",
      },
      links,
    ).matches;
    expect(match).toMatchObject({
      role: "indicator",
      confidence: 90,
      first_seen_at: "2026-02-01T00:00:00.000Z",
      last_seen_at: "2026-03-05T00:00:00.000Z",
      expires_at: "2026-06-01T00:00:00.000Z",
      comment: "It beacons.",
    });
  });

  it("of something benign is none to block", () => {
    const pattern = "[ipv4-addr:value = '185.1.2.3']";
    expect(indicator(pattern, { indicator_types: ["benign"] }).values).toEqual([
      "legitimate_service ipv4 185.1.2.3",
    ]);
    expect(indicator(pattern, { indicator_types: [] }).values).toEqual([
      "indicator ipv4 185.1.2.3",
    ]);
  });
});
