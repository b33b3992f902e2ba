import { getDomain } from "tldts";
import { CATEGORY_OF } from "./misp-categories.ts";

/** The type of an attribute in MISP's core format, with its category and comment. */
export interface MispType {
  type: string;
  category: string;
  comment: string;
}

/** Kinds that always have one type. */
const TYPES: Readonly<Record<string, string>> = {
  cve: "vulnerability",
  ipv4: "ip-dst",
  ipv6: "ip-dst",
  url: "url",
  email: "email-src",
  md5: "md5",
  sha1: "sha1",
  sha256: "sha256",
  sha512: "sha512",
  ssdeep: "ssdeep",
  imphash: "imphash",
  authentihash: "authentihash",
  ja3: "ja3-fingerprint-md5",
  ja3s: "ja3-fingerprint-md5",
  file_name: "filename",
  file_path: "filename",
  registry_key: "regkey",
  mutex: "mutex",
  user_agent: "user-agent",
  asn: "AS",
};

/**
 * Returns the attribute type and category of a value. A kind without a MISP type is `other`, with the kind in
 * the comment.
 */
export function mispType(kind: string, value: string): MispType {
  const type = TYPES[kind] ?? typeOfValue(kind, value);
  const category = type === null ? undefined : CATEGORY_OF.get(type.toLowerCase());
  if (type === null || category === undefined) {
    return { type: "other", category: "Other", comment: kind.replaceAll("_", " ") };
  }
  // MISP uses the type of client fingerprints for servers too. Its object template distinguishes them by their
  // relation.
  return { type, category, comment: kind === "ja3s" ? kind : "" };
}

function typeOfValue(kind: string, value: string): string | null {
  if (kind.startsWith("misp:")) return kind.slice("misp:".length);
  if (kind === "domain") return getDomain(value) === value ? "domain" : "hostname";
  if (kind === "certificate_hash") {
    const hash = value.length === 32 ? "md5" : "sha256";
    return `x509-fingerprint-${value.length === 40 ? "sha1" : hash}`;
  }
  if (kind !== "cryptocurrency_wallet") return null;
  if (/^(?:bc1|[13])/.test(value)) return "btc";
  if (value.startsWith("X")) return "dash";
  return /^[48]/.test(value) && value.length >= 95 ? "xmr" : null;
}
