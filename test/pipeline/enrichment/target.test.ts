import { describe, expect, it } from "vitest";
import { keyOf, whyKeptHere } from "../../../src/pipeline/enrichment/target.ts";

const why = (kind: "ipv4" | "ipv6" | "domain" | "url" | "sha256", value: string) =>
  whyKeptHere({ kind, value, isAncestor: false });

describe("a value that stays here", () => {
  it.each([
    ["ipv4", "10.1.2.3"],
    ["ipv4", "100.64.0.0/10"],
    ["ipv6", "fd00::1"],
    ["domain", "printer.local"],
    ["url", "http://intranet.local/a"],
    ["url", "http://intranet/a"],
    ["url", "http://[::ffff:10.0.0.1]/a"],
    ["url", "http://0x7f.1/a"],
    ["url", "http://203.0.113.7/a"],
  ] as const)("is %s %s, as private", (kind, value) => {
    expect(why(kind, value)).toContain("is a private or reserved address");
  });

  it("is a URL with a password", () => {
    expect(why("url", "https://ann:secret@somewhere.net/")).not.toContain("secret");
    expect(why("url", "https://ann@somewhere.net/")).toContain("a user name or a password");
  });

  it.each([
    ["ipv4", "185.220.101.4"],
    ["ipv6", "2a00:1450::1"],
    ["domain", "somewhere.net"],
    ["url", "https://somewhere.net/10.0.0.1"],
    ["sha256", "a".repeat(64)],
  ] as const)("is not %s %s", (kind, value) => {
    expect(why(kind, value)).toBeNull();
  });
});

it("targets of two providers are two", () => {
  const target = { kind: "ipv4", value: "185.220.101.4", isAncestor: false } as const;
  expect(keyOf("rdap", target)).toBe("rdap:ipv4:185.220.101.4");
  expect(keyOf("otx", target)).toBe("otx:ipv4:185.220.101.4");
});
