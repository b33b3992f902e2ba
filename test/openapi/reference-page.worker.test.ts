import { beforeAll, describe, expect, it } from "vitest";
import { listProblems } from "../../src/platform/http/problem.ts";
import { markReady } from "../support/ready.ts";
import { request } from "../support/service.ts";

beforeAll(markReady);

const read = async (path: string) => await (await request(path)).text();
/** What the page loads, in order. */
const scriptsOf = (page: string) =>
  [...page.matchAll(/<script src="([^"]+)"/g)].map(([, path = ""]) => path);

describe("GET /docs", () => {
  it("loads scripts of this service alone, and has none within", async () => {
    const page = await read("/docs");
    const paths = scriptsOf(page);
    expect(paths).toEqual(["/docs/start.js", expect.stringMatching(/^\/docs\/scalar-[\d.]+\.js$/)]);
    expect(page.match(/<script/g)).toHaveLength(paths.length);
    expect(page).not.toMatch(/https?:|\son\w+=|undefined/);
    for (const path of paths) {
      const { status, headers } = await request(path);
      expect([path, status, headers.get("Content-Type")]).toEqual([
        path,
        200,
        "text/javascript; charset=utf-8",
      ]);
    }
  });

  it("may run its scripts and ask this service, and nothing else", async () => {
    const { headers } = await request("/docs");
    const policy = new Map(
      (headers.get("Content-Security-Policy") ?? "").split("; ").map((directive) => {
        const [name = "", ...sources] = directive.split(" ");
        return [name, sources.join(" ")];
      }),
    );
    expect(Object.fromEntries(policy)).toEqual({
      "default-src": "'none'",
      "script-src": "'self'",
      "style-src": "'unsafe-inline'",
      "connect-src": "'self'",
      "img-src": "'self' data:",
      "form-action": "'none'",
      "frame-ancestors": "'none'",
      "base-uri": "'none'",
    });
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  });

  it("is alone in that: scripts run on no other page", async () => {
    for (const path of ["/docs/errors", "/docs/start.js", "/openapi.json", "/nothing"]) {
      const policy = (await request(path)).headers.get("Content-Security-Policy");
      expect([path, policy]).toEqual([path, expect.stringContaining("default-src 'none'")]);
      expect([path, policy]).toEqual([path, expect.not.stringContaining("script-src")]);
    }
  });
});

describe("the scripts of /docs", () => {
  it("show the document of this service and turn off what asks other hosts", async () => {
    const start = await read("/docs/start.js");
    expect(start).toContain('url: "/openapi.json"');
    for (const off of ["withDefaultFonts: false", "telemetry: false", "hideClientButton: true"]) {
      expect(start).toContain(off);
    }
    expect(start).not.toMatch(/https?:/);
  });

  it("come packed to who takes that, else as they are, and are kept for good", async () => {
    const [, program = ""] = scriptsOf(await read("/docs"));
    const ask = async (encoding: string) =>
      await request(program, { headers: { "Accept-Encoding": encoding } });
    const plain = await ask("gzip;q=0, identity");
    expect(plain.headers.get("Content-Encoding")).toBeNull();
    expect(plain.headers.get("Cache-Control")).toContain("immutable");
    const text = await plain.text();
    expect(text).toContain("createApiReference");
    const packed = await ask("deflate, gzip");
    expect(packed.headers.get("Content-Encoding")).toBe("gzip");
    expect(packed.headers.get("Vary")).toBe("Accept-Encoding");
    expect((await packed.text()) === text).toBe(true);
  });
});

describe("GET /docs/errors", () => {
  it("has every code at the place that `type` names, by way of /docs", async () => {
    const page = await read("/docs/errors");
    const ids = [...page.matchAll(/<tr id="error-(\w+)"/g)].map(([, code]) => code);
    expect(ids).toEqual(listProblems().map(({ code }) => code));
    expect(page).not.toContain("undefined");
    const { type } = await (await request("/api/nothing")).json<{ type: string }>();
    expect(type).toBe("/docs#error-not_found");
    // oxlint-disable-next-line no-template-curly-in-string -- a template of the script's own
    expect(await read("/docs/start.js")).toContain("`/docs/errors${location.hash}`");
  });
});
