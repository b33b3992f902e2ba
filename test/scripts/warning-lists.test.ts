import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { domainToASCII } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WarningLists } from "../../src/pipeline/observables/warning-lists/warning-lists.ts";
import { build, decode, PROJECT, SHIPPED } from "../support/node/built-lists.ts";

const OWN = join(PROJECT, "scripts/warning-lists");

const folder = mkdtempSync(join(tmpdir(), "warning-lists-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("the build of the warning lists", () => {
  const made = join(folder, "made");
  const plain = {
    name: "A made-up list",
    version: 3,
    description: "Made up",
    type: "hostname",
    matching_attributes: ["domain", "hostname"],
    list: ["Evil.COM.", ".ünïcode.example", "*.wild.org", "not a host", "dup.net", "DUP.net"],
  };

  beforeAll(() => {
    mkdirSync(join(made, "as-upstream"), { recursive: true });
    writeFileSync(join(made, "as-upstream", "list.json"), JSON.stringify(plain));
    const networks = {
      ...plain,
      type: "cidr",
      list: ["10.0.0.0/8", "10.1.0.0/16", "2001:DB8::/32", "::1", "x"],
    };
    writeFileSync(
      join(made, "packed.json.gz"),
      gzipSync(JSON.stringify({ ...networks, matching_attributes: ["ip-dst"] })),
    );
    writeFileSync(join(made, "INDEX.json"), "[]");
  });

  it("takes upstream's folders and files, and leaves out what is no entry", () => {
    expect(build(made, join(folder, "a.gz"))).toMatch(/entries of which 2 are left out/);
    const lists = decode(join(folder, "a.gz"));
    expect(lists.find(({ name }) => name === "as-upstream")).toMatchObject({
      title: "A made-up list",
      version: 3,
      entries: 6,
      licence: "CC0-1.0",
    });
    const opened = new WarningLists(lists);
    const found = (value: string) =>
      opened
        .find({
          kind: value.includes(":") ? "ipv6" : /^[\d.]+$/.test(value) ? "ipv4" : "domain",
          normalized_value: value,
        })
        .filter(({ name }) => ["as-upstream", "packed"].includes(name))
        .map(({ name, entry }) => [name, entry]);
    expect(found("a.evil.com")).toEqual([["as-upstream", "evil.com"]]);
    const ascii = domainToASCII("ünïcode.example");
    expect(ascii).toMatch(/^xn--/);
    expect(found(`a.${ascii}`)).toEqual([["as-upstream", ascii]]);
    expect(found("b.wild.org")).toEqual([["as-upstream", "wild.org"]]);
    expect(found("notevil.com")).toEqual([]);
    expect(found("10.255.255.255")).toHaveLength(1);
    expect(found("11.0.0.0")).toEqual([]);
    expect(found("2001:db8:ffff::1")).toHaveLength(1);
    expect(found("2001:db9::")).toEqual([]);
    expect(found("::1")).toHaveLength(1);
  });

  it("writes the same bytes each time", () => {
    build(made, join(folder, "b.gz"));
    build(made, join(folder, "c.gz"));
    const bytes = readFileSync(join(folder, "b.gz"));
    expect(bytes.equals(readFileSync(join(folder, "c.gz")))).toBe(true);
    expect(bytes.length).toBeGreaterThan(1_000);
  });
});

describe("the shipped file", () => {
  const lists = decode(SHIPPED);

  it("is as small as it is to be, and has our lists as they are here", () => {
    expect(statSync(SHIPPED).size).toBeLessThan(2_500_000);
    const own = readdirSync(OWN).map((name) => name.replace(/\.json$/, ""));
    expect(own.length).toBeGreaterThan(5);
    for (const name of own) {
      const { list, version } = JSON.parse(readFileSync(join(OWN, `${name}.json`), "utf8")) as {
        list: string[];
        version: number;
      };
      const found = lists.find((one) => one.name === name);
      expect([name, found?.version, found?.entries]).toEqual([name, version, list.length]);
    }
  });

  it("takes less than 10 MB of memory when it is open", () => {
    const bytes = lists.reduce(
      (sum, { text, ranges }) => sum + text.length + ranges.v4.byteLength + ranges.v6.byteLength,
      0,
    );
    const lines = lists.reduce(
      (sum, { text }) => sum + text.filter((byte) => byte === 10).length,
      0,
    );
    const slots = 4 * 2 ** Math.ceil(Math.log2(lines * 2));
    expect(bytes + slots).toBeLessThan(10_000_000);
  });
});
