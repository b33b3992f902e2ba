import { beforeAll, describe, expect, it } from "vitest";
import type { OpenApiDocument, Operation } from "../../../src/openapi/document.ts";
import { form, request, requestJson } from "../../support/service.ts";
import { markReady } from "../../support/ready.ts";

beforeAll(markReady);

interface Route {
  name: string;
  method: string;
  path: string;
  operation: Operation;
}
interface Refusal {
  code: string;
  errors: { pointer: string; detail: string }[];
}

let routes: Route[] = [];
let schemas: Record<string, unknown> = {};

beforeAll(async () => {
  const { paths, components } = (await requestJson<OpenApiDocument>("/openapi.json")).body;
  schemas = components["schemas"] ?? {};
  routes = Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
        const described = operation.parameters?.find((parameter) => parameter.name === name);
        return String(described?.example);
      });
      return { name: `${method} ${template}`, method: method.toUpperCase(), path, operation };
    }),
  );
});

const refusal = async (path: string, init: RequestInit) => {
  const { status, body } = await requestJson<Refusal>(path, init);
  return { status, code: body.code, pointers: body.errors?.map(({ pointer }) => pointer) };
};
/** A body that the route takes. */
const bodyOf = ({ requestBody }: Operation): RequestInit => {
  const { content = {} } = requestBody ?? {};
  if ("multipart/form-data" in content) return form({ text: "Some text." });
  const { example } = content["application/json"] ?? {};
  return example === undefined ? {} : { body: JSON.stringify(example) };
};
const unknown = { status: 422, code: "validation_error", pointers: ["/bogus_name"] };

interface Schema {
  type?: string | string[];
  $ref?: string;
  properties?: Record<string, unknown>;
  additionalProperties?: unknown;
  items?: unknown;
  anyOf?: unknown[];
  oneOf?: unknown[];
  allOf?: unknown[];
}

/** The objects that a schema describes, with their places; `*` stands for each entry of a list. */
function* objectsIn(schema: unknown, place = ""): Generator<[place: string, schema: Schema]> {
  if (typeof schema !== "object" || schema === null) return;
  const { $ref, ...own } = schema as Schema;
  const named =
    $ref === undefined ? own : (schemas[$ref.slice($ref.lastIndexOf("/") + 1)] as Schema);
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = named;
  if (named.type === "object") yield [place, named];
  for (const part of [...anyOf, ...oneOf, ...allOf]) yield* objectsIn(part, place);
  yield* objectsIn(items, `${place}/*`);
  for (const [name, part] of Object.entries(properties)) yield* objectsIn(part, `${place}/${name}`);
}

/** The places within a body at which objects take no other fields than they name. */
function closedWithin(schema: unknown): Set<string> {
  const closed = [...objectsIn(schema)].filter(([, one]) => one.additionalProperties === false);
  return new Set(closed.map(([place]) => place).filter((place) => place !== ""));
}

/** A body with a field that nobody knows in what lies at a place, which is made where there is none. */
function withUnknown(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return { ...(value as object | undefined), bogus_name: 1 };
  if (step === "*") {
    const [first, ...others] = (value as unknown[] | undefined) ?? [];
    return [withUnknown(first, rest), ...others];
  }
  const fields = value as Record<string, unknown> | undefined;
  return { ...fields, [step]: withUnknown(fields?.[step], rest) };
}

describe("a query parameter", () => {
  it("that a route does not know is refused by name, by all routes", async () => {
    const ours = routes.filter(({ operation }) => operation["x-error-form"] === undefined);
    for (const { name, method, path, operation } of ours) {
      const found = await refusal(`${path}?bogus_name=1`, { method, ...bodyOf(operation) });
      // A parameter that is needed is missing, too.
      const pointers: unknown = expect.arrayContaining(unknown.pointers);
      expect([name, found]).toEqual([name, { ...unknown, pointers }]);
    }
    for (const path of ["/openapi.json", "/docs", "/docs/errors", "/docs/start.js"]) {
      expect(await refusal(`${path}?bogus_name=1`, {})).toEqual(unknown);
    }
  });

  it("that a route of TAXII does not know is refused by name, in the form of its errors", async () => {
    const others = routes.filter(({ operation }) => operation["x-error-form"] === "taxii");
    const reading = others.filter(({ method }) => method === "GET");
    expect(reading.length).toBeGreaterThan(5);
    for (const { name, path } of reading) {
      const { status, body } = await requestJson(`${path}?bogus_name=1`);
      const errors: unknown = expect.arrayContaining([
        expect.objectContaining({ pointer: "/bogus_name" }),
      ]);
      expect([name, status]).toEqual([name, 400]);
      expect(body).toMatchObject({ error_code: "validation_error", details: { errors } });
    }
  });

  it("that an export does not know does not hand out everything", async () => {
    const path = "/api/pipeline/observables/export?sesion_id=0198f3a1-5c1e-7d40-9b2a-3f6d1c8e4a70";
    expect(await refusal(path, {})).toEqual({ ...unknown, pointers: ["/sesion_id"] });
  });

  it("that is given twice is refused", async () => {
    const { status, body } = await requestJson<Refusal>("/api/jobs?limit=1&limit=2");
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      { pointer: "/limit", detail: "'limit' must be a text, given once." },
    ]);
  });

  it("is looked at for HEAD as for GET", async () => {
    const status = async (path: string) => (await request(path, { method: "HEAD" })).status;
    expect([await status("/api/health"), await status("/api/health?x=1")]).toEqual([200, 422]);
  });
});

