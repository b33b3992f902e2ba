import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { OpenApiDocument } from "../../../src/openapi/document.ts";
import { describeIssue } from "../../../src/platform/http/describe-issue.ts";
import { refuseUnknown } from "../../../src/platform/http/refuse-unknown.ts";
import { toValidationError } from "../../../src/platform/http/to-validation-error.ts";
import { ingestSmallRelease, request, requestJson } from "../../support/service.ts";

beforeAll(ingestSmallRelease);

/** Words of the schema library, which are not ours. */
const FOREIGN =
  /invalid input|invalid option|too (small|big)|expected|received|unrecognized|[<>]=|undefined|NaN/i;
const SENTENCE = /^('[^']*'|The request) .+\.$/s;

beforeAll(() => z.config({ localeError: describeIssue }));

const say = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value);
  const { message, errors = [] } = toValidationError(error?.issues ?? []);
  return [message, ...errors.map(({ detail }) => detail).filter((detail) => detail !== message)];
};

describe("a fault is said in our own words", () => {
  const named = (schema: z.ZodType) => z.object({ it: schema });
  it.each<[z.ZodType, unknown, string]>([
    [z.string(), undefined, "must be given"],
    [z.string(), 5, "must be a text"],
    [z.string(), ["a", "b"], "must be a text, given once"],
    [z.number(), "5", "must be a number"],
    [z.int(), 1.5, "must be a whole number"],
    [z.int(), Number.NaN, "must be a number"],
    [z.int().min(5), 1, "must be at least 5"],
    [z.int().max(5), 9, "must be at most 5"],
    [z.number().gt(5), 5, "must be more than 5"],
    [z.number().lt(5), 5, "must be less than 5"],
    [z.number().multipleOf(5), 7, "must be a multiple of 5"],
    [z.boolean(), "true", "must be true or false"],
    [z.array(z.string()), {}, "must be a list"],
    [z.array(z.string()).min(1), [], "must not be empty"],
    [z.array(z.string()).min(2), ["a"], "must have at least 2 entries"],
    [z.array(z.string()).max(1), ["a", "b"], "must have at most 1 entry"],
    [z.string().min(1), "", "must not be empty"],
    [z.string().max(3), "abcd", "must have at most 3 characters"],
    [z.string().min(3), "a", "must have at least 3 characters"],
    [z.object({}), [], "must be an object"],
    [z.record(z.string(), z.int()), 1, "must be an object"],
    [z.enum(["a", "b"]), "c", "must be one of a, b"],
    [z.enum(["a", "b"]), undefined, "must be given"],
    [z.literal("a"), "b", "must be a"],
    [z.null(), 1, "must be null"],
    [z.uuid(), "x", "must be a UUID"],
    [z.url(), "x", "must be a URL"],
    [z.email(), "x", "must be an email address"],
    [z.iso.datetime(), "x", "must be a date and time such as 2026-01-31T00:00:00Z"],
    [z.string().regex(/^a$/), "b", "must be a text of the form that /docs describes"],
    [z.string().startsWith("a"), "b", "must be a text of the form that /docs describes"],
    [z.union([z.string(), z.number()]), true, "must be a text or a number"],
    [z.union([z.string(), z.number()]), undefined, "must be given"],
    [z.union([z.string().min(3), z.number()]), "a", "must not"],
    [
      z.union([z.object({ a: z.string() }), z.int()]),
      {},
      "must have one of the forms that /docs describes",
    ],
    [z.discriminatedUnion("a", [z.object({ a: z.literal("x") })]), { a: "y" }, "must"],
    [z.string().refine(() => false), "a", "must be of the form that /docs describes"],
    [z.string().refine(() => false, "must not be blank"), "a", "must not be blank"],
    [z.map(z.string(), z.string()), {}, "must be an object"],
    [z.set(z.string()), {}, "must be a list"],
    [z.date(), "x", "must be a date"],
    [z.file(), "x", "must be a file"],
  ])("%# of %j", (schema, value, wanted) => {
    const sentences = say(named(schema), { it: value });
    for (const sentence of sentences) {
      expect(sentence).toMatch(SENTENCE);
      expect(sentence).not.toMatch(FOREIGN);
    }
    if (wanted !== "must not" && wanted !== "must") expect(sentences).toContain(`'it' ${wanted}.`);
  });

  it("names every field that is not known, and where it lies", () => {
    const schema = refuseUnknown(
      z.object({
        list: z.array(z.object({ a: z.string() })).optional(),
        either: z.union([z.object({ b: z.int() }), z.string()]).default("x"),
        free: z.looseObject({ c: z.int() }).optional(),
      }),
    );
    const value = { list: [{ a: "x", "b/~": 1 }], free: { c: 1, d: 2 }, one: 1, two: 2 };
    const { errors } = toValidationError(schema.safeParse(value).error?.issues ?? []);
    expect(errors?.map(({ pointer }) => pointer)).toEqual(["/list/0/b~1~0", "/one", "/two"]);
    expect(schema.safeParse({ either: { b: 1, c: 2 } }).success).toBe(false);
    expect(schema.safeParse({ free: { c: 1, d: 2 } }).success).toBe(true);
  });

  it("keeps what a schema says of itself", () => {
    const schema = z.object({ a: z.string() }).meta({ id: "OfThisTest", description: "Kept." });
    expect(refuseUnknown(schema).meta()).toEqual({ id: "OfThisTest", description: "Kept." });
    const open = z.looseObject({ a: z.string() });
    expect(refuseUnknown(open)).toBe(open);
  });
});

