import { hasOneForm, type ValueType } from "../typed-values.ts";
import { PROSE } from "./prose-types.ts";

/**
 * The type of a part of an attribute's value: a known kind, a type that only MISP defines, or a measure that goes
 * into the report's text under this name.
 */
export type Part = { type: ValueType } | { foreign: string } | { text: string };

/** Attribute types of MISP's core format that are a known kind. */
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

/** Types whose second part is not a value by itself. */
const MEASURED: Readonly<Record<string, readonly Part[]>> = {
  "malware-sample": [{ type: "file" }, { type: "md5" }],
  "ip-src|port": [{ type: "host" }, { text: "port" }],
  "ip-dst|port": [{ type: "host" }, { text: "port" }],
  "hostname|port": [{ type: "host" }, { text: "port" }],
  "regkey|value": [{ type: "registry_key" }, { text: "registry value" }],
};

/** MISP's composite types have two parts. A type with thousands of parts is invalid. */
const MAX_PARTS = 4;

/** Returns the parts of a type's values. */
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

/** Returns whether a value that does not match its type is an error. */
export function isStrict(type: string, value: ValueType): boolean {
  return hasOneForm(value) || /^ip(?:-|$)/i.test(type);
}

/** Returns whether a type names the target of an attack. */
export function isOfVictim(type: string): boolean {
  return /^target-/i.test(type);
}

/** Relations of MISP's object templates whose attributes are typed as text, by object and relation. */
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
 * Returns a more specific type than the attribute's, or null. A text in an object is typed by its relation. MISP
 * types a server's TLS fingerprint as a client's: its object template `ja3s` has a relation for it, and for a
 * standalone attribute the comment names it, as in our export.
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
