import { recordsOf, stringOf } from "../../../../formats/stix/stix-object.ts";
import { CUSTOM_TYPE } from "../../../../formats/observables/stix-names.ts";
import { matchOf } from "../typed-values.ts";
import { isKnownKind } from "../../../observables/vocabulary.ts";
import type { ReadValues } from "./read-values.ts";
import { type Comparison, readPattern } from "./pattern.ts";

/** Properties that contain a value, by type of cyber-observable object (STIX 2.1, part 6). */
const PROPERTIES: ReadonlyMap<string, readonly string[]> = new Map([
  ["artifact", ["url"]],
  ["autonomous-system", ["number", "name"]],
  ["directory", ["path"]],
  ["domain-name", ["value"]],
  ["email-addr", ["value"]],
  ["email-message", ["subject"]],
  ["file", ["name"]],
  ["ipv4-addr", ["value"]],
  ["ipv6-addr", ["value"]],
  ["mac-addr", ["value"]],
  ["mutex", ["name"]],
  ["network-traffic", []],
  ["process", ["name", "command_line"]],
  ["software", ["name"]],
  ["url", ["value"]],
  ["user-account", ["user_id", "account_login"]],
  ["windows-registry-key", ["key"]],
  ["x509-certificate", ["serial_number", "subject", "issuer"]],
]);

/** Types of cyber-observable objects. */
export const CYBER_OBSERVABLES: ReadonlySet<string> = new Set(PROPERTIES.keys());

/** Reads the values of a cyber-observable object of a bundle, or inside `observed-data` of STIX 2.0. */
export function readObject(object: Record<string, unknown>, into: ReadValues): void {
  const type = stringOf(object["type"]) ?? "";
  if (type === CUSTOM_TYPE) {
    readOwn(stringOf(object["kind"]), textOf(object["value"]), into);
    return;
  }
  for (const property of PROPERTIES.get(type) ?? ["value"]) {
    const value = textOf(object[property]);
    if (value !== null) into.add(type, property, value);
  }
  for (const [path, value] of innerValues(type, object)) into.add(type, path, value);
}

/** Returns hashes, registry values and the values in extensions. */
function innerValues(type: string, object: Record<string, unknown>): [string, string][] {
  const extensions = recordOf(object["extensions"]);
  const request = recordOf(extensions["http-request-ext"]);
  const program = recordOf(extensions["windows-pebinary-ext"]);
  const fingerprints = recordOf(extensions["x-tls-fingerprint-ext"]);
  const registry = type === "windows-registry-key" ? recordsOf(object["values"]) : [];
  const found: [string, unknown][] = [
    ...Object.entries(recordOf(object["hashes"])).map(
      ([name, value]) => [`hashes.${name}`, value] as [string, unknown],
    ),
    ["extensions.http-request-ext.request_header.User-Agent", userAgentOf(request)],
    ["extensions.http-request-ext.request_value", request["request_value"]],
    ["extensions.windows-pebinary-ext.imphash", program["imphash"]],
    ...["ja3", "ja3s", "ja4"].map((name): [string, unknown] => [
      `extensions.x-tls-fingerprint-ext.${name}`,
      fingerprints[name],
    ]),
    ...registry.map(({ name, data }) => ["values.data", pairOf(name, data)] as [string, unknown]),
  ];
  return found.filter((pair): pair is [string, string] => stringOf(pair[1]) !== null);
}

function userAgentOf(request: Record<string, unknown>): unknown {
  const header = recordOf(request["request_header"])["User-Agent"];
  return Array.isArray(header) ? (header as unknown[])[0] : header;
}

function pairOf(name: unknown, data: unknown): string | null {
  const [named, held] = [stringOf(name), stringOf(data)];
  return named === null || held === null ? (held ?? named) : `${named}: ${held}`;
}

/** Reads the CVE identifiers of a `vulnerability`. */
export function readVulnerability(object: Record<string, unknown>, into: ReadValues): void {
  const named = recordsOf(object["external_references"]).map((reference) =>
    stringOf(reference["external_id"]),
  );
  const ids = new Set([stringOf(object["name"]), ...named].filter((name) => name !== null));
  for (const id of ids) if (matchOf("cve", id) !== null) into.add("vulnerability", "name", id);
}

/** Reads the values of an indicator's STIX pattern. Returns false if it cannot be parsed. */
export function readPatternValues(pattern: string, into: ReadValues): boolean {
  const comparisons = readPattern(pattern);
  if (comparisons === null) return false;
  const whole = joinedPath(comparisons);
  let kind: string | null = null;
  for (const { type, path, values } of comparisons) {
    if (type === CUSTOM_TYPE && path === "kind") kind = values[0] ?? null;
    else if (values.length === 0) into.addNothing();
    else if (type === CUSTOM_TYPE) for (const value of values) readOwn(kind, value, into);
    else if (
      whole === null ||
      type !== "file" ||
      !/^(?:name|parent_directory_ref\.path)$/.test(path)
    )
      for (const value of values) into.add(type, path, value);
  }
  if (whole !== null) into.add("directory", "path", whole);
  return true;
}

/** Returns the file path of a pattern that compares folder and name, or null if it is not a single path. */
function joinedPath(comparisons: readonly Comparison[]): string | null {
  const valuesAt = (wanted: string) =>
    comparisons
      .filter(({ type, path }) => type === "file" && path === wanted)
      .flatMap(({ values }) => values);
  const [name, ...names] = valuesAt("name");
  const [folder, ...folders] = valuesAt("parent_directory_ref.path");
  if (name === undefined || folder === undefined) return null;
  if (names.length > 0 || folders.length > 0) return null;
  const sign = folder.includes("/") ? "/" : "\\";
  return /[\\/]$/.test(folder) ? `${folder}${name}` : `${folder}${sign}${name}`;
}

/** Reads a custom object that we exported. */
function readOwn(kind: string | null, value: string | null, into: ReadValues): void {
  if (value === null) return;
  if (kind !== null && isKnownKind(kind)) into.addKnown(kind, value);
  else if (kind !== null && /^(?:misp|stix):/.test(kind)) into.addForeign(kind, value);
  else into.add(CUSTOM_TYPE, "value", value);
}

function recordOf(value: unknown): Record<string, unknown> {
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  return isRecord ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string | null {
  return typeof value === "number" ? String(value) : stringOf(value);
}
