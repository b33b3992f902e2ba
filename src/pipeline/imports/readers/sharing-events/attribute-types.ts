import { hasOneForm, type ValueType } from "../typed-values.ts";
import { PROSE } from "./prose-types.ts";

/**
 * What a part of an attribute's value is: one of our kinds; a value of a type that only MISP knows; or
 * a measure, for the report's text, under this name.
 */
export type Part = { type: ValueType } | { foreign: string } | { text: string };

/** Attribute types of MISP's core format that are one of our kinds. */
const VALUES: Readonly<Record<string, ValueType>> = {
  md5: "md5",
  sha1: "sha1",
  sha256: "sha256",
  sha512: "sha512",
  ssdeep: "ssdeep",
  imphash: "imphash",
  authentihash: "authentihash",
  "ja3-fingerprint-md5": "ja3",
  "ja4-fingerprint": "ja4",
  "x509-fingerprint-md5": "certificate_hash",
  "x509-fingerprint-sha1": "certificate_hash",
  "x509-fingerprint-sha256": "certificate_hash",
  "ip-src": "host",
  "ip-dst": "host",
  ip: "host",
  domain: "host",
  hostname: "host",
  "onion-address": "host",
  url: "url",
  uri: "url",
  link: "url",
  email: "email",
  "email-src": "email",
  "email-dst": "email",
  "email-reply-to": "email",
  "target-email": "email",
  "whois-registrant-email": "email",
  "dns-soa-email": "email",
  filename: "file",
  attachment: "file",
  "email-attachment": "file",
  regkey: "registry_key",
  mutex: "mutex",
  "user-agent": "user_agent",
  as: "asn",
  vulnerability: "cve",
  btc: "cryptocurrency_wallet",
  xmr: "cryptocurrency_wallet",
  dash: "cryptocurrency_wallet",
};

/** Types with a second part that is no value by itself. */
const MEASURED: Readonly<Record<string, readonly Part[]>> = {
  "malware-sample": [{ type: "file" }, { type: "md5" }],
  "ip-src|port": [{ type: "host" }, { text: "port" }],
  "ip-dst|port": [{ type: "host" }, { text: "port" }],
  "hostname|port": [{ type: "host" }, { text: "port" }],
  "regkey|value": [{ type: "registry_key" }, { text: "registry value" }],
};

/** MISP's composite types have two parts; one of thousands is made up. */
const MAX_PARTS = 4;

/** The parts of a type's values. */
export function partsOf(type: string): readonly Part[] {
  const name = type.toLowerCase();
  const measured = Object.hasOwn(MEASURED, name) ? MEASURED[name] : undefined;
  if (measured !== undefined) return measured;
  if (PROSE.has(name)) return [{ text: name }];
  const parts = name.split("|", MAX_PARTS + 1);
  if (parts.length > MAX_PARTS) return [{ foreign: name }];
  return parts.map((part) => {
    const kind = Object.hasOwn(VALUES, part) ? VALUES[part] : undefined;
    return kind === undefined ? { foreign: part } : { type: kind };
  });
}

/** Whether a value that is none of its type is a mistake. */
export function isStrict(type: string, value: ValueType): boolean {
  return hasOneForm(value) || /^ip(?:-|$)/i.test(type);
}

/** Types that say whom an attack was aimed at. */
export function isOfVictim(type: string): boolean {
  return /^target-/i.test(type);
}

/** Relations of MISP's object templates whose attributes are typed as texts, by object and relation. */
const IN_OBJECTS: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ["coin-address address-crypto", "cryptocurrency_wallet"],
  ["directory path", "file_path"],
  ["email user-agent", "user_agent"],
  ["file fullpath", "file_path"],
  ["file path", "file_path"],
  ["ja4-plus ja4-fingerprint", "ja4"],
  ["lnk fullpath", "file_path"],
  ["lnk lnk-local-path", "file_path"],
  ["lnk path", "file_path"],
  ["mutex name", "mutex"],
  ["windows-service image-path", "file_path"],
]);

/**
 * What an attribute is by more than its type, or null: a text of an object by its relation, and the TLS
 * fingerprint of a server, which MISP types as a client's. Its object template `ja3s` has a relation for
 * it; where it stands alone, the comment says so, as our export writes it.
 */
export function typeToldBeside(
  type: string,
  object: string | null,
  relation: string | null,
  comment: string | null,
): ValueType | null {
  if (type === "text") return IN_OBJECTS.get(`${object} ${relation}`) ?? null;
  if (type.toLowerCase() !== "ja3-fingerprint-md5") return null;
  const isServers = relation === "ja3s-fingerprint-md5" || /^ja3s\b/i.test(comment ?? "");
  return isServers ? "ja3s" : null;
}
