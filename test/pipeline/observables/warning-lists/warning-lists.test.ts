import { describe, expect, it } from "vitest";
import { normaliseObservable } from "../../../../src/pipeline/observables/normalise.ts";
import type { ObservableKind } from "../../../../src/pipeline/observables/vocabulary.ts";
import {
  toContent,
  type WarningList,
} from "../../../../src/pipeline/observables/warning-lists/list-content.ts";
import {
  decodeLists,
  encodeLists,
} from "../../../../src/pipeline/observables/warning-lists/list-file.ts";
import { readRegex } from "../../../../src/pipeline/observables/warning-lists/read-regex.ts";
import type {
  WarningEffect,
  WarningListType,
} from "../../../../src/pipeline/observables/warning-lists/vocabulary.ts";
import { WarningLists } from "../../../../src/pipeline/observables/warning-lists/warning-lists.ts";

const ALL = ["ip-dst", "domain", "url", "email", "md5", "sha256", "filename", "user-agent"];

function listOf(
  name: string,
  type: WarningListType,
  entries: readonly string[],
  effect: WarningEffect | null = "benign",
  attributes = ALL,
): WarningList {
  const content = toContent(type, entries);
  if ("at" in content) throw new Error(`${entries[content.at]} is not ${content.reason}`);
  const facts = { title: name, description: "", version: 1, licence: null, origin: null };
  const counted = { entries: entries.length, matching_attributes: attributes };
  return { name, type, effect, ...facts, ...counted, ...content };
}

function match(kind: ObservableKind, value: string) {
  const found = normaliseObservable(kind, value);
  if (found === null) throw new Error(`${value} is no ${kind}`);
  return found;
}

/** Which of the lists name a value, through the file that they are kept in. */
function finder(...lists: WarningList[]) {
  const opened = new WarningLists(decodeLists(encodeLists(lists)));
  return (kind: ObservableKind, value: string) =>
    opened.find(match(kind, value)).map(({ name, effect }) => `${name} ${effect}`);
}

