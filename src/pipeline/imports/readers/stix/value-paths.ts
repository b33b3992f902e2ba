import type { ValueType } from "../typed-values.ts";
import { MEASURES } from "./measures.ts";

/**
 * The meaning of a cyber-observable property: a known kind, a kind that only STIX defines, or a measure, which is
 * not a searchable value.
 */
export type PathMeaning = { type: ValueType } | { foreign: string } | "measure";

/** Objects whose `value` is a known kind. The last three are from OpenCTI. */
const VALUES: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ["ipv4-addr", "host"],
  ["ipv6-addr", "host"],
  ["domain-name", "host"],
  ["url", "url"],
  ["email-addr", "email"],
  ["hostname", "host"],
  ["user-agent", "user_agent"],
  ["cryptocurrency-wallet", "cryptocurrency_wallet"],
]);

/** Other properties that are a known kind. */
const PROPERTIES: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ["file:name", "file"],
  ["directory:path", "file_path"],
  ["artifact:url", "url"],
  ["windows-registry-key:key", "registry_key"],
  ["mutex:name", "mutex"],
  ["autonomous-system:number", "asn"],
  ["vulnerability:name", "cve"],
  ["process:name", "file"],
]);

const HASHES: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ["MD5", "md5"],
  ["SHA1", "sha1"],
  ["SHA256", "sha256"],
  ["SHA512", "sha512"],
  ["SSDEEP", "ssdeep"],
  ["IMPHASH", "imphash"],
  ["AUTHENTIHASH", "authentihash"],
]);
/** Hash algorithms of certificates. */
const OF_CERTIFICATES = new Set(["MD5", "SHA1", "SHA256"]);

/** Returns whether the last step of a path is a port, a size, a time, a state or a complete content. */
function isMeasure(path: string, last: string): boolean {
  const word = last.slice(Math.max(last.lastIndexOf("_"), last.lastIndexOf("-")) + 1);
  return (
    MEASURES.has(word) || /^(?:is_|number_of_|x_misp_text_)/.test(last) || path === "protocols"
  );
}

/** Returns the meaning of a path in an object type. List indexes and quotes are ignored. */
export function meaningOf(type: string, written: string): PathMeaning {
  const path = written.replaceAll(/\[(?:\d+|\*)\]/g, "");
  const hash = hashOf(type, path);
  if (hash !== null) return hash;
  const last = path.slice(path.lastIndexOf(".") + 1);
  const own = path === "value" ? VALUES.get(type) : PROPERTIES.get(`${type}:${path}`);
  const found = own ?? referredType(type, path, last);
  if (found !== null) return { type: found };
  if (isMeasure(path, last)) return "measure";
  return { foreign: path === "value" || path === "name" ? type : `${type}:${path}` };
}

/** Returns the type of a value behind a reference or in an extension. */
function referredType(type: string, path: string, last: string): ValueType | null {
  if (type === "network-traffic" && /^(?:src|dst)_ref\.value$/.test(path)) return "host";
  if (type === "domain-name" && path === "resolves_to_refs.value") return "host";
  if (type === "email-message" && /_refs?\.value$/.test(path)) return "email";
  if (type === "email-message" && path.endsWith(".reply_to")) return "email";
  if (/(?:^|\.)(?:content|binary|image|body_raw)_ref\.name$/.test(path)) return "file";
  if (path.endsWith("parent_directory_ref.path")) return "file_path";
  if (/^(?:User-Agent|user_agent)$/i.test(last)) return "user_agent";
  if (last === "imphash") return "imphash";
  if (/^(?:x_)?ja3(?:_hash|_fingerprint)?$/.test(last)) return "ja3";
  if (/^(?:x_)?ja3s(?:_hash|_fingerprint)?$/.test(last)) return "ja3s";
  return /^(?:x_)?ja4(?:_fingerprint)?$/.test(last) ? "ja4" : null;
}

/** Returns the meaning of a file or certificate hash. Hashes of file sections are not hashes of the file. */
function hashOf(type: string, path: string): PathMeaning | null {
  const [, before = "", algorithm] = /^(.*?)(?:^|\.)hashes\.([\w./-]+)$/.exec(path) ?? [];
  if (algorithm === undefined) return null;
  const name = algorithm.toUpperCase().replaceAll(/[-_]/g, "");
  const isWhole = before === "" || before.endsWith("_ref");
  if (type === "x509-certificate" && OF_CERTIFICATES.has(name)) return { type: "certificate_hash" };
  const kind = isWhole && type !== "x509-certificate" ? HASHES.get(name) : undefined;
  return kind === undefined ? { foreign: `${type}:${path}` } : { type: kind };
}