/** Values that few fields take. */
const ODD = [null, -1.5, "", " ", "x".repeat(30_000), [], {}, true, [null], [[1]], 1e300, { a: 1 }];

/** The body with one place changed, for every place and every odd value. */
function* oddBodies(body: unknown): Generator {
  if (typeof body !== "object" || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    const put = (changed: unknown) =>
      Array.isArray(body)
        ? body.map((entry: unknown, index) => (String(index) === name ? changed : entry))
        : { ...body, [name]: changed };
    yield put(undefined);
    for (const odd of ODD) yield put(odd);
    for (const inner of oddBodies(value)) yield put(inner);
  }
}

describe("no request of any kind", () => {
  const requireOurs = async (place: string, response: Response) => {
    expect([place, response.status < 500]).toEqual([place, true]);
    if (response.status < 400) return await response.body?.cancel();
    const {
      detail,
      description = "",
      errors = [],
    } = await response.json<{
      detail?: string;
      description?: string;
      errors?: { detail: string }[];
    }>();
    // Errors of TAXII have a description instead.
    for (const sentence of [detail ?? description, ...errors.map((fault) => fault.detail)]) {
      // A field may be called `expected`.
      const words = sentence.replace(/'[^']*'/g, "");
      expect([place, words]).not.toEqual([place, expect.stringMatching(FOREIGN)]);
      expect([place, sentence]).toEqual([place, expect.stringMatching(/^['A-Z].*[.']$/s)]);
    }
  };

  it("is answered in words of the schema library", async () => {
    const { paths } = (await requestJson<OpenApiDocument>("/openapi.json")).body;
    let sent = 0;
    for (const [template, methods] of Object.entries(paths)) {
      for (const [method, { parameters = [], requestBody }] of Object.entries(methods)) {
        const place = `${method} ${template}`;
        // Its messages are those of JSON-RPC and of the protocol's own library.
        if (template === "/mcp") continue;
        const examples = new Map(parameters.map(({ name, example }) => [name, String(example)]));
        const path = template.replace(/\{(\w+)\}/g, (_, name: string) => examples.get(name) ?? "");
        const { example } = requestBody?.content?.["application/json"] ?? {};
        for (const body of example === undefined ? [] : oddBodies(example)) {
          const init = { method: method.toUpperCase(), body: JSON.stringify(body) };
          await requireOurs(place, await request(path, init));
          sent += 1;
        }
        if (method !== "get") continue;
        for (const parameter of parameters.filter((one) => one.in === "query")) {
          for (const value of ["", "%00", "-1", "x".repeat(300), `1&${parameter.name}=2`]) {
            await requireOurs(place, await request(`${path}?${parameter.name}=${value}`));
            sent += 1;
          }
        }
      }
    }
    expect(sent).toBeGreaterThan(800);
  });
});
