import { ANALYSIS_NOTES } from "./analysis-notes.ts";
import { AUDIT_NOTES } from "./audit-notes.ts";
import { COLLECTION_NOTES } from "./collection-notes.ts";
import {
  bodiesOf,
  type JsonSchema,
  type OpenApiDocument,
  type Operation,
  type Parameter,
} from "./document.ts";
import { IMPORT_NOTES } from "./import-notes.ts";
import { DETECTION_NOTES } from "./detection-notes.ts";
import { KNOWLEDGE_NOTES } from "./knowledge-notes.ts";
import { LAYER_NOTES } from "./layer-notes.ts";
import type { Note, Notes } from "./notes.ts";
import { OBSERVABLE_NOTES } from "./observable-notes.ts";
import { PARAMETER_NOTES } from "./parameter-notes.ts";
import { RELEASE_NOTES } from "./release-notes.ts";
import { RULE_IMPORT_NOTES } from "./rule-import-notes.ts";
import { COVERAGE_NOTES } from "./coverage-notes.ts";
import { RULE_NOTES } from "./rule-notes.ts";
import { RULE_TEST_NOTES } from "./rule-test-notes.ts";
import { SERVICE_NOTES } from "./service-notes.ts";

const FIELDS: Notes = mergeNotes([
  KNOWLEDGE_NOTES,
  DETECTION_NOTES,
  RELEASE_NOTES,
  LAYER_NOTES,
  ANALYSIS_NOTES,
  COLLECTION_NOTES,
  IMPORT_NOTES,
  OBSERVABLE_NOTES,
  RULE_NOTES,
  RULE_IMPORT_NOTES,
  COVERAGE_NOTES,
  RULE_TEST_NOTES,
  AUDIT_NOTES,
  SERVICE_NOTES,
]);

/**
 * Adds a description and an example to every field, parameter and header whose own schema has none. Names that recur in
 * many schemas are described once, in the notes.
 */
export function completeFields(document: OpenApiDocument): void {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    completeSchema(schema, { component: name, field: "" });
  }
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const operation of Object.values(methods)) completeOperation(operation, path);
  }
}

/** Merges all notes. @throws Error if two describe the same field, since one would be lost */
function mergeNotes(parts: readonly Notes[]): Notes {
  const merged = new Map<string, Note>();
  for (const [key, note] of parts.flatMap((part) => Object.entries(part))) {
    if (merged.has(key)) throw new Error(`Two notes describe the field '${key}'.`);
    merged.set(key, note);
  }
  return Object.fromEntries(merged);
}

function completeOperation(operation: Operation, path: string): void {
  for (const parameter of operation.parameters ?? []) completeParameter(parameter, path);
  for (const [, { schema }] of bodiesOf(operation)) {
    if (schema) completeSchema(schema, { component: "", field: containerOf(path) });
  }
  const headers = Object.values(operation.responses).map((answer) => answer.headers ?? {});
  for (const [name, header] of headers.flatMap((named) => Object.entries(named))) {
    header.description ??= header.schema?.description ?? PARAMETER_NOTES[name]?.[0] ?? "";
  }
}

function completeParameter(parameter: Parameter, path: string): void {
  const { schema = {}, name } = parameter;
  const [before = ""] = path.split(`{${name}}`);
  const own = PARAMETER_NOTES[`${containerOf(before)}.${name}`];
  const notes = [own, PARAMETER_NOTES[name], FIELDS[name]];
  // Query values are always text; a bounded one is parsed as a number.
  if (schema.minimum !== undefined) {
    schema.type = "integer";
    delete schema.pattern;
  }
  const noted = notes.map((note) => note?.[1]).find((example) => isFitting(schema, example));
  parameter.description ??= schema.description ?? notes.find(Boolean)?.[0] ?? "";
  const given = [schema.example, noted, schema.default, schema.enum?.[0], schema.minimum];
  parameter.example ??= given.find((value) => value !== undefined);
}

/** Returns the last fixed segment of a path except "export": `sources` of /api/pipeline/sources/{id}. */
function containerOf(path: string): string {
  const fixed = path.split("/").filter((part) => part !== "export" && !part.startsWith("{"));
  return fixed.findLast((part) => part !== "") ?? "";
}

function isFitting(schema: JsonSchema, example: unknown): boolean {
  const isNumber = typeof example === "number";
  return mayBe(schema, example) && isNumber === (schema.type === "integer");
}

/** The position of a schema: its component, and the field within it; "" for none (see `Notes`). */
interface Place {
  component: string;
  field: string;
}

function completeSchema(schema: JsonSchema, place: Place): void {
  if (schema.$ref !== undefined) return;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const [description, example] = noteOf(name, place) ?? [];
    if (description !== undefined) field.description ??= description;
    if (mayBe(field, example)) field.example ??= example;
    completeSchema(field, { component: place.component, field: name });
  }
  const parts = [schema.items, schema.additionalProperties, ...branchesOf(schema)];
  for (const part of parts) if (typeof part === "object") completeSchema(part, place);
}

/** Returns the most specific note. */
function noteOf(name: string, { component, field }: Place): Note | undefined {
  const container = field === "" ? component : field;
  return FIELDS[`${component}.${field}.${name}`] ?? FIELDS[`${container}.${name}`] ?? FIELDS[name];
}

/**
 * Returns whether an example is valid for a field. A name may be an enumeration in one schema and free text in another.
 */
function mayBe(field: JsonSchema, example: unknown): boolean {
  if (example === undefined || field.$ref !== undefined) return false;
  return field.enum === undefined || field.enum.includes(example);
}

function branchesOf({ allOf = [], anyOf = [], oneOf = [] }: JsonSchema): JsonSchema[] {
  return [...allOf, ...anyOf, ...oneOf];
}