describe("each type of list", () => {
  it("hostname names a host and all below it", () => {
    const find = finder(listOf("h", "hostname", ["Evil.com.", ".dotted.org", "пример.рф"]));
    expect(find("domain", "evil.com")).toEqual(["h benign"]);
    expect(find("domain", "a.b.EVIL.com")).toEqual(["h benign"]);
    expect(find("domain", "www.dotted.org")).toEqual(["h benign"]);
    expect(find("domain", "a.пример.рф")).toEqual(["h benign"]);
    expect(find("domain", "xn--e1afmkfd.xn--p1ai")).toEqual(["h benign"]);
    expect(find("domain", "notevil.com")).toEqual([]);
    expect(find("domain", "evil.com.au")).toEqual([]);
    expect(find("url", "https://A.evil.com:8443/x?y=dotted.org")).toEqual(["h benign"]);
    expect(find("url", "https://other.com/evil.com")).toEqual([]);
    expect(find("url", "https://evil.com@other.com/")).toEqual([]);
    expect(find("email", "joe@mail.evil.com")).toEqual(["h note"]);
    expect(find("ipv4", "1.2.3.4")).toEqual([]);
  });

  it("string names the whole value, and with a dot before it what is below", () => {
    const md5 = "D41D8CD98F00B204E9800998ECF8427E";
    const list = ["Site.com", ".dotted.org", md5, "http://site.net/Path", "setup.exe", "9.9.9.9"];
    const find = finder(listOf("s", "string", [...list, "2001:DB8:0::7", "例え.jp"]));
    expect(find("domain", "site.com")).toEqual(["s benign"]);
    expect(find("domain", "www.site.com")).toEqual([]);
    expect(find("domain", "dotted.org")).toEqual(["s benign"]);
    expect(find("domain", "a.dotted.org")).toEqual(["s benign"]);
    expect(find("domain", "例え.jp")).toEqual(["s benign"]);
    expect(find("md5", md5.toLowerCase())).toEqual(["s benign"]);
    expect(find("sha256", "a".repeat(64))).toEqual([]);
    expect(find("url", "http://site.net/Path")).toEqual(["s benign"]);
    expect(find("url", "http://site.net/other")).toEqual([]);
    expect(find("url", "https://site.com/other")).toEqual(["s benign"]);
    expect(find("file_name", "Setup.exe")).toEqual(["s benign"]);
    expect(find("ipv4", "9.9.9.9")).toEqual(["s benign"]);
    expect(find("ipv6", "2001:db8::7")).toEqual(["s benign"]);
  });

  it("substring names what has it anywhere", () => {
    const find = finder(listOf("p", "substring", ["Sandbox", "evil.c", "/wp-content/"]));
    expect(find("domain", "mysandbox.org")).toEqual(["p benign"]);
    expect(find("domain", "notevil.com")).toEqual(["p benign"]);
    expect(find("url", "http://a.org/wp-content/x.php")).toEqual(["p benign"]);
    expect(find("url", "http://a.org/wp-contents")).toEqual([]);
    expect(find("domain", "sandbo.org")).toEqual([]);
    expect(find("email", "sandbox@a.org")).toEqual(["p benign"]);
  });

  it("substring finds each of many that share most of what they are", () => {
    const many = Array.from({ length: 5_000 }, (_, n) => `www.mail-${n}.com`);
    const find = finder(listOf("p", "substring", many));
    for (const n of [0, 7, 4_999]) {
      expect(find("url", `http://x.org/?r=www.mail-${n}.com`)).toEqual(["p benign"]);
    }
    expect(find("url", "http://x.org/?r=www.mail-5000.com")).toEqual([]);
  });

  it("cidr names addresses and networks that lie within", () => {
    const list = ["10.0.0.0/8", "1.2.3.4", "192.168.1.77/24", "0.0.0.0/32", "255.255.255.255"];
    const find = finder(listOf("n", "cidr", [...list, "2001:DB8::/32", "::1", "fe80::/10"]));
    for (const inside of [
      "10.0.0.0",
      "10.255.255.255",
      "10.2.0.0/16",
      "1.2.3.4",
      "192.168.1.0",
      "192.168.1.255",
      "0.0.0.0",
      "255.255.255.255",
    ]) {
      expect([inside, find("ipv4", inside)]).toEqual([inside, ["n benign"]]);
    }
    for (const outside of ["9.255.255.255", "11.0.0.0", "1.2.3.3", "1.2.3.5", "8.0.0.0/6"]) {
      expect([outside, find("ipv4", outside)]).toEqual([outside, []]);
    }
    expect(find("ipv6", "2001:db8:ffff::")).toEqual(["n benign"]);
    expect(find("ipv6", "2001:db8::/48")).toEqual(["n benign"]);
    expect(find("ipv6", "::1")).toEqual(["n benign"]);
    expect(find("ipv6", "febf::1")).toEqual(["n benign"]);
    for (const outside of ["2001:db9::", "2001:db7:ffff::", "::2", "fec0::", "2001::/16"]) {
      expect([outside, find("ipv6", outside)]).toEqual([outside, []]);
    }
    expect(find("url", "http://10.1.2.3/x")).toEqual(["n benign"]);
    expect(find("url", "http://[2001:db8::9]:81/x")).toEqual(["n benign"]);
    expect(find("domain", "10.example.com")).toEqual([]);
  });

  it("cidr holds everything, where an entry does", () => {
    const find = finder(listOf("n", "cidr", ["0.0.0.0/0", "::/0"]));
    for (const value of ["0.0.0.0", "127.0.0.1", "255.255.255.255"]) {
      expect(find("ipv4", value)).toEqual(["n benign"]);
    }
    expect(find("ipv6", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff")).toEqual(["n benign"]);
  });

  it("regex names what fits, as it is written", () => {
    const list = ["^Mozilla/5\\.0 .*", "/evil\\d{1,3}/i"];
    const find = finder(listOf("r", "regex", list));
    expect(find("user_agent", "Mozilla/5.0 (X11)")).toEqual(["r benign"]);
    expect(find("user_agent", "mozilla/5.0 (X11)")).toEqual([]);
    expect(find("domain", "evil17.com")).toEqual(["r benign"]);
    expect(find("domain", "evil.com")).toEqual([]);
  });
});

describe("what a list is asked about", () => {
  it("is what its attributes say", () => {
    const find = finder(
      listOf("d", "string", ["a.com"], "benign", ["domain"]),
      listOf("e", "hostname", ["a.com"], "benign", ["email-src"]),
      listOf("i", "string", ["1.2.3.4"], "benign", ["domain", "comment"]),
    );
    expect(find("domain", "a.com")).toEqual(["d benign"]);
    expect(find("email", "x@a.com")).toEqual(["e note"]);
    expect(find("ipv4", "1.2.3.4")).toEqual([]);
  });
});

describe("names of customers", () => {
  const find = finder(
    listOf("tradecraft-hosting", "hostname", ["hosted.com"], null),
    listOf("tranco10k", "hostname", ["hosted.com", "site.com", "github.io"], null),
    listOf("google", "string", [".hosted.com", ".github.io", "own.hosted.com"], null),
    listOf("lots-project", "hostname", ["files.site.com", "github.io"], null),
  );

  it("are not benign for the sake of the service", () => {
    expect(find("domain", "evil.hosted.com")).toEqual(["tradecraft-hosting note"]);
    expect(find("domain", "a.evil.hosted.com")).toEqual(["tradecraft-hosting note"]);
    expect(find("url", "https://evil.hosted.com/x")).toEqual(["tradecraft-hosting note"]);
    // By the Public Suffix List.
    expect(find("domain", "evil.github.io")).toEqual(["lots-project note"]);
  });

  it("are what a list says of themselves", () => {
    expect(find("domain", "own.hosted.com")).toEqual(["google benign", "tradecraft-hosting note"]);
    expect(find("domain", "www.hosted.com")).toContain("tradecraft-hosting shared");
    expect(find("domain", "hosted.com")).toContain("tradecraft-hosting shared");
  });

  it("leave a site what belongs to its registered domain", () => {
    expect(find("domain", "a.b.site.com")).toEqual(["tranco10k benign"]);
    expect(find("domain", "files.site.com")).toEqual(["lots-project shared", "tranco10k benign"]);
  });
});

describe("what follows", () => {
  const lists = new WarningLists([
    listOf("a", "hostname", ["both.com", "only.com", "doc.com"], "benign"),
    listOf("b", "hostname", ["both.com"], "shared"),
    listOf("c", "hostname", ["read.com", "only.com"], "reference"),
    listOf("d", "hostname", ["doc.com"], "example"),
    listOf("e", "hostname", ["noted.com"], "note"),
    listOf("f", "string", ["joe@only.com"], "benign"),
    listOf("tranco10k", "hostname", ["news.com"], null),
  ]);
  it.each([
    ["domain", "both.com", "shared"],
    ["domain", "only.com", "benign"],
    ["domain", "read.com", "reference"],
    ["domain", "doc.com", "example"],
    ["domain", "noted.com", null],
    ["domain", "other.com", null],
    ["url", "https://read.com/x", "reference"],
    ["email", "a@doc.com", "example"],
    ["email", "a@both.com", null],
    ["email", "a@read.com", "reference"],
    ["email", "Joe@only.com", "benign"],
    ["md5", "0".repeat(32), null],
  ] as const)("for %s %s is %s", (kind, value, expected) => {
    expect(lists.effectOf(match(kind, value))).toBe(expected);
  });

  it("is named by the list that says it, for a site's page by none", () => {
    expect(lists.namingOf(match("domain", "only.com"), "benign")?.name).toBe("a");
    expect(lists.namingOf(match("domain", "www.news.com"), "benign")?.name).toBe("tranco10k");
    expect(lists.namingOf(match("url", "http://news.com/"), "benign")?.name).toBe("tranco10k");
    expect(lists.namingOf(match("url", "http://news.com/a"), "benign")).toBeNull();
    expect(lists.namingOf(match("url", "http://news.com/?a"), "benign")).toBeNull();
  });

  it("is nothing for kinds that only imports know, and for nothing at all", () => {
    expect(lists.find({ kind: "misp:comment", normalized_value: "only.com" })).toEqual([]);
    expect(lists.find({ kind: "domain", normalized_value: "" })).toEqual([]);
    expect(lists.find({ kind: "domain", normalized_value: "a".repeat(9_000) })).toEqual([]);
    expect(lists.find({ kind: "url", normalized_value: "no url" })).toEqual([]);
    expect(new WarningLists([]).find({ kind: "domain", normalized_value: "a.com" })).toEqual([]);
  });
});

describe("a regular expression of a list", () => {
  it.each(["^a+$", "evil\\d{1,3}\\.com", "(?:a|b)c", "[a-z]+\\.[a-z]+", "/^x$/i"])(
    "may be %s",
    (one) => {
      expect(readRegex(one)).not.toBeNull();
    },
  );

  it.each([
    "(a+)+$",
    "(a|a)*$",
    "(?:a*)*",
    "((ab)+)+",
    "(x+x+)+y",
    "a*a*a*b",
    "(.)\\1",
    "(?=a)b",
    "(?<!a)b",
    "[",
    "(",
    "",
    "a".repeat(400),
  ])("may not be %s", (one) => {
    expect(readRegex(one)).toBeNull();
  });
});

describe("many entries", () => {
  it("are all found, and nothing beside them", () => {
    const entries = Array.from({ length: 50_000 }, (_, n) => `h${n}.many.com`);
    const find = finder(listOf("m", "string", entries));
    for (let n = 0; n < 50_000; n += 997) {
      expect(find("domain", `h${n}.many.com`)).toEqual(["m benign"]);
      expect(find("domain", `h${n}x.many.com`)).toEqual([]);
    }
  });
});
