import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type {
  ApiResponse,
  JsonSchema,
  OpenApiDocument,
  Operation,
} from "../../src/openapi/document.ts";
import { request, requestJson } from "../support/service.ts";
import { TAXII } from "../support/taxii.ts";

let document: OpenApiDocument;
let operations: [name: string, operation: Operation][] = [];

beforeAll(async () => {
  document = (await requestJson<OpenApiDocument>("/openapi.json")).body;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
});

/** What the reference means, or the thing itself. */
function resolve<T extends { $ref?: string }>(thing: T): T {
  if (thing.$ref === undefined) return thing;
  const [, , kind = "", name = ""] = thing.$ref.split("/");
  return document.components[kind]?.[name] as T;
}

function responsesOf(operation: Operation): [status: string, response: ApiResponse][] {
  return Object.entries(operation.responses).map(([status, response]) => [
    status,
    resolve(response),
  ]);
}

/** Every field of a schema with its place, those of fields included. */
function fieldsOf(schema: JsonSchema, place: string): [place: string, field: JsonSchema][] {
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    [`${place}.${name}`, field] as [string, JsonSchema],
    ...fieldsOf(field, `${place}.${name}`),
  ]);
  const { items, additionalProperties, allOf = [], anyOf = [], oneOf = [] } = schema;
  const parts = [items, additionalProperties, ...allOf, ...anyOf, ...oneOf];
  return [
    ...named,
    ...parts.flatMap((part) => (typeof part === "object" ? fieldsOf(part, place) : [])),
  ];
}

/** The status of what the operation does not know in a request. */
const unknownIn = (operation: Operation) =>
  operation["x-error-form"] === undefined ? "422" : "400";

describe("every operation of the OpenAPI document", () => {
  it("says what it does, in a sentence and in more", () => {
    expect(operations.length).toBeGreaterThan(85);
    const silent = operations.filter(
      ([, { summary, description }]) => !summary || !description || description.length < 10,
    );
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  it("lists its statuses one by one, with a description and with the codes of each", () => {
    for (const [name, operation] of operations) {
      expect([name, Object.keys(operation.responses)]).not.toEqual([
        name,
        expect.arrayContaining(["default"]),
      ]);
      for (const [status, { description, content = {} }] of responsesOf(operation)) {
        expect([name, status, description]).toEqual([name, status, expect.stringMatching(/\w/)]);
        if (Number(status) < 400) continue;
        if (operation["x-error-form"] === "taxii") {
          expect([name, Object.keys(content)]).toEqual([name, [TAXII]]);
          continue;
        }
        const media = content["application/problem+json"];
        // Its protocol has errors of its own.
        if (name === "POST /mcp" && media === undefined) continue;
        const [, own] = media?.schema?.allOf ?? [];
        const codes = own?.properties?.["code"]?.enum ?? [];
        expect([name, status, codes.length > 0]).toEqual([name, status, true]);
        expect(Object.keys(media?.examples ?? {})).toEqual(codes);
      }
    }
  });

  it("lists what follows from its role, its body and its parameters", () => {
    for (const [name, operation] of operations) {
      const statuses = Object.keys(operation.responses);
      const role = operation["x-required-role"];
      expect([name, statuses]).toEqual([
        name,
        expect.arrayContaining(["403", unknownIn(operation), "500", "503"]),
      ]);
      expect([name, statuses.includes("401")]).toEqual([name, role !== "open"]);
      expect([name, operation.security]).toEqual([
        name,
        role === "open" ? [] : expect.arrayContaining([{}, { accessToken: [] }]),
      ]);
      if (operation.requestBody !== undefined) {
        expect([name, statuses]).toEqual([name, expect.arrayContaining(["408", "413"])]);
      }
    }
  });

  it("has an example of every body, sent and answered, but of files", () => {
    const bare = operations.flatMap(([name, operation]) =>
      [["sent", operation.requestBody ?? {}] as const, ...responsesOf(operation)].flatMap(
        ([which, { content = {} }]) =>
          Object.entries(content)
            .filter(([type]) => !/^application\/(?:pdf|octet-stream|vnd\.openxml.*)$/.test(type))
            .filter(([, { example, examples }]) => example === undefined && examples === undefined)
            .map(([type]) => `${name} ${which} ${type}`),
      ),
    );
    expect(bare).toEqual([]);
  });

  it("describes every field, parameter and header", () => {
    const places = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      fieldsOf(schema, name),
    );
    for (const [name, operation] of operations) {
      for (const parameter of operation.parameters ?? []) {
        places.push([`${name} ${parameter.name}`, parameter]);
      }
      for (const [status, { content = {}, headers = {} }] of responsesOf(operation)) {
        for (const { schema = {} } of Object.values(content)) {
          if (Number(status) < 400) places.push(...fieldsOf(schema, `${name} ${status}`));
        }
        places.push(...Object.entries(headers));
      }
      for (const { schema = {} } of Object.values(operation.requestBody?.content ?? {})) {
        places.push(...fieldsOf(schema, `${name} body`));
      }
    }
    expect(places.length).toBeGreaterThan(600);
    const silent = places.filter(([, { description }]) => !description);
    expect(silent.map(([place]) => place)).toEqual([]);
  });
});

describe("the examples of the OpenAPI document", () => {
  it("are of their own schemas", () => {
    const wrong: unknown[] = [];
    for (const [name, operation] of operations) {
      for (const [status, { content = {} }] of responsesOf(operation)) {
        const { schema, example } = content["application/json"] ?? {};
        if (schema === undefined || example === undefined) continue;
        const $defs = document.components.schemas;
        const text = JSON.stringify({ ...schema, $defs }).replaceAll(
          "#/components/schemas/",
          "#/$defs/",
        );
        const parsed = z.fromJSONSchema(JSON.parse(text)).safeParse(example);
        if (!parsed.success) wrong.push([name, status, parsed.error.issues]);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("of parameters are of their own schemas, and no parameter is without", () => {
    for (const [name, { parameters = [] }] of operations) {
      for (const { name: parameter, schema, example } of parameters) {
        const parsed = z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema).safeParse(example);
        expect([name, parameter, parsed.success]).toEqual([name, parameter, true]);
      }
    }
  });

  it("of requests pass the validation of their routes", async () => {
    const refused: unknown[] = [];
    for (const [name, operation] of operations) {
      const { example } = operation.requestBody?.content?.["application/json"] ?? {};
      if (example === undefined) continue;
      const [method = "", template = ""] = name.split(" ");
      const path = template.replace(/\{(\w+)\}/g, (_, parameter: string) => {
        const described = operation.parameters?.find((one) => one.name === parameter);
        return String(described?.example);
      });
      const answer = await request(path, { method, body: JSON.stringify(example) });
      if (![400, 422].includes(answer.status)) continue;
      refused.push([name, example, await answer.text()]);
    }
    expect(refused).toEqual([]);
  });
});
