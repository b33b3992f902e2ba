import { describe, expect, it } from "vitest";
import { defang } from "../../../src/formats/observables/defang.ts";
import { exchangedForm } from "../../../src/formats/observables/exchanged.ts";
import { mispType } from "../../../src/formats/observables/misp-type.ts";
import { toCyberObservables } from "../../../src/formats/observables/stix-observable.ts";
import { stixPattern } from "../../../src/formats/observables/stix-pattern.ts";
import {
  readObject,
  readPatternValues,
} from "../../../src/pipeline/imports/readers/stix/object-values.ts";
import { ReadValues } from "../../../src/pipeline/imports/readers/stix/read-values.ts";
import { normaliseObservable } from "../../../src/pipeline/observables/normalise.ts";
import {
  OBSERVABLE_KINDS,
  type ObservableKind,
} from "../../../src/pipeline/observables/vocabulary.ts";

const MD5 = "0123456789abcdef0123456789abcdef";
const SHA1 = `${MD5}01234567`;
const SHA256 = MD5.repeat(2);

interface Form {
  kind: ObservableKind;
  value: string;
  pattern: string | null;
  /** Types of the objects, joined by commas. */
  object: string;
  misp: string;
  defanged: string;
}

const form = (
  kind: ObservableKind,
  value: string,
  pattern: string | null,
  object: string,
  misp: string,
  defanged = value,
): Form => ({ kind, value, pattern, object, misp, defanged });

