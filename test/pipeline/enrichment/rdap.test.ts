import { describe, expect, it } from "vitest";
import {
  openAddressDirectory,
  openDomainDirectory,
  readBootstrap,
  type Service,
} from "../../../src/pipeline/enrichment/rdap/bootstrap.ts";
import { readJcard } from "../../../src/pipeline/enrichment/rdap/jcard.ts";
import { readResponse } from "../../../src/pipeline/enrichment/rdap/read-response.ts";
import { lookupUrl, targetOf } from "../../../src/pipeline/enrichment/rdap/target.ts";
import { spendRetryBudget } from "../../../src/pipeline/enrichment/retry-budget.ts";
import { readRetryAfter } from "../../../src/platform/outbound/read-retry-after.ts";
import { confidenceOf } from "../../../src/pipeline/enrichment/confidence.ts";

const file = (services: unknown) => JSON.stringify({ version: "1.0", services });
const open = (services: Service[]) => openDomainDirectory(services);

describe("a bootstrap file", () => {
  it.each([
    "",
    "[]",
    "{}",
    '{"services":{}}',
    file([]),
    file([["net"]]),
    file([[["net"], ["ftp://x/"]]]),
  ])("that names no service is none: %s", (text) => {
    expect(readBootstrap(text)).toBeNull();
  });

  it("loses only the services that are of another form", () => {
    const good: Service = [["net"], ["https://a.example/"]];
    expect(readBootstrap(file([5, good, [["org"], [7]], [["com"], []]]))).toEqual([good]);
  });
});

describe("the service for a domain", () => {
  const find = open([
    [
      ["net", "COM"],
      ["http://plain.example/", "https://safe.example/rdap/"],
    ],
    [["co.com"], ["http://only.example"]],
    [["xn--p1ai"], ["https://rf.example/"]],
  ]);
  it.each([
    ["evil.net", "https://safe.example/rdap/"],
    ["EVIL.com", "https://safe.example/rdap/"],
    ["evil.co.com", "http://only.example"],
    ["co.com", "http://only.example"],
    ["notco.com", "https://safe.example/rdap/"],
    ["xn--e1afmkfd.xn--p1ai", "https://rf.example/"],
    ["evil.de", null],
    ["net.de", null],
  ])("%s is the one of its longest run of labels", (domain, url) => {
    expect(find(domain)).toBe(url);
  });

  it("may be one for all", () => {
    expect(open([[[""], ["https://root.example/"]]])("evil.de")).toBe("https://root.example/");
  });
});

describe("the service for an address", () => {
  const find = openAddressDirectory([
    [["185.0.0.0/8", "no network", "2001:db8::/32"], ["https://eight.example/"]],
    [["185.220.0.0/16"], ["https://sixteen.example/"]],
    [["185.220.101.0/25"], ["https://twenty-five.example/"]],
  ]);
  it.each([
    ["185.1.2.3", "https://eight.example/"],
    ["185.220.255.255", "https://sixteen.example/"],
    ["185.221.0.0", "https://eight.example/"],
    ["185.220.101.127", "https://twenty-five.example/"],
    ["185.220.101.128", "https://sixteen.example/"],
    ["186.0.0.0", null],
    ["2001:db8::7", "https://eight.example/"],
    ["2001:db9::7", null],
    ["185.220.101.0/26", "https://twenty-five.example/"],
  ])("%s is the one of the longest prefix", (address, url) => {
    expect(find(address)).toBe(url);
  });
});

describe("what is asked for", () => {
  it.each([
    ["evil.net", "evil.net", false],
    ["a.b.evil.net", "evil.net", true],
    ["a.evil.co.uk", "evil.co.uk", true],
    ["page.github.io", "github.io", true],
    ["_dmarc.evil.net", "evil.net", true],
    ["www.xn--e1afmkfd.xn--p1ai", "xn--e1afmkfd.xn--p1ai", true],
  ])("of %s is %s", (domain, value, isAncestor) => {
    expect(targetOf("domain", domain)).toEqual({ kind: "domain", value, isAncestor });
  });

  it("has a URL below the service's, with a slash between or without", () => {
    const address = { kind: "ipv4" as const, value: "185.1.2.3", isAncestor: false };
    const url = "https://a.example/rdap/ip/185.1.2.3";
    expect(lookupUrl("https://a.example/rdap", address)).toBe(url);
    expect(lookupUrl("https://a.example/rdap/", address)).toBe(url);
  });

  it("of IPv6 and networks is what RFC 9082 says", () => {
    const six = targetOf("ipv6", "2001:db8::/32");
    expect(six).toEqual({ kind: "ipv6", value: "2001:db8::/32", isAncestor: false });
    expect(six && lookupUrl("https://a.example/", six)).toBe(
      "https://a.example/ip/2001%3Adb8%3A%3A/32",
    );
  });

  it("is nothing of a hash or a CVE", () => {
    expect(targetOf("cve", "CVE-2026-1234")).toBeNull();
    expect(targetOf("md5", "0".repeat(32))).toBeNull();
  });
});

