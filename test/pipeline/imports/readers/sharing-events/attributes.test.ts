import { describe, expect, it } from "vitest";
import { attributesIn } from "../../../../../src/pipeline/imports/readers/sharing-events/attributes-in.ts";
import { readAttribute as readPlaced } from "../../../../../src/pipeline/imports/readers/sharing-events/attributes.ts";

const MD5 = "0123456789abcdef0123456789abcdef";
const SHA1 = `${MD5}01234567`;
const SHA256 = MD5.repeat(2);

const readAttribute = (
  attribute: Record<string, unknown>,
  isProposal = false,
  object: string | null = null,
) => readPlaced({ attribute, object, isProposal });

/** What an attribute brings, as `role kind value`. */
function read(type: string, value: unknown, more: object = {}) {
  const { matches, ...rest } = readAttribute({ type, value, to_ids: true, ...more });
  return {
    ...rest,
    matches: matches.map(({ role, kind, normalized_value: normal }) => `${role} ${kind} ${normal}`),
  };
}

describe("an attribute of a known kind arrives", () => {
  it.each<[string, string, string[]]>([
    ["md5", MD5.toUpperCase(), [`indicator md5 ${MD5}`]],
    ["sha1", SHA1, [`indicator sha1 ${SHA1}`]],
    ["sha512", SHA256.repeat(2), [`indicator sha512 ${SHA256.repeat(2)}`]],
    ["ssdeep", "96:aBcd:efGh", ["indicator ssdeep 96:aBcd:efGh"]],
    ["imphash", MD5, [`indicator imphash ${MD5}`]],
    ["authentihash", SHA256, [`indicator authentihash ${SHA256}`]],
    ["ja3-fingerprint-md5", MD5, [`indicator ja3 ${MD5}`]],
    ["x509-fingerprint-sha1", SHA1, [`indicator certificate_hash ${SHA1}`]],
    ["filename|sha1", `a|b.exe|${SHA1}`, ["indicator file_name a|b.exe", `indicator sha1 ${SHA1}`]],
    ["filename|md5", MD5, [`indicator md5 ${MD5}`]],
    ["filename|imphash", `x.dll|${MD5}`, ["indicator file_name x.dll", `indicator imphash ${MD5}`]],
    ["malware-sample", `x.exe|${MD5}`, ["indicator file_name x.exe", `indicator md5 ${MD5}`]],
    [
      "filename",
      String.raw`%PUBLIC%\Videos\Au.exe`,
      [String.raw`indicator file_path %public%\videos\au.exe`],
    ],
    ["ip-dst", "185.1.2.3", ["indicator ipv4 185.1.2.3"]],
    ["ip-src", "185.1.2.0/24", ["indicator ipv4 185.1.2.0/24"]],
    ["ip-dst", "2A01:4F8:0::7", ["indicator ipv6 2a01:4f8::7"]],
    ["ip-dst", "::ffff:185.1.2.3", ["indicator ipv4 185.1.2.3"]],
    ["ip-dst|port", "185.1.2.3|443", ["indicator ipv4 185.1.2.3"]],
    ["hostname", "c2.злой.рф", ["indicator domain c2.xn--g1aefm.xn--p1ai"]],
    ["hostname|port", "c2.evil.com|8443", ["indicator domain c2.evil.com"]],
    ["domain|ip", "evil.com|185.1.2.3", ["indicator domain evil.com", "indicator ipv4 185.1.2.3"]],
    ["domain", "evil[.]com", ["indicator domain evil.com"]],
    ["url", "https://evil.com/A?b", ["indicator url https://evil.com/A?b", "host domain evil.com"]],
    ["url", "hxxps://evil[.]com/", ["indicator url https://evil.com/", "host domain evil.com"]],
    [
      "url",
      "evil.com/gate.php",
      ["indicator url http://evil.com/gate.php", "host domain evil.com"],
    ],
    ["url", "evil.com", ["indicator domain evil.com"]],
    [
      "uri",
      "http://185.1.2.3:81/x",
      ["indicator url http://185.1.2.3:81/x", "host ipv4 185.1.2.3"],
    ],
    ["email-src", "Boss@Evil.com", ["indicator email boss@evil.com", "host domain evil.com"]],
    ["email-reply-to", "b@evil.com", ["indicator email b@evil.com", "host domain evil.com"]],
    ["email-attachment", "Счёт.docx", ["indicator file_name счёт.docx"]],
    [
      "regkey",
      String.raw`HKLM\Software\X`,
      [String.raw`indicator registry_key hkey_local_machine\software\x`],
    ],
    ["mutex", String.raw`Global\X`, [String.raw`indicator mutex Global\X`]],
    ["user-agent", "Evil/1.0", ["indicator user_agent Evil/1.0"]],
    ["AS", "64500", ["indicator asn AS64500"]],
    ["vulnerability", "CVE-2024-12345", ["indicator cve CVE-2024-12345"]],
    [
      "btc",
      "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
      ["indicator cryptocurrency_wallet 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"],
    ],
  ])("%s %s", (type, value, matches) => {
    expect(read(type, value)).toMatchObject({ outcome: "observable", fault: null, matches });
  });
});

