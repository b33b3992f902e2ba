import { exchangedForm, type ExchangedValue } from "./exchanged.ts";
import { splitPath } from "./stix-paths.ts";
import { certificateHash, CUSTOM_TYPE, FILE_HASHES, VALUED } from "./stix-names.ts";

/**
 * Returns the STIX pattern (2.1, part 9) of a value; null for a CVE, which is a separate object and cannot be
 * observed. Kinds without a STIX path are compared as our object with kind and value.
 */
export function stixPattern(observable: ExchangedValue): string | null {
  if (observable.kind === "cve") return null;
  return `[${comparisonOf(observable)}]`;
}

function comparisonOf(observable: ExchangedValue): string {
  const { kind } = observable;
  const value = exchangedForm(observable);
  const text = literal(value);
  const valued = VALUED[kind];
  if (valued !== undefined) {
    const isNetwork = /^ipv[46]$/.test(kind) && value.includes("/");
    return `${valued}:${kind === "mutex" ? "name" : "value"} ${isNetwork ? "ISSUBSET" : "="} ${text}`;
  }
  // The standard has a property for it (STIX 2.1, 6.7.5), but not among the hashes.
  if (kind === "imphash") return `file:extensions.'windows-pebinary-ext'.imphash = ${text}`;
  const hash = FILE_HASHES[kind];
  if (hash !== undefined) return `file:hashes.${key(hash)} = ${text}`;
  switch (kind) {
    case "certificate_hash":
      return `x509-certificate:hashes.${key(certificateHash(value))} = ${text}`;
    case "file_name":
      return `file:name = ${text}`;
    case "file_path":
      return pathComparison(value);
    case "registry_key":
      return `windows-registry-key:key = ${text}`;
    case "asn":
      return `autonomous-system:number = ${value.slice(2)}`;
    case "user_agent":
      return `network-traffic:extensions.'http-request-ext'.request_header.'User-Agent' = ${text}`;
    case "ja3":
    case "ja3s":
    case "ja4":
      return `network-traffic:extensions.'x-tls-fingerprint-ext'.${kind} = ${text}`;
    default:
      return `${CUSTOM_TYPE}:kind = ${literal(kind)} AND ${CUSTOM_TYPE}:value = ${text}`;
  }
}

function pathComparison(path: string): string {
  const { folder, name } = splitPath(path);
  if (name === "") return `directory:path = ${literal(folder)}`;
  const named = `file:name = ${literal(name)}`;
  return folder === "" ? named : `${named} AND file:parent_directory_ref.path = ${literal(folder)}`;
}

/** Returns a string constant with escaped quotation marks and backslashes. */
function literal(value: string): string {
  return `'${value.replace(/[\\']/g, "\\$&")}'`;
}

/** Returns a step of a path, in quotes if it contains a hyphen. */
function key(name: string): string {
  return /^\w+$/.test(name) ? name : `'${name}'`;
}
