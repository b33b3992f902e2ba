import { beforeAll, describe, expect, it } from "vitest";
import { normaliseObservable } from "../../../src/pipeline/observables/normalise.ts";
import { suppressionRuleOf } from "../../../src/pipeline/observables/suppression-rule.ts";
import type { ObservableKind } from "../../../src/pipeline/observables/vocabulary.ts";
import { openWarningLists } from "../../../src/pipeline/observables/warning-lists/open-warning-lists.ts";
import type { WarningLists } from "../../../src/pipeline/observables/warning-lists/warning-lists.ts";
import { testServices } from "../../support/service.ts";

describe("suppression by the shipped lists", () => {
  let lists: WarningLists;
  beforeAll(async () => {
    lists = await openWarningLists(testServices());
  });

  const suppressed = (kind: ObservableKind, value: string, publisher: string | null = null) => {
    const match = normaliseObservable(kind, value);
    if (match === null) throw new Error(`${value} is no ${kind}`);
    return suppressionRuleOf(match, publisher, lists);
  };

  it.each([
    ["ipv4", "10.0.0.1", "private_address", "rfc1918"],
    ["ipv4", "172.16.0.1", "private_address", "rfc1918"],
    ["ipv4", "192.168.1.1", "private_address", "rfc1918"],
    ["ipv4", "10.0.0.0/16", "private_address", "rfc1918"],
    ["ipv4", "0.0.0.0", "reserved_address", "rfc5735"],
    ["ipv4", "100.64.0.1", "reserved_address", "rfc6598"],
    ["ipv4", "169.254.169.254", "reserved_address", "rfc5735"],
    ["ipv4", "224.0.0.1", "reserved_address", "multicast"],
    ["ipv4", "192.88.99.1", "reserved_address", "rfc5735"],
    ["ipv4", "192.0.2.1", "documentation_address", "tradecraft-documentation-addresses"],
    ["ipv4", "203.0.113.9", "documentation_address", "tradecraft-documentation-addresses"],
    ["ipv4", "8.8.8.8", "warning_list", "tradecraft-resolvers"],
    ["ipv6", "2001:db8::7", "documentation_address", "rfc3849"],
    ["ipv6", "fd00::1", "private_address", "tradecraft-reserved-addresses"],
    ["ipv6", "fe80::1", "reserved_address", "tradecraft-reserved-addresses"],
    ["ipv6", "::1", "reserved_address", "tradecraft-reserved-addresses"],
    ["ipv6", "ff02::1", "reserved_address", "tradecraft-reserved-addresses"],
    ["ipv6", "2001:0:53aa:64c::1", "reserved_address", "tradecraft-reserved-addresses"],
    ["ipv6", "2001:4860:4860::8888", "warning_list", "tradecraft-resolvers"],
    ["domain", "example.com", "warning_list", "rfc6761"],
    ["domain", "login.example.net", "warning_list", "tradecraft-reserved-names"],
    ["domain", "www.microsoft.com", "warning_list", "crl-hostname"],
    ["domain", "login.microsoftonline.com", "warning_list", "microsoft"],
    ["domain", "www.hhs.gov", "warning_list", "tranco10k"],
    ["md5", "D41D8CD98F00B204E9800998ECF8427E", "warning_list", "common-ioc-false-positive"],
    ["sha1", "3395856ce81f2b7382dee72602f798b642f14140", "warning_list", "eicar.com"],
    ["url", "http://192.168.1.1/admin", "private_address", "rfc1918"],
    ["url", "http://[fe80::1]/x", "reserved_address", "tradecraft-reserved-addresses"],
    ["url", "https://login.example.com/a?b", "warning_list", "tradecraft-reserved-names"],
    ["url", "https://www.microsoft.com/en-us/security", "warning_list", "crl-hostname"],
    ["url", "https://www.nytimes.com/", "warning_list", "cisco_top10k"],
    ["email", "someone@example.org", "warning_list", "rfc6761"],
  ] as const)("of %s %s is by %s, named %s", (kind, value, rule, list) => {
    expect(suppressed(kind, value)).toEqual({ rule, list });
  });

  it.each([
    ["ipv4", "172.32.0.1"],
    ["ipv4", "100.128.0.1"],
    ["ipv4", "11.0.0.1"],
    // A network that is larger than the list's is none of it.
    ["ipv4", "192.168.0.0/15"],
    // An address of a cloud is a customer's; one of a delivery network is nobody's to block.
    ["ipv4", "52.1.1.1"],
    ["ipv4", "104.16.1.1"],
    ["ipv6", "2a01:4f8::1"],
    ["domain", "github.com"],
    ["domain", "evil.github.io"],
    ["domain", "github.io"],
    ["domain", "raw.githubusercontent.com"],
    ["domain", "drive.google.com"],
    ["domain", "pastebin.com"],
    ["domain", "mega.nz"],
    ["domain", "ngrok.io"],
    ["domain", "abc.ngrok.io"],
    ["domain", "evil.duckdns.org"],
    ["domain", "evil.blob.core.windows.net"],
    ["domain", "microsoft.com.evil-host.xyz"],
    ["domain", "evil-microsoft.com"],
    ["domain", "xn--e1afmkfd.xn--p1ai"],
    ["url", "https://evil.duckdns.org/x"],
    ["url", "https://docs.google.com/document/d/1"],
    // A page of a site that may have been broken into is not its host.
    ["url", "https://www.nytimes.com/wp-content/a.php"],
    ["url", "https://www.tum.de/~x/a.exe"],
    ["email", "joe@gmail.com"],
    ["email", "joe@microsoft.com"],
    ["file_name", "example.com"],
  ] as const)("leaves %s %s", (kind, value) => {
    expect(suppressed(kind, value)).toBeNull();
  });

  it("of the publisher's own name is by its own rule, but for hosts of its visitors", () => {
    const rule = { rule: "publisher_domain", list: null };
    expect(suppressed("domain", "mail.some-vendor.io", "www.some-vendor.io")).toEqual(rule);
    expect(suppressed("domain", "mail.some-vendor.io", "www.other-vendor.io")).toBeNull();
    expect(suppressed("domain", "evil.github.io", "vendor.github.io")).toBeNull();
    expect(suppressed("domain", "github.com", "github.com")).toBeNull();
  });
});
