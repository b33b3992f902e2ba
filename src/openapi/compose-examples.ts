import {
  bodiesOf,
  componentName,
  type JsonSchema,
  type MediaType,
  type OpenApiDocument,
  operationsOf,
} from "./document.ts";

const BY_FORMAT: Record<string, string> = {
  uuid: "0198f3a1-5c1e-7d40-9b2a-3f6d1c8e4a70",
  "date-time": "2026-11-22T08:15:00.000Z",
  uri: "https://blog.example.com/2026/a-report",
};

/** Adds an example, composed from those of the fields, to every body without one. */
export function addExamples(document: OpenApiDocument): void {
  const { schemas } = document.components;
  for (const [type, media] of operationsOf(document).flatMap(bodiesOf)) {
    addExample(type, media, schemas);
  }
}

function addExample(type: string, media: MediaType, schemas: Record<string, JsonSchema>): void {
  const { schema } = media;
  if (media.example !== undefined || media.examples !== undefined || schema === undefined) return;
  const example = compose(schema, schemas);
  if (example === undefined) return;
  if (type === "application/x-ndjson") media.example = `${JSON.stringify(example)}\n`;
  else if (type === "text/event-stream") media.example = `data: ${JSON.stringify(example)}\n\n`;
  else media.example = example;
}

/** Composes a value of the schema from the examples of its parts. Returns undefined for bytes. */
function compose(schema: JsonSchema, schemas: Record<string, JsonSchema>): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.$ref !== undefined) return compose(schemas[componentName(schema.$ref)] ?? {}, schemas);
  if (schema.const !== undefined) return schema.const;
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map((part) => compose(part, schemas)));
  }
  const branches = schema.anyOf ?? schema.oneOf;
  const branch = branches?.find(({ type }) => type !== "null");
  if (branch !== undefined) return compose(branch, schemas);
  return composeByType(schema, schemas);
}

function composeByType(schema: JsonSchema, schemas: Record<string, JsonSchema>): unknown {
  const types = [schema.type ?? "object"].flat();
  switch (types.find((type) => type !== "null")) {
    case "object":
      return composeObject(schema, schemas);
    case "array": {
      const item = schema.items === undefined ? undefined : compose(schema.items, schemas);
      return item === undefined ? [] : [item];
    }
    case "string":
      if (schema.format === "binary") return undefined;
      return schema.default ?? schema.enum?.[0] ?? BY_FORMAT[schema.format ?? ""] ?? "text";
    case "boolean":
      return schema.default ?? false;
    default:
      return schema.default ?? schema.minimum ?? 0;
  }
}

function composeObject(schema: JsonSchema, schemas: Record<string, JsonSchema>): object {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => [name, compose(field, schemas)] as const,
  );
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}
