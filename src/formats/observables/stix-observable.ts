import { v5 as uuidv5 } from "uuid";
import { FIXED_TIMESTAMP, stixIdOf } from "../stix/stix-id.ts";
import type { StixObject } from "../stix/stix-object.ts";
import { exchangedForm, type ExchangedValue } from "./exchanged.ts";
import { splitPath } from "./stix-paths.ts";
import { certificateHash, CUSTOM_TYPE, FILE_HASHES, VALUED } from "./stix-names.ts";

/** STIX 2.1, 2.9: everyone derives the ids of cyber-observable objects from their values. */
const NAMESPACE = "00abedb4-aa42-466c-9c01-fed23315a9b7";

/** OpenCTI's definition of the cyber-observable objects that it adds to STIX, including wallets. */
const OPENCTI = "extension-definition--f93e2c80-4231-4f9a-af8b-95c9bd566a82";

/** The definition of our object type. A bundle that contains such an object must contain it. */
export const CUSTOM_DEFINITION_ID = stixIdOf("extension-definition", CUSTOM_TYPE);

/** OASIS's schema rejects a key that contains the short name of a hive anywhere. */
const SHORT_HIVE = /HK(?:LM|CC|CR|CU|U)|hk(?:lm|cc|cr|cu|u)/;

/**
 * Returns a value as a cyber-observable object (STIX 2.1, part 6) with its deterministic id, preceded by the
 * objects that it refers to. Returns an empty list for a CVE, which is not a cyber-observable.
 */
export function toCyberObservables(observable: ExchangedValue): StixObject[] {
  const { kind } = observable;
  const value = exchangedForm(observable);
  const hash = FILE_HASHES[kind];
  if (hash !== undefined) return [object("file", { hashes: { [hash]: value } })];
  switch (kind) {
    case "cve":
      return [];
    case "url":
      return [object("url", { value: asUri(value) })];
    case "mutex":
      return [object("mutex", { name: value })];
    case "certificate_hash":
      return [object("x509-certificate", { hashes: { [certificateHash(value)]: value } })];
    case "file_name":
      return [object("file", { name: value })];
    case "file_path":
      return toFile(value);
    case "registry_key":
      return SHORT_HIVE.test(value)
        ? [custom(kind, value)]
        : [object("windows-registry-key", { key: value })];
    case "asn":
      return [object("autonomous-system", { number: Number(value.slice(2)) })];
    case "cryptocurrency_wallet":
      return [extended(object("cryptocurrency-wallet", { value }), OPENCTI)];
    default: {
      const type = VALUED[kind];
      if (type !== undefined) return [object(type, { value })];
      return [custom(kind, value)];
    }
  }
}

/**
 * Returns the definition of our object type.
 * @param author the identity that the bundle is by
 */
export function customDefinition(author: string): StixObject {
  return {
    type: "extension-definition",
    spec_version: "2.1",
    id: CUSTOM_DEFINITION_ID,
    created: FIXED_TIMESTAMP,
    modified: FIXED_TIMESTAMP,
    created_by_ref: author,
    name: "Observables of kinds that STIX has no object for",
    description: "An object with two strings, kind and value, both of which its id follows from.",
    schema: JSON.stringify({
      type: "object",
      properties: { kind: { type: "string" }, value: { type: "string" } },
      required: ["kind", "value"],
    }),
    version: "1.0.0",
    extension_types: ["new-sco"],
  };
}

/** Returns our object for kinds that the standard does not cover. */
function custom(kind: string, value: string): StixObject {
  return extended(object(CUSTOM_TYPE, { kind, value }), CUSTOM_DEFINITION_ID);
}

/** Converts a browser URL to RFC 3986, as a URL object requires. Encodes the characters that it does not allow. */
function asUri(url: string): string {
  const [, host = "", rest = ""] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([\s\S]*)$/i.exec(url) ?? [];
  return host + rest.replace(/[\\|^`{}"<>[\]]|%(?![0-9a-f]{2})/gi, encodeURIComponent);
}

function toFile(path: string): StixObject[] {
  const { folder, name } = splitPath(path);
  const directory = object("directory", { path: folder });
  if (name === "") return [directory];
  return [directory, object("file", { name, parent_directory_ref: directory.id })];
}

/**
 * Returns an object with its id. All properties that we set contribute to it, according to each object's part
 * of the specification.
 */
function object(type: string, properties: Record<string, unknown>): StixObject {
  const id = `${type}--${uuidv5(canonical(properties), NAMESPACE)}`;
  return { type, spec_version: "2.1", id, ...properties };
}

/** Returns JSON with sorted keys (RFC 8785). Our values are strings, integers and objects of these. */
function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(",")}}`;
}

function extended(plain: StixObject, definition: string): StixObject {
  return { ...plain, extensions: { [definition]: { extension_type: "new-sco" } } };
}
