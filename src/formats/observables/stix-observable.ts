import { v5 as uuidv5 } from "uuid";
import { FIXED_TIMESTAMP, stixIdOf } from "../stix/stix-id.ts";
import type { StixObject } from "../stix/stix-object.ts";
import { exchangedForm, type ExchangedValue } from "./exchanged.ts";
import { splitPath } from "./stix-paths.ts";
import { certificateHash, CUSTOM_TYPE, FILE_HASHES, VALUED } from "./stix-names.ts";

/** STIX 2.1, 2.9: the ids of cyber-observable objects follow from their values, by everybody. */
const NAMESPACE = "00abedb4-aa42-466c-9c01-fed23315a9b7";

/** OpenCTI's definition of its own cyber-observable objects, wallets among them. */
const OPENCTI = "extension-definition--f93e2c80-4231-4f9a-af8b-95c9bd566a82";

/** Says what our own object is; a bundle that holds one holds this as well. */
export const CUSTOM_DEFINITION_ID = stixIdOf("extension-definition", CUSTOM_TYPE);

/** OASIS's schema takes no key with the short name of a hive, wherever in it. */
const SHORT_HIVE = /HK(?:LM|CC|CR|CU|U)|hk(?:lm|cc|cr|cu|u)/;

/**
 * A value as a cyber-observable object (STIX 2.1, part 6) with its deterministic id, last in the list,
 * behind the objects that it refers to; empty for a CVE, which is no cyber-observable.
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

/** The definition of our own object. @param author the identity that the bundle is by */
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

/** Our own object for what the standard has none for. */
function custom(kind: string, value: string): StixObject {
  return extended(object(CUSTOM_TYPE, { kind, value }), CUSTOM_DEFINITION_ID);
}

/** A URL of browsers as RFC 3986 has it, which a URL object must hold: what it does not allow is encoded. */
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

/** All properties that we set contribute to the id, each object's by its part of the specification. */
function object(type: string, properties: Record<string, unknown>): StixObject {
  const id = `${type}--${uuidv5(canonical(properties), NAMESPACE)}`;
  return { type, spec_version: "2.1", id, ...properties };
}

/** JSON in the order of its keys (RFC 8785); what we write holds strings, integers and such objects. */
function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(",")}}`;
}

function extended(plain: StixObject, definition: string): StixObject {
  return { ...plain, extensions: { [definition]: { extension_type: "new-sco" } } };
}
