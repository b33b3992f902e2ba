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

beforeAll(async () => {
  const { paths } = (await requestJson<OpenApiDocument>("/openapi.json")).body;
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

describe("a query parameter", () => {
  it("that a route does not know is refused by name, by all routes", async () => {
    for (const { name, method, path, operation } of routes) {
      const found = await refusal(`${path}?bogus_name=1`, { method, ...bodyOf(operation) });
      // A parameter that is needed is missing, too.
      const pointers: unknown = expect.arrayContaining(unknown.pointers);
      expect([name, found]).toEqual([name, { ...unknown, pointers }]);
    }
    for (const path of ["/openapi.json", "/docs", "/docs/errors", "/docs/start.js"]) {
      expect(await refusal(`${path}?bogus_name=1`, {})).toEqual(unknown);
    }
  });

  it("that an export does not know does not hand out everything", async () => {
    const path = "/api/pipeline/observables/export?session_id=0198f3a1-5c1e-7d40-9b2a-3f6d1c8e4a70";
    expect(await refusal(path, {})).toEqual({ ...unknown, pointers: ["/session_id"] });
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
    expect(passed).toEqual(["post /api/layers/import"]);
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

  it("is refused deep in the body, too", async () => {
    const operands = [{ group_id: "G0016", bogus_name: 1 }];
    const body = JSON.stringify({ operands, operation: "union" });
    const found = await refusal("/api/layers/combine", { method: "POST", body });
    expect(found).toMatchObject({ status: 422, pointers: ["/operands/0/bogus_name"] });
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
