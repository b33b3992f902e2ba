import { describe, expect, it } from "vitest";
import { normaliseObservable } from "../../../src/pipeline/observables/normalise.ts";
import { suppressionRuleOf } from "../../../src/pipeline/observables/suppression-rule.ts";
import type { ObservableKind } from "../../../src/pipeline/observables/vocabulary.ts";

describe("suppression", () => {
  const rule = (kind: ObservableKind, value: string, publisher: string | null = null) => {
    const match = normaliseObservable(kind, value);
    if (match === null) throw new Error(`${value} is no ${kind}`);
    return suppressionRuleOf(match, publisher)?.rule ?? null;
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