describe("a contact", () => {
  const read = (...properties: unknown[]) => readJcard(["vcard", properties]);

  it("is its name, or its organisation", () => {
    expect(read(["fn", {}, "text", "Jo"], ["org", {}, "text", "Org"]).name).toBe("Jo");
    expect(read(["FN", {}, "text", " "], ["org", {}, "text", ["Org", "Unit"]]).name).toBe("Org");
    expect(read(["fn", {}, "text", "J\u0000o\n\u202Eevil"]).name).toBe("J o evil");
  });

  it.each(["REDACTED FOR PRIVACY", "Data Protected", "Not Disclosed", "redacted", "N/A"])(
    "that says %s has no name, and tells",
    (text) => {
      expect(read(["fn", {}, "text", text])).toMatchObject({ name: null, withheld: ["name"] });
    },
  );

  it("has an address only where one is published", () => {
    const email = (...values: string[]) =>
      read(...values.map((value) => ["email", {}, "text", value])).email;
    expect(email("a@b.net")).toBe("a@b.net");
    expect(email("https://form.example/x@y.net z")).toBeNull();
    expect(email("Please query the registrar", "a@b.net")).toBe("a@b.net");
    expect(email("REDACTED FOR PRIVACY")).toBeNull();
  });

  it.each([
    [{ cc: "nl" }, ["", "", "", "", "", "", ""], "NL"],
    [{}, ["", "", "", "", "", "", "Netherlands"], "Netherlands"],
    [{ cc: "" }, ["", "", "", "", "", "", "us"], "US"],
    [{}, "one line", null],
    [null, ["", "", "", "", "", "", "REDACTED FOR PRIVACY"], null],
  ])("with address %j %j lies in %s", (parameters, value, country) => {
    expect(read(["adr", parameters, "text", value]).country).toBe(country);
  });

  it.each([
    undefined,
    null,
    5,
    "vcard",
    [],
    ["vcard"],
    ["vcard", {}],
    ["vcard", [[], [1, 2, 3, 4]]],
  ])("of another form is nobody: %j", (value) => {
    expect(readJcard(value)).toEqual({ name: null, email: null, country: null, withheld: [] });
  });
});

describe("an answer", () => {
  const domain = { kind: "domain" as const, value: "evil.net", isAncestor: false };
  const read = (object: object) => readResponse(domain, JSON.stringify(object));
  const good = { objectClassName: "domain", ldhName: "Evil.NET." };

  it("is about the domain in any case", () => {
    expect(read(good)).toMatchObject({ kind: "object", isExact: true });
    expect(read({ ...good, ldhName: "other.net" })).toMatchObject({ isExact: false });
  });

  it("of 404 in the body says that there is nothing", () => {
    expect(read({ errorCode: 404 })).toEqual({ kind: "nothing" });
  });

  it("keeps no endless list, no endless text and no endless depth", () => {
    const events = Array.from({ length: 1000 }, () => ({
      eventAction: "x".repeat(1e4),
      eventDate: "2020-01-01T00:00:00Z",
    }));
    let nested: object = {};
    for (let i = 0; i < 200; i += 1) nested = { roles: [`r${i}`], entities: [nested] };
    const reading = read({ ...good, events, entities: [nested] });
    if (reading.kind !== "object") throw new Error("no object");
    expect(reading.summary.events).toHaveLength(50);
    expect(reading.summary.events[0]?.action).toHaveLength(500);
    expect(reading.summary.entities).toHaveLength(1);
    expect(reading.summary.entities[0]?.roles).toHaveLength(5);
  });

  it("leaves out events without a date", () => {
    const events = [{ eventAction: "registration" }, { eventAction: "expiration", eventDate: "?" }];
    expect(read({ ...good, events })).toMatchObject({ summary: { events: [] } });
  });
});

describe("confidence", () => {
  const of = (isAncestor: boolean, isExact = true) =>
    confidenceOf({ isAncestor }, { status: "complete", isExact, wasAsked: true });
  it("is less for a host below the registered domain, and least for another answer", () => {
    expect([of(false), of(true), of(false, false)]).toEqual([90, 80, 50]);
  });
});

describe("Retry-After", () => {
  const now = "2026-11-21T08:00:00.000Z";
  it.each([
    [null, null],
    ["", null],
    ["soon", null],
    ["-5", null],
    ["0", 1],
    ["17", 17],
    ["9999999", 86_400],
    ["Sat, 21 Nov 2026 08:01:30 GMT", 90],
    ["Sat, 21 Nov 2026 07:00:00 GMT", 1],
  ])("of %j asks to wait %s seconds", (header, seconds) => {
    expect(readRetryAfter(header, now)).toBe(seconds);
  });

  it("is waited for while the retry budget lasts", () => {
    const budget = { longest: 30, left: 50 };
    expect(spendRetryBudget(budget, now, "2026-11-21T08:00:29.000Z")).toBeCloseTo(29.2);
    expect(spendRetryBudget(budget, now, "2026-11-21T08:00:21.000Z")).toBeNull();
    expect(spendRetryBudget(budget, now, "2026-11-21T08:00:20.000Z")).toBeCloseTo(20.2);
    expect(spendRetryBudget({ longest: 30, left: 90 }, now, "2026-11-21T08:00:30.000Z")).toBeNull();
  });
});