describe("a field of a body", () => {
  it("that a route does not know is refused by name, but where the format is of others", async () => {
    const passed: string[] = [];
    for (const { name, method, path, operation } of routes) {
      const { example } = operation.requestBody?.content?.["application/json"] ?? {};
      if (example === undefined) continue;
      const body = JSON.stringify({ ...(example as object), bogus_name: 1 });
      const found = await refusal(path, { method, body });
      if (found.code === "validation_error") expect([name, found]).toEqual([name, unknown]);
      else passed.push(name);
    }
    expect(passed).toEqual(["post /api/layers/import", "post /mcp"]);
  });

  it("is refused by name in what lies within a body, too", async () => {
    const asked: string[] = [];
    for (const { name, method, path, operation } of routes) {
      const { example, schema } = operation.requestBody?.content?.["application/json"] ?? {};
      for (const place of closedWithin(schema)) {
        asked.push(`${name} ${place}`);
        const body = JSON.stringify(withUnknown(example, place.split("/").slice(1)));
        const { code, pointers } = await refusal(path, { method, body });
        const pointer: unknown = expect.arrayContaining([
          `${place.replaceAll("*", "0")}/bogus_name`,
        ]);
        expect([name, code, pointers]).toEqual([name, "validation_error", pointer]);
      }
    }
    expect(asked).toContain("post /api/layers/combine /operands/*");
  });

  it("is for the formats of others alone to carry, and the document says which they are", () => {
    const open: string[] = [];
    for (const { name, operation } of routes) {
      for (const [type, media] of Object.entries(operation.requestBody?.content ?? {})) {
        if (type === "application/octet-stream") open.push(`${name}: ${type}`);
        for (const [place, schema] of objectsIn(media.schema)) {
          if (schema.additionalProperties !== false) open.push(`${name}: ${place}`);
        }
      }
    }
    expect(open).toEqual([
      // ATT&CK Navigator layers, of which the parts that the service has no use for are kept.
      "post /api/layers/import: ",
      "post /api/layers/import: /versions",
      // Bundles, sharing events and matrices.
      "post /api/sync/bundles: application/octet-stream",
      "post /api/pipeline/import/stix: application/octet-stream",
      "post /api/pipeline/import/sharing_events: application/octet-stream",
      "post /api/pipeline/import/misp: application/octet-stream",
      "post /api/pipeline/import/ml_matrix: application/octet-stream",
      "post /api/pipeline/import/atlas: application/octet-stream",
      // Rules, and archives of them.
      "post /api/pipeline/rules/import: application/octet-stream",
      // Events, and the values of placeholders, whose names the rule gives.
      "post /api/pipeline/rules/{rule_id}/test: application/octet-stream",
      "post /api/pipeline/rules/test: /placeholders",
      // Messages of JSON-RPC, whose parameters the protocol defines.
      "post /mcp: ",
      "post /mcp: /params",
    ]);
  });

  it("is refused where a route takes none; an empty object says nothing", async () => {
    const path = "/api/jobs/0198f3a1-5c1e-7d40-9b2a-3f6d1c8e4a70/retry";
    const send = (body: string) => refusal(path, { method: "POST", body });
    expect(await send('{"bogus_name":1}')).toEqual(unknown);
    expect((await send("{}")).code).toBe("not_found");
    expect((await send("")).code).toBe("not_found");
    expect((await send("no json")).code).toBe("invalid_json");
    expect((await send("[]")).code).toBe("validation_error");
  });

  it("never is dropped by a PATCH", async () => {
    const source = { url: "https://patch.unit.invalid/feed.xml" };
    const created = await requestJson<{ id: string }>("/api/pipeline/sources", {
      method: "POST",
      body: JSON.stringify(source),
    });
    for (const change of [{ kind: "rss" }, { id: "x" }, { enabled: false, last_error: "" }]) {
      const found = await refusal(`/api/pipeline/sources/${created.body.id}`, {
        method: "PATCH",
        body: JSON.stringify(change),
      });
      expect(found.code).toBe("validation_error");
    }
    const { body } = await requestJson(`/api/pipeline/sources/${created.body.id}`);
    expect(body).toMatchObject({ enabled: true });
  });

  it("of a form is refused when it is not known or comes twice", async () => {
    for (const path of ["/api/analyze", "/api/analyze/stream"]) {
      const found = await refusal(path, form({ text: "Some text.", bogus_name: "1" }));
      expect(found).toEqual(unknown);
      const twice = new FormData();
      for (const text of ["One.", "Two."]) twice.append("text", text);
      expect(await refusal(path, { method: "POST", body: twice })).toMatchObject({
        status: 422,
        pointers: ["/text"],
      });
    }
  });
});
