import { ANALYSIS_NOTES } from "./analysis-notes.ts";
import {
  bodiesOf,
  type JsonSchema,
  operationsOf,
  type OpenApiDocument,
  type Parameter,
} from "./document.ts";
import { KNOWLEDGE_NOTES } from "./knowledge-notes.ts";
import { PARAMETER_NOTES } from "./parameter-notes.ts";
import { PIPELINE_NOTES } from "./pipeline-notes.ts";

/** What a field means, and a value as it might have. */
export type Note = readonly [description: string, example?: unknown];

/** By a field's name, or by schema and field where the name means something special there. */
export type Notes = Readonly<Record<string, Note>>;

const FIELDS: Notes = { ...KNOWLEDGE_NOTES, ...ANALYSIS_NOTES, ...PIPELINE_NOTES };

/**
 * Gives a description and an example to every field, parameter and header whose own schema has none.
 * Names that recur in many schemas are described once, in the notes.
 */
export function completeFields(document: OpenApiDocument): void {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    completeSchema(schema, name);
  }
  for (const operation of operationsOf(document)) {
    for (const parameter of operation.parameters ?? []) completeParameter(parameter);
    for (const [, { schema }] of bodiesOf(operation)) if (schema) completeSchema(schema, "");
    const headers = Object.values(operation.responses).map((answer) => answer.headers ?? {});
    for (const [name, header] of headers.flatMap((named) => Object.entries(named))) {
      header.description ??= header.schema?.description ?? PARAMETER_NOTES[name]?.[0] ?? "";
    }
  }
}

function completeParameter(parameter: Parameter): void {
  const { schema = {}, name } = parameter;
  const notes = [PARAMETER_NOTES[name], FIELDS[name]];
  // A query carries texts only; what has bounds is read as a number.
  if (schema.minimum !== undefined) {
    schema.type = "integer";
    delete schema.pattern;
  }
  const noted = notes.map((note) => note?.[1]).find((example) => isFitting(schema, example));
  parameter.description ??= schema.description ?? notes.find(Boolean)?.[0] ?? "";
  const given = [schema.example, noted, schema.default, schema.enum?.[0], schema.minimum];
  parameter.example ??= given.find((value) => value !== undefined);
}

function isFitting(schema: JsonSchema, example: unknown): boolean {
  const isNumber = typeof example === "number";
  return mayBe(schema, example) && isNumber === (schema.type === "integer");
}

/** @param owner the component that the schema is part of, or "" */
function completeSchema(schema: JsonSchema, owner: string): void {
  if (schema.$ref !== undefined) return;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const [description, example] = FIELDS[`${owner}.${name}`] ?? FIELDS[name] ?? [];
    if (description !== undefined) field.description ??= description;
    if (mayBe(field, example)) field.example ??= example;
    completeSchema(field, owner);
  }
  const parts = [schema.items, schema.additionalProperties, ...branchesOf(schema)];
  for (const part of parts) if (typeof part === "object") completeSchema(part, owner);
}

/** A name may be a choice of words in one schema and free in another. */
function mayBe(field: JsonSchema, example: unknown): boolean {
  if (example === undefined || field.$ref !== undefined) return false;
  return field.enum === undefined || field.enum.includes(example);
}

function branchesOf({ allOf = [], anyOf = [], oneOf = [] }: JsonSchema): JsonSchema[] {
  return [...allOf, ...anyOf, ...oneOf];
}