describe("what is no kind of ours", () => {
  it.each<[string, string, string]>([
    ["mac-address", "5E:FF:56:A2:AF:15", "misp:mac-address 5E:FF:56:A2:AF:15"],
    ["named pipe", String.raw`\\.\pipe\x`, String.raw`misp:named pipe \\.\pipe\x`],
    ["sha3-256", SHA256, `misp:sha3-256 ${SHA256}`],
    ["a/b:CÖ", "x", "misp:a-b:c- x"],
    ["vulnerability", "MS17-010", "misp:vulnerability MS17-010"],
    ["regkey", String.raw`Software\Run`, String.raw`misp:regkey Software\Run`],
    ["btc", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb", "misp:btc 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb"],
    ["uri", "/gate.php", "misp:uri /gate.php"],
    ["hostname", "localmachine", "misp:hostname localmachine"],
    ["toString", "x", "misp:tostring x"],
    ["constructor", "x", "misp:constructor x"],
    ["a|b|c|d|e", "1|2|3|4|5", "misp:a|b|c|d|e 1|2|3|4|5"],
  ])("%s %s is kept under its own type", (type, value, kept) => {
    expect(read(type, value)).toMatchObject({
      outcome: "foreign",
      kinds: [],
      matches: [`indicator ${kept}`],
    });
  });

  it.each<[string, unknown, string]>([
    ["text", "It is a dropper.", "It is a dropper."],
    ["port", "443", "port: 443"],
    ["size-in-bytes", 1234, "size-in-bytes: 1234"],
    ["boolean", false, "boolean: false"],
    ["yara", "rule a {\n}", "yara: rule a {\n}"],
    ["mac-address", "a\nb", "mac-address: a\nb"],
    ["whois-registrant-name", "x".repeat(3000), `whois-registrant-name: ${"x".repeat(3000)}`],
  ])("%s %j goes into the text", (type, value, prose) => {
    expect(read(type, value)).toMatchObject({ outcome: "in_text", matches: [], prose });
  });

  it("keeps what a value is joined with", () => {
    expect(read("ip-dst|port", "185.1.2.3|443").prose).toBe('port "443" of "185.1.2.3"');
    expect(read("regkey|value", String.raw`HKLM\A\Run | C:\x|y.exe`)).toMatchObject({
      matches: [String.raw`indicator registry_key hkey_local_machine\a\run`],
      prose: String.raw`registry value "C:\x|y.exe" of "HKLM\A\Run"`,
    });
    expect(read("text", "3/60", { object_relation: "detection-ratio" }).prose).toBe(
      "detection-ratio: 3/60",
    );
  });

  it.each<[string, string, string, string]>([
    ["file", "fullpath", String.raw`C:\Evil\A.dll`, String.raw`mentioned file_path c:\evil\a.dll`],
    ["mutex", "name", "Global\\M", "mentioned mutex Global\\M"],
    [
      "ja4-plus",
      "ja4-fingerprint",
      "t13d1516h2_8daaf6152771_b186095e22b6",
      "mentioned ja4 t13d1516h2_8daaf6152771_b186095e22b6",
    ],
  ])("is one all the same where its object says so: %s %s %s", (object, relation, value, match) => {
    const attribute = { type: "text", object_relation: relation, value };
    const { matches, outcome, prose } = readAttribute(attribute, false, object);
    const told = matches.map((one) => `${one.role} ${one.kind} ${one.normalized_value}`);
    expect({ told, outcome, prose }).toEqual({ told: [match], outcome: "observable", prose: null });
    expect(readAttribute(attribute).outcome).toBe("in_text");
  });

  it.each([
    ["by its relation", { object_relation: "ja3s-fingerprint-md5" }, "ja3s"],
    ["by its comment", { comment: "JA3S of the panel" }, "ja3s"],
    ["as this service writes it", { comment: "ja3s, role indicator, confidence 75" }, "ja3s"],
    ["not by a comment that names it later", { comment: "See the JA3S, too" }, "ja3"],
    ["not by a relation of the client", { object_relation: "ja3-fingerprint-md5" }, "ja3"],
  ])("a TLS fingerprint is a server's %s", (_, more, kind) => {
    expect(read("ja3-fingerprint-md5", MD5, more).matches).toEqual([`indicator ${kind} ${MD5}`]);
  });

  it.each<[string, unknown, string]>([
    ["md5", "no hash", "has a value that is no md5"],
    ["ip-dst", "999.1.1.1", "has a value that is no address"],
    ["AS", "AS0", "has a value that is no asn"],
    ["md5", null, "is an attribute without type or value"],
    ["md5", "", "is an attribute without type or value"],
    ["md5", { a: 1 }, "is an attribute without type or value"],
  ])("%s %j is refused with its reason", (type, value, fault) => {
    expect(read(type, value)).toMatchObject({ outcome: "refused", type, fault, matches: [] });
  });

  it("names a part that is refused beside one that arrives", () => {
    expect(read("filename|sha1", "a.exe|xyz")).toMatchObject({
      outcome: "observable",
      kinds: ["file_name"],
      fault: "has a value that is no sha1",
    });
  });
});

describe("what the sender says of a value", () => {
  it("is its role, its confidence, its times and its comment", () => {
    const said = {
      to_ids: "1",
      comment: "seen at the bank",
      first_seen: "2026-01-01T00:00:00.000000+00:00",
      last_seen: "2026-02-01T12:00:00+02:00",
    };
    const { matches, prose } = readAttribute({ type: "domain", value: "evil.com", ...said });
    expect(matches).toEqual([
      {
        kind: "domain",
        value: "evil.com",
        normalized_value: "evil.com",
        role: "indicator",
        confidence: 75,
        first_seen_at: "2026-01-01T00:00:00.000Z",
        last_seen_at: "2026-02-01T10:00:00.000Z",
        comment: "seen at the bank",
      },
    ]);
    expect(prose).toBe("seen at the bank");
  });

  it.each<[object, string]>([
    [{ type: "domain", value: "evil.com", to_ids: false }, "mentioned domain evil.com 50"],
    [
      { type: "domain", value: "evil.com", to_ids: true, disable_correlation: true },
      "indicator domain evil.com 50",
    ],
    [{ type: "target-email", value: "a@bank.com", to_ids: false }, "victim email a@bank.com 50"],
    [
      { type: "target-machine", value: "PC-1", to_ids: false },
      "victim misp:target-machine PC-1 50",
    ],
    [
      { type: "link", value: "https://blog.com/a", to_ids: false },
      "reference url https://blog.com/a 50",
    ],
    [
      { type: "url", value: "https://blog.com/a", category: "External analysis" },
      "reference url https://blog.com/a 50",
    ],
  ])("%j", (attribute, expected) => {
    const [match] = readAttribute(attribute as Record<string, unknown>).matches;
    expect(`${match?.role} ${match?.kind} ${match?.normalized_value} ${match?.confidence}`).toBe(
      expected,
    );
  });

  it("is nothing where it was deleted, and no mark where others propose it", () => {
    expect(read("md5", "whatever", { deleted: "1" })).toMatchObject({
      outcome: "deleted",
      matches: [],
    });
    const [proposed] = readAttribute({ type: "md5", value: MD5, to_ids: true }, true).matches;
    expect(proposed).toMatchObject({ role: "mentioned", confidence: 50 });
    expect(read("md5", MD5, { proposal_to_delete: true }).outcome).toBe("deleted");
  });

  it("is nothing either where its object was deleted", () => {
    const object = { deleted: "1", Attribute: [{ type: "md5", value: MD5 }] };
    const [inside] = attributesIn("Object", object, "/Object/0");
    expect(inside?.pointer).toBe("/Object/0/Attribute/0");
    expect(readAttribute(inside?.attribute ?? {}).outcome).toBe("deleted");
  });

  it("tells that a file came with its bytes", () => {
    expect(read("malware-sample", `x.exe|${MD5}`, { data: "UEsDBA==" }).hasFile).toBe(true);
    expect(read("attachment", "note.png", { data: "" }).hasFile).toBe(false);
  });
});
