import { env } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { describeError } from "../../../src/platform/lib/log.ts";
import { isStorageFailure, StorageError } from "../../../src/platform/lib/is-storage-failure.ts";
import { toAppError } from "../../../src/platform/lib/to-app-error.ts";
import { brokenBucket, brokenDatabase } from "../../support/broken-storage.ts";
import { requestWith } from "../../support/team.ts";
import { markReady } from "../../support/ready.ts";

beforeAll(markReady);

const SECRET = "Operation Quiet Harbour";

/** What the platforms say of a database that cannot serve at this moment. */
const UNAVAILABLE = [
  "D1_ERROR: Network connection lost.",
  "D1_ERROR: database is locked: SQLITE_BUSY",
  "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
  "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
  "D1_ERROR: disk I/O error: SQLITE_IOERR",
];
/** What they say of a statement that is wrong. */
const WRONG = [
  "D1_ERROR: UNIQUE constraint failed: layers.id: SQLITE_CONSTRAINT",
  "D1_ERROR: no such table: layers: SQLITE_ERROR",
  'D1_ERROR: near "SELEC": syntax error at offset 0: SQLITE_ERROR',
  "D1_ERROR: too many SQL variables at offset 300: SQLITE_ERROR",
  `D1_TYPE_ERROR: Type 'object' not supported for value '${SECRET}'`,
];

const report = { method: "POST", body: JSON.stringify({ title: SECRET, summary: SECRET }) };

afterEach(() => vi.restoreAllMocks());

/** Sends a request and answers what was said, to the caller and to the log. */
async function observe(bindings: object, path: string, init: RequestInit) {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const response = await requestWith(bindings as Record<string, string>, path, init);
  const { code, detail } = await response.json<{ code: string; detail: string }>();
  const logged = log.mock.calls.flat().map(String).join("\n");
  return { status: response.status, code, detail, headers: response.headers, logged };
}

describe.each(["statement", "batch"] as const)("a database whose every %s fails", (where) => {
  const failing = (message: string) => ({
    WORKSPACE_DB: brokenDatabase(message, where, env.WORKSPACE_DB),
  });

  it.each(UNAVAILABLE)("with '%s' is 503 with Retry-After", async (message) => {
    const { status, code, detail, headers, logged } = await observe(
      failing(message),
      "/api/pipeline/intake",
      report,
    );
    expect({ status, code }).toEqual({ status: 503, code: "storage_unavailable" });
    expect(detail).toBe("The storage did not answer; try again shortly.");
    expect(headers.get("Retry-After")).toBe("5");
    expect(logged).toContain(message);
    expect(logged).not.toContain(SECRET);
  });

  it("on a full disk is 507, and says what to do", async () => {
    const { status, code, detail, logged } = await observe(
      failing("D1_ERROR: database or disk is full: SQLITE_FULL"),
      "/api/pipeline/intake",
      report,
    );
    expect({ status, code }).toEqual({ status: 507, code: "storage_full" });
    expect(detail).toMatch(/^The disk of the service is full: nothing was stored\. .* free space/);
    expect(logged).not.toContain(SECRET);
  });

  it.each(WRONG)("with '%s' is our fault", async (message) => {
    const { status, code, detail, headers, logged } = await observe(
      failing(message),
      "/api/pipeline/intake",
      report,
    );
    expect({ status, code }).toEqual({ status: 500, code: "internal_error" });
    expect(detail).toMatch(/^Something went wrong on our side/);
    expect(headers.get("Retry-After")).toBeNull();
    expect(logged).not.toContain(SECRET);
    expect(logged.length).toBeGreaterThan(0);
  });
});

describe("the log of a failed statement", () => {
  it("has its SQL without the values, and where it happened", async () => {
    const database = brokenDatabase("D1_ERROR: database is locked", "statement", env.WORKSPACE_DB);
    const path = `/api/pipeline/intake?q=${encodeURIComponent(SECRET)}`;
    const { logged, status } = await observe({ WORKSPACE_DB: database }, path, {});
    expect(status).toBe(503);
    expect(logged).toMatch(/"sql":"select /);
    expect(logged).toMatch(/"cause":\{"error":"Error","message":"D1_ERROR: database is locked"/);
    expect(logged).toContain("    at ");
    expect(logged.toLowerCase()).not.toContain(SECRET.toLowerCase());
  });

  it("has no text that an error quotes", () => {
    const errors = [
      () => JSON.parse(SECRET) as unknown,
      () => new URL(SECRET),
      () => {
        throw new Error(`unexpected ${SECRET}`, { cause: new TypeError(SECRET) });
      },
    ].map((fail) => {
      try {
        return fail();
      } catch (error) {
        return error;
      }
    });
    for (const error of [...errors, SECRET, { message: SECRET }]) {
      expect(JSON.stringify(describeError(error))).not.toContain(SECRET);
    }
  });
});

describe("object storage that fails", () => {
  it.each([
    ["put: We encountered an internal error. Please try again. (10001)", 503],
    ["get: Reduce your concurrent request rate for the same object. (10058)", 503],
    ["put: The specified object name is not valid. (10020)", 500],
  ])("with '%s' answers %i", async (message, wanted) => {
    const FILES = brokenBucket(message);
    const { status } = await observe({ FILES }, "/api/sync/bundles", {
      method: "POST",
      body: JSON.stringify({ type: "bundle", objects: [] }).padEnd(200_000),
    });
    expect([422, wanted]).toContain(status);
    expect(toAppError(new Error(message)).code).toBe(
      wanted === 503 ? "storage_unavailable" : "internal_error",
    );
  });
});

describe("what is no failure of the storage", () => {
  it.each([new Error("secret"), new TypeError("x is not a function"), "text", null, undefined])(
    "is internal: %s",
    (error) => {
      expect(isStorageFailure(error)).toBe(false);
    },
  );

  it("is a mistake of ours inside a statement", () => {
    const query = (cause: Error) => Object.assign(new Error("q"), { query: "", params: [], cause });
    expect(isStorageFailure(query(new TypeError("a mistake")))).toBe(false);
    expect(isStorageFailure(query(new Error("internal error; reference = abc")))).toBe(true);
  });

  it("keeps its kind however often it is wrapped", () => {
    const inner = new Error("D1_ERROR: database is locked");
    const outer = new Error("outer", { cause: new Error("middle", { cause: inner }) });
    expect(isStorageFailure(outer)).toBe(true);
  });
});

it("counts a statement that returned nothing as a failure of the storage", () => {
  const error = new Error("Failed", { cause: new StorageError("no row came back from an insert") });
  expect(isStorageFailure(error)).toBe(true);
  expect(describeError(error)).toMatchObject({
    cause: { error: "StorageError", message: "no row came back from an insert" },
  });
});