const FORMS: readonly Form[] = [
  form("cve", "CVE-2024-12345", null, "", "vulnerability"),
  form(
    "ipv4",
    "185.1.2.3",
    "[ipv4-addr:value = '185.1.2.3']",
    "ipv4-addr",
    "ip-dst",
    "185.1.2[.]3",
  ),
  form(
    "ipv4",
    "185.1.2.0/24",
    "[ipv4-addr:value ISSUBSET '185.1.2.0/24']",
    "ipv4-addr",
    "ip-dst",
    "185.1.2[.]0/24",
  ),
  form(
    "ipv6",
    "2a01:4f8::7",
    "[ipv6-addr:value = '2a01:4f8::7']",
    "ipv6-addr",
    "ip-dst",
    "2a01:4f8:[:]7",
  ),
  form(
    "domain",
    "c2.evil.com",
    "[domain-name:value = 'c2.evil.com']",
    "domain-name",
    "hostname",
    "c2.evil[.]com",
  ),
  form(
    "domain",
    "evil.com",
    "[domain-name:value = 'evil.com']",
    "domain-name",
    "domain",
    "evil[.]com",
  ),
  form(
    "url",
    "http://evil.com:8080/a.b?c='d'",
    "[url:value = 'http://evil.com:8080/a.b?c=%27d%27']",
    "url",
    "url",
    "hxxp://evil[.]com:8080/a.b?c='d'",
  ),
  form(
    "email",
    "boss@evil.com",
    "[email-addr:value = 'boss@evil.com']",
    "email-addr",
    "email-src",
    "boss[@]evil[.]com",
  ),
  form("md5", MD5, `[file:hashes.MD5 = '${MD5}']`, "file", "md5"),
  form("sha1", SHA1, `[file:hashes.'SHA-1' = '${SHA1}']`, "file", "sha1"),
  form("sha256", SHA256, `[file:hashes.'SHA-256' = '${SHA256}']`, "file", "sha256"),
  form(
    "sha512",
    SHA256.repeat(2),
    `[file:hashes.'SHA-512' = '${SHA256.repeat(2)}']`,
    "file",
    "sha512",
  ),
  form("ssdeep", "96:aBcd:efGh", "[file:hashes.SSDEEP = '96:aBcd:efGh']", "file", "ssdeep"),
  form(
    "imphash",
    MD5,
    `[file:extensions.'windows-pebinary-ext'.imphash = '${MD5}']`,
    "file",
    "imphash",
  ),
  form("authentihash", SHA256, `[file:hashes.AUTHENTIHASH = '${SHA256}']`, "file", "authentihash"),
  form(
    "ja3",
    MD5,
    `[network-traffic:extensions.'x-tls-fingerprint-ext'.ja3 = '${MD5}']`,
    "x-tradecraft-observable",
    "ja3-fingerprint-md5",
  ),
  form(
    "ja3s",
    MD5,
    `[network-traffic:extensions.'x-tls-fingerprint-ext'.ja3s = '${MD5}']`,
    "x-tradecraft-observable",
    "ja3-fingerprint-md5",
  ),
  form(
    "ja4",
    "t13d1516h2_8daaf6152771_b186095e22b6",
    "[network-traffic:extensions.'x-tls-fingerprint-ext'.ja4 = 't13d1516h2_8daaf6152771_b186095e22b6']",
    "x-tradecraft-observable",
    "other",
  ),
  form(
    "certificate_hash",
    SHA1,
    `[x509-certificate:hashes.'SHA-1' = '${SHA1}']`,
    "x509-certificate",
    "x509-fingerprint-sha1",
  ),
  form(
    "certificate_hash",
    MD5,
    `[x509-certificate:hashes.MD5 = '${MD5}']`,
    "x509-certificate",
    "x509-fingerprint-md5",
  ),
  form(
    "certificate_hash",
    SHA256,
    `[x509-certificate:hashes.'SHA-256' = '${SHA256}']`,
    "x509-certificate",
    "x509-fingerprint-sha256",
  ),
  form(
    "file_name",
    "Evil's Tool.exe",
    String.raw`[file:name = 'Evil\'s Tool.exe']`,
    "file",
    "filename",
  ),
  form(
    "file_path",
    String.raw`C:\ProgramData\Évil\a.dll`,
    String.raw`[file:name = 'a.dll' AND file:parent_directory_ref.path = 'C:\\ProgramData\\Évil']`,
    "directory,file",
    "filename",
  ),
  form(
    "file_path",
    "/tmp/.x/a",
    "[file:name = 'a' AND file:parent_directory_ref.path = '/tmp/.x']",
    "directory,file",
    "filename",
  ),
  form(
    "registry_key",
    String.raw`HKCU\Software\Ünit\Run`,
    String.raw`[windows-registry-key:key = 'HKEY_CURRENT_USER\\Software\\Ünit\\Run']`,
    "windows-registry-key",
    "regkey",
  ),
  form(
    "mutex",
    String.raw`Global\{0A'1}`,
    String.raw`[mutex:name = 'Global\\{0A\'1}']`,
    "mutex",
    "mutex",
  ),
  form(
    "user_agent",
    "Mozilla/5.0 (Evil 1.0)",
    "[network-traffic:extensions.'http-request-ext'.request_header.'User-Agent' = 'Mozilla/5.0 (Evil 1.0)']",
    "x-tradecraft-observable",
    "user-agent",
  ),
  form("asn", "AS64500", "[autonomous-system:number = 64500]", "autonomous-system", "AS"),
  form(
    "cryptocurrency_wallet",
    "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
    "[cryptocurrency-wallet:value = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa']",
    "cryptocurrency-wallet",
    "btc",
  ),
  form(
    "misp:mac-address",
    "5E:FF:56:A2:AF:15",
    "[x-tradecraft-observable:kind = 'misp:mac-address' AND x-tradecraft-observable:value = '5E:FF:56:A2:AF:15']",
    "x-tradecraft-observable",
    "mac-address",
  ),
  form(
    "stix:process:command_line",
    'cmd /c "拉"',
    `[x-tradecraft-observable:kind = 'stix:process:command_line' AND x-tradecraft-observable:value = 'cmd /c "拉"']`,
    "x-tradecraft-observable",
    "other",
  ),
];

function observable({ kind, value }: Form) {
  const match = normaliseObservable(kind, value);
  if (match === null) throw new Error(`${value} is no ${kind}`);
  return match;
}

