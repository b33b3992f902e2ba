import { describe, expect, it } from "vitest";
import { addressRule } from "../../../src/pipeline/observables/address-rule.ts";

describe("special-purpose addresses", () => {
  // First and last address of each range of IANA's registry, and their neighbours outside.
  it.each([
    ["0.0.0.0/8", ["0.0.0.0", "0.255.255.255"], ["1.0.0.0"], "reserved_address"],
    [
      "10.0.0.0/8",
      ["10.0.0.0", "10.255.255.255"],
      ["9.255.255.255", "11.0.0.0"],
      "private_address",
    ],
    [
      "100.64.0.0/10",
      ["100.64.0.0", "100.127.255.255"],
      ["100.63.255.255", "100.128.0.0"],
      "reserved_address",
    ],
    [
      "127.0.0.0/8",
      ["127.0.0.0", "127.255.255.255"],
      ["126.255.255.255", "128.0.0.0"],
      "reserved_address",
    ],
    [
      "169.254.0.0/16",
      ["169.254.0.0", "169.254.255.255"],
      ["169.253.255.255", "169.255.0.0"],
      "reserved_address",
    ],
    [
      "172.16.0.0/12",
      ["172.16.0.0", "172.31.255.255"],
      ["172.15.255.255", "172.32.0.0"],
      "private_address",
    ],
    [
      "192.0.0.0/24",
      ["192.0.0.0", "192.0.0.255"],
      ["191.255.255.255", "192.0.1.0"],
      "reserved_address",
    ],
    [
      "192.0.2.0/24",
      ["192.0.2.0", "192.0.2.255"],
      ["192.0.1.255", "192.0.3.0"],
      "documentation_address",
    ],
    [
      "192.88.99.0/24",
      ["192.88.99.0", "192.88.99.255"],
      ["192.88.98.255", "192.88.100.0"],
      "reserved_address",
    ],
    [
      "192.168.0.0/16",
      ["192.168.0.0", "192.168.255.255"],
      ["192.167.255.255", "192.169.0.0"],
      "private_address",
    ],
    [
      "198.18.0.0/15",
      ["198.18.0.0", "198.19.255.255"],
      ["198.17.255.255", "198.20.0.0"],
      "reserved_address",
    ],
    [
      "198.51.100.0/24",
      ["198.51.100.0", "198.51.100.255"],
      ["198.51.99.255", "198.51.101.0"],
      "documentation_address",
    ],
    [
      "203.0.113.0/24",
      ["203.0.113.0", "203.0.113.255"],
      ["203.0.112.255", "203.0.114.0"],
      "documentation_address",
    ],
    ["224.0.0.0/4", ["224.0.0.0", "239.255.255.255"], ["223.255.255.255"], "reserved_address"],
    ["240.0.0.0/4", ["240.0.0.0", "255.255.255.255"], [], "reserved_address"],
  ])("of %s are suppressed, and no others", (_range, inside, outside, expected) => {
    for (const address of inside)
      expect([address, addressRule(address)]).toEqual([address, expected]);
    for (const address of outside) expect([address, addressRule(address)]).toEqual([address, null]);
  });

  // AS112 (RFC 7534) and AMT (RFC 7450) are globally reachable.
  it.each(["192.31.196.1", "192.52.193.1", "192.175.48.1"])("%s is public", (address) => {
    expect(addressRule(address)).toBeNull();
  });
});

describe("special-purpose addresses of IPv6", () => {
  it.each([
    ["::", "reserved_address"],
    ["::1", "reserved_address"],
    ["::2:0:0", null],
    ["100::1", "reserved_address"],
    ["2001:0:1::", "reserved_address"],
    ["2001:1::", null],
    ["2001:db7:ffff::", null],
    ["2001:db8::", "documentation_address"],
    ["2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "documentation_address"],
    ["2001:db9::", null],
    ["3fff:fff::1", "documentation_address"],
    ["3fff:1000::", null],
    ["fbff::", null],
    ["fc00::", "private_address"],
    ["fdff:ffff::", "private_address"],
    ["fe00::", null],
    ["fe80::1", "reserved_address"],
    ["febf:ffff::", "reserved_address"],
    ["ff00::", "reserved_address"],
    ["2606:4700::1", null],
    ["2001:db8::/48", "documentation_address"],
    ["2001::/16", null],
  ])("%s is by %s", (address, expected) => {
    expect(addressRule(address)).toBe(expected);
  });
});
