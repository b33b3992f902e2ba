import type { Match } from "../../../observables/vocabulary.ts";
import { recordsOf, stringOf } from "../../../../formats/stix/stix-object.ts";
import { matchOf, type ValueType } from "../typed-values.ts";
import { type Comparison, readPattern } from "./pattern.ts";

/** Values of cyber-observable objects, by type; hashes are read apart. */
const VALUES: ReadonlyMap<string, ValueType> = new Map([
  ["ipv4-addr", "address"],
  ["domain-name", "domain"],
  ["url", "url"],
  ["email-addr", "email"],
]);
const HASHES: ReadonlyMap<string, ValueType> = new Map([
  ["MD5", "md5"],
  ["SHA-256", "sha256"],
  ["SHA256", "sha256"],
]);
/** Objects whose hashes are those of files. */
const HASHED = new Set(["file", "artifact"]);

/** Types of cyber-observable objects (STIX 2.1, part 6). */
export const CYBER_OBSERVABLES: ReadonlySet<string> = new Set([
  ...VALUES.keys(),
  ...HASHED,
  "autonomous-system",
  "directory",
  "email-message",
  "ipv6-addr",
  "mac-addr",
  "mutex",
  "network-traffic",
  "process",
  "software",
  "user-account",
  "windows-registry-key",
  "x509-certificate",
]);

/** What a cyber-observable object, of a bundle or inside `observed-data` of STIX 2.0, names. */
export function valuesOfObject(object: Record<string, unknown>): (Match | null)[] {
  const type = stringOf(object["type"]) ?? "";
  const kind = VALUES.get(type);
  const value = stringOf(object["value"]);
  if (kind !== undefined && value !== null) return [matchOf(kind, value)];
  return HASHED.has(type) ? valuesOfHashes(object["hashes"]) : [];
}

function valuesOfHashes(hashes: unknown): (Match | null)[] {
  if (typeof hashes !== "object" || hashes === null) return [];
  return Object.entries(hashes).map(([name, value]) => {
    const kind = HASHES.get(name.toUpperCase());
    return kind === undefined || typeof value !== "string" ? null : matchOf(kind, value);
  });
}

/** CVE identifiers of a `vulnerability`. */
export function valuesOfVulnerability(object: Record<string, unknown>): (Match | null)[] {
  const named = recordsOf(object["external_references"]).map((reference) =>
    stringOf(reference["external_id"]),
  );
  return [stringOf(object["name"]), ...named].map((name) =>
    name === null ? null : matchOf("cve", name),
  );
}

/** What an indicator's STIX pattern names; null when it cannot be parsed. */
export function valuesOfPattern(pattern: string): (Match | null)[] | null {
  const comparisons = readPattern(pattern);
  return comparisons?.flatMap(valuesOfComparison) ?? null;
}

function valuesOfComparison({ type, path, values }: Comparison): (Match | null)[] {
  const kind = kindOf(type, path);
  return kind === null ? [] : values.map((value) => matchOf(kind, value));
}

function kindOf(type: string, path: string): ValueType | null {
  const [, hash] = /(?:^|\.)hashes\.([A-Za-z0-9-]+)$/.exec(path) ?? [];
  if (hash !== undefined) {
    return HASHED.has(type) || path.includes("_ref")
      ? (HASHES.get(hash.toUpperCase()) ?? null)
      : null;
  }
  if (type === "network-traffic" && /^(?:src|dst)_ref\.value$/.test(path)) return "host";
  if (type === "domain-name" && /^resolves_to_refs\[.*\]\.value$/.test(path)) return "host";
  if (type === "vulnerability" && path === "name") return "cve";
  if (type === "email-message" && /_refs?(?:\[\*\])?\.value$/.test(path)) return "email";
  return path === "value" ? (VALUES.get(type) ?? null) : null;
}