describe("the forms of an observable", () => {
  it("are there for every kind", () => {
    const kinds = new Set(FORMS.map(({ kind }) => kind));
    expect(OBSERVABLE_KINDS.filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it.each(FORMS)("$kind $value as others write it", (one) => {
    const match = observable(one);
    expect(stixPattern(match)).toBe(one.pattern);
    const objects = toCyberObservables(match);
    expect(objects.map(({ type }) => type).join()).toBe(one.object);
    expect(toCyberObservables(match)).toEqual(objects);
    expect(mispType(match.kind, exchangedForm(match)).type).toBe(one.misp);
    expect(defang(one.kind, one.value)).toBe(one.defanged);
  });

  it.each(FORMS.filter(({ kind }) => kind !== "cve"))("$kind $value and back", (one) => {
    const match = observable(one);
    const key = { kind: match.kind, normalized_value: match.normalized_value };
    const fromPattern = new ReadValues();
    expect(readPatternValues(stixPattern(match) ?? "", fromPattern)).toBe(true);
    expect(fromPattern.matches).toMatchObject([key]);
    expect(fromPattern.counts).toMatchObject({ seen: 1, refused: 0 });
    const fromObjects = new ReadValues();
    for (const object of toCyberObservables(match)) readObject(object, fromObjects);
    // A file and its folder are two objects, of which each names what it is.
    if (match.kind === "file_path") expect(fromObjects.matches).toHaveLength(2);
    else expect(fromObjects.matches).toMatchObject([key]);
    expect(normaliseObservable(one.kind, one.defanged)?.normalized_value).toBe(
      match.normalized_value,
    );
  });

  // As OASIS' own library makes them (stix2 3.0.2).
  it.each<[ObservableKind, string, string[]]>([
    ["ipv4", "198.51.100.3", ["ipv4-addr--28bb3599-77cd-5a82-a950-b5bc3caf07c4"]],
    ["domain", "example.com", ["domain-name--bedb4899-d24b-5401-bc86-8f6b4cc18ec7"]],
    ["url", "http://evil.com/a", ["url--45de7120-3a2e-563b-86bd-55d4df8d9fdf"]],
    ["email", "boss@evil.com", ["email-addr--aa11b028-7746-5346-98ad-bb0d47e50a26"]],
    ["md5", MD5, ["file--5abe0dd7-4bcc-59de-bfd6-5dda910fd773"]],
    ["ssdeep", "96:aBcd:efGh", ["file--130b49a1-4e95-56b9-9060-93518230cd9a"]],
    ["file_name", "Evil's Tool.exe", ["file--71f0c50f-a534-5e63-8dde-12fbd9409a85"]],
    [
      "file_path",
      String.raw`C:\ProgramData\Évil\a.dll`,
      [
        "directory--a1fa5768-0832-570a-914f-fa125d66969e",
        "file--3da3f782-ddcf-5f32-ac18-10bea479017d",
      ],
    ],
    [
      "registry_key",
      String.raw`HKCU\Software\Ünit\Run`,
      ["windows-registry-key--59d1cc5e-39a3-50aa-83d0-e89fb47a7cc9"],
    ],
    ["mutex", String.raw`Global\{0A'1}`, ["mutex--db6bcbc3-54cc-5faf-bd06-ded11aad9696"]],
    ["asn", "AS64500", ["autonomous-system--0a5f7072-df00-5729-9f0a-4eb18631a446"]],
    ["certificate_hash", SHA1, ["x509-certificate--9383119f-d6ba-5dce-b6a6-ae532a9975e7"]],
  ])("gives the %s %s the id that everybody gives it", (kind, value, ids) => {
    const match = observable(form(kind, value, null, "", ""));
    expect(toCyberObservables(match).map(({ id }) => id)).toEqual(ids);
  });

  it("encodes in a URL object what no URI may hold, and only that", () => {
    const [object] = toCyberObservables({
      kind: "url",
      value: "",
      normalized_value: "http://[2a01:4f8::7]/a%20b%zz?c=\\d|[e]#",
    });
    expect(object?.["value"]).toBe("http://[2a01:4f8::7]/a%20b%25zz?c=%5Cd%7C%5Be%5D#");
  });

  it.each([
    ["1BoatSLRHtKNngkdXEeobR76b53LETtpyT", "btc"],
    ["XpESxaUmonkq8RaLLp46Brx2K39ggQe226", "dash"],
    ["0x52908400098527886E0F7030069857D2E4169EE7", "other"],
  ])("gives the wallet %s the type %s", (value, type) => {
    expect(mispType("cryptocurrency_wallet", value)).toMatchObject({ type });
  });
});
