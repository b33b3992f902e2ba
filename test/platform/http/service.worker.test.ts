import { beforeAll, describe, expect, it } from "vitest";
import { parseSettings } from "../../../src/settings.ts";
import { request, requestJson } from "../../support/service.ts";
import { requestWith } from "../../support/team.ts";
import { markReady } from "../../support/ready.ts";

beforeAll(markReady);

describe("every answer", () => {
  it("carries a request id, taken over when it is a sane token", async () => {
    const ask = async (id: string) =>
      (await request("/api/me", { headers: { "X-Request-ID": id } })).headers;
    expect((await ask("abc-123")).get("X-Request-ID")).toBe("abc-123");
    expect((await ask("a b")).get("X-Request-ID")).toMatch(/^[0-9a-f-]{36}$/);
    expect((await ask("x".repeat(200))).get("X-Request-ID")).toHaveLength(36);
  });

  it("carries the version and the security headers, errors included", async () => {
    for (const path of ["/api/health", "/api/nothing", "/docs"]) {
      const { headers } = await request(path);
      expect(headers.get("X-API-Version")).toBe("1");
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("X-Frame-Options")).toBe("DENY");
      expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
      expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
      expect(headers.get("Cache-Control")).toBe("no-store");
      expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    }
  });

  it("says what is wrong as problem details", async () => {
    const { status, body, headers } = await requestJson("/api/nothing");
    expect(status).toBe(404);
    expect(headers.get("Content-Type")).toMatch(/^application\/problem\+json/);
    expect(body).toEqual({
      type: "/docs#error-not_found",
      title: "Not found",
      status: 404,
      detail: "There is nothing at /api/nothing.",
      code: "not_found",
      request_id: headers.get("X-Request-ID"),
    });
  });

  it("names the methods that a path has", async () => {
    const { status, body, headers } = await requestJson("/api/apt/compare");
    expect({ status, code: body["code"] }).toEqual({ status: 405, code: "method_not_allowed" });
    expect(headers.get("Allow")).toBe("POST");
    // GET /api/layers/{layer_id} is another path.
    const literal = await request("/api/layers/import", { method: "PATCH" });
    expect(literal.headers.get("Allow")).toBe("POST");
    const both = await request("/api/analyze/00000000-0000-4000-8000-000000000000", {
      method: "PUT",
    });
    expect(both.headers.get("Allow")).toBe("GET");
  });

  it("reveals nothing of an unknown error", async () => {
    const broken = {
      prepare: () => {
        throw new Error("secret driver text");
      },
    };
    const response = await requestWith(
      { KNOWLEDGE_DB: broken, WORKSPACE_DB: broken },
      "/api/health",
    );
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).not.toContain("secret");
    expect(JSON.parse(text)).toMatchObject({ code: "internal_error" });
  });

  it("calls a failing database 503 with Retry-After", async () => {
    const broken = {
      prepare: () => {
        throw new Error("D1_ERROR: network");
      },
    };
    const response = await requestWith(
      { KNOWLEDGE_DB: broken, WORKSPACE_DB: broken },
      "/api/health",
    );
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toBe("5");
    expect(await response.json()).toMatchObject({ code: "storage_unavailable" });
  });
});

describe("a body of no bytes", () => {
  it("is none where none is needed", async () => {
    const { status } = await requestJson("/api/sync/trigger", { method: "POST", body: "" });
    expect(status).toBe(202);
  });

  it("is missed where one is", async () => {
    const { status, body } = await requestJson("/api/apt/compare", { method: "POST", body: "" });
    expect([status, body["code"]]).toEqual([400, "invalid_json"]);
  });
});

describe("GET /openapi.json", () => {
  it("describes the routes", async () => {
    const { body } = await requestJson<{ openapi: string; paths: Record<string, object> }>(
      "/openapi.json",
    );
    expect(body.openapi).toBe("3.1.0");
    expect(Object.keys(body.paths)).toEqual(
      expect.arrayContaining([
        "/api/analyze",
        "/api/analyze/stream",
        "/api/analyze/sessions",
        "/api/analyze/{session_id}",
        "/api/analyze/sessions/{session_id}/compare",
        "/api/analyze/sessions/{session_id}",
        "/api/apt/groups",
        "/api/apt/compare",
        "/api/sync/bundles",
        "/api/health",
      ]),
    );
  });
});

describe("GET /api/health", () => {
  it("tells providers, releases and jobs, and never a key", async () => {
    const { body } = await requestJson("/api/health");
    expect(body).toMatchObject({
      status: "ok",
      mode: "local",
      providers: [
        { id: "provider_a", kind: "embedded", configured: true },
        { id: "provider_b", kind: null, configured: false },
        { id: "provider_c", kind: null, configured: false },
      ],
      jobs: { queued: expect.any(Number), running: expect.any(Number), dead: expect.any(Number) },
    });
  });
});

describe("settings", () => {
  it.each([
    [{ AUTH_ENABLED: "yes" }, "Setting AUTH_ENABLED must be true or false."],
    [{ MAX_TEXT_CHARS: "-1" }, "Setting MAX_TEXT_CHARS must be a whole number."],
    [{ MAX_TEXT_CHARS: "0" }, "Setting MAX_TEXT_CHARS must be at least 1."],
    [
      { PROVIDER_B_KIND: "oracle" },
      "Setting PROVIDER_B_KIND must be one of embedded, anthropic, openai, google, openai_compatible, ollama.",
    ],
    [
      { ACCESS_AUD: "x" },
      "Setting ACCESS_TEAM_DOMAIN is needed: ACCESS_TEAM_DOMAIN and ACCESS_AUD are set together.",
    ],
  ])("%j fails with one sentence that names it", (source, message) => {
    expect(() => parseSettings(source)).toThrow(message);
  });

  it("take an empty variable as unset", () => {
    expect(parseSettings({ AUTH_ENABLED: "", MAX_PDF_PAGES: "" })).toMatchObject({
      AUTH_ENABLED: false,
      MAX_PDF_PAGES: 2000,
    });
  });
});
