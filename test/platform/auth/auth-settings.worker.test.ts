import { env } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { authWarnings, identify, isIdentityProven } from "../../../src/platform/auth/identity.ts";
import { requireKnownHost } from "../../../src/platform/http/same-origin.ts";
import { servicesOf } from "../../../src/services.ts";
import { parseSettings } from "../../../src/settings.ts";
import { SIGN_ON } from "../../support/oidc-provider.ts";
import { requestWith, TEAM } from "../../support/team.ts";
import { markReady } from "../../support/ready.ts";

beforeAll(markReady);
afterEach(() => vi.restoreAllMocks());

const ON = { AUTH_ENABLED: "true" };
const ACCESS = { ACCESS_TEAM_DOMAIN: "team.example.com", ACCESS_AUD: "our-app" };
const TOKEN = "a-token-for-ingests-of-32-characters-or-more";
const LONG = "0123456789abcdef0123456789abcdef";

const HALVES: [settings: Record<string, string>, name: string][] = [
  [{ PROXY_SECRET: "s" }, "PROXY_SECRET"],
  [{ PROXY_SECRET: "s", AUTH_ENABLED: "false" }, "PROXY_SECRET"],
  [{ PROXY_SECRET: "s", AUTH_ENABLED: "" }, "PROXY_SECRET"],
  [ACCESS, "ACCESS_TEAM_DOMAIN"],
  [{ TRUST_PROXY_HEADERS: "true" }, "TRUST_PROXY_HEADERS"],
  [{ INGEST_TOKEN: TOKEN }, "INGEST_TOKEN"],
  [{ ...ON, PROXY_SECRET_PREVIOUS: "s" }, "PROXY_SECRET"],
  [{ ...TEAM, PROXY_SECRET_PREVIOUS: "s" }, "PROXY_SECRET"],
  [{ ...ON, ACCESS_TEAM_DOMAIN: "team.example.com" }, "ACCESS_AUD"],
  [{ ...ON, ACCESS_AUD: "our-app" }, "ACCESS_TEAM_DOMAIN"],
  [{ ...ON, PROXY_SECRET: "s", ACCESS_AUD: "our-app" }, "ACCESS_TEAM_DOMAIN"],
  [{ ...ON, PROXY_SECRET: "s", ACCESS_ADMINS: "ann@example.org" }, "ACCESS_TEAM_DOMAIN"],
  [{ ...TEAM, ACCESS_ANALYSTS: "ann@example.org" }, "ACCESS_TEAM_DOMAIN"],
  [{ ...ON, ...ACCESS, PROXY_SECRET: "s" }, "ACCESS_TEAM_DOMAIN"],
  [{ ...TEAM, PROXY_SECRET: "s" }, "TRUST_PROXY_HEADERS"],
  [{ ...TEAM, ...ACCESS }, "TRUST_PROXY_HEADERS"],
  [{ OIDC_ISSUER: SIGN_ON.OIDC_ISSUER }, "OIDC_ISSUER"],
  [{ ...SIGN_ON, AUTH_ENABLED: "false" }, "OIDC_ISSUER"],
  [{ ...SIGN_ON, PROXY_SECRET: "s" }, "OIDC_ISSUER"],
  [{ ...SIGN_ON, ...ACCESS }, "OIDC_ISSUER"],
  [{ ...SIGN_ON, TRUST_PROXY_HEADERS: "true" }, "TRUST_PROXY_HEADERS"],
  [{ ...SIGN_ON, OIDC_ISSUER: "" }, "OIDC_ISSUER"],
  [{ ...TEAM, OIDC_ADMIN_ROLES: "admins" }, "OIDC_ISSUER"],
  [{ ...SIGN_ON, OIDC_CLIENT_ID: "" }, "OIDC_CLIENT_ID"],
  [{ ...SIGN_ON, OIDC_CLIENT_SECRET: "" }, "OIDC_CLIENT_SECRET"],
  [{ ...SIGN_ON, PUBLIC_ORIGIN: "" }, "PUBLIC_ORIGIN"],
  [{ ...SIGN_ON, PUBLIC_ORIGIN: "http://cti.example.org" }, "PUBLIC_ORIGIN"],
  [{ ...SIGN_ON, OIDC_ISSUER: "http://login.example.org" }, "OIDC_ISSUER"],
  [{ ...SIGN_ON, OIDC_ISSUER: "login.example.org" }, "OIDC_ISSUER"],
  [
    { ...SIGN_ON, OIDC_ISSUER: "https://a.example/.well-known/openid-configuration" },
    "OIDC_ISSUER",
  ],
  [{ ...SIGN_ON, OIDC_SCOPES: "profile email" }, "OIDC_SCOPES"],
  [{ ...SIGN_ON, OIDC_SESSION_HOURS: "0" }, "OIDC_SESSION_HOURS"],
  [{ ...SIGN_ON, OIDC_SESSION_HOURS: "1000" }, "OIDC_SESSION_HOURS"],
  [
    { ...SIGN_ON, OIDC_ADMIN_ROLES: "", OIDC_ANALYST_ROLES: "", OIDC_VIEWER_ROLES: "" },
    "OIDC_ADMIN_ROLES",
  ],
  [{ ...TEAM, INGEST_TOKEN: "short" }, "INGEST_TOKEN"],
  [{ PUBLIC_ORIGIN: "https://cti.example.org/path" }, "PUBLIC_ORIGIN"],
  [{ PUBLIC_ORIGIN: "cti.example.org" }, "PUBLIC_ORIGIN"],
  [{ AUDIT_KEY: "short" }, "AUDIT_KEY"],
  [{ AUDIT_KEY: LONG, AUDIT_KEY_PREVIOUS: LONG }, "AUDIT_KEY_PREVIOUS"],
];

describe("authentication that is set by halves", () => {
  it.each(HALVES)("%j does not start, and the sentence names %s", (settings, name) => {
    expect(() => parseSettings(settings)).toThrow(new RegExp(`^Setting ${name} .+\\.$`));
  });

  it.each(HALVES)(
    "%j is 503 on every path at the edge, and the log names %s",
    async (settings, name) => {
      const headers = { "X-Auth-User": "eve", "X-Auth-Roles": "admin" };
      const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
      for (const path of ["/api/me", "/api/health", "/api/pipeline/sources", "/docs", "/nothing"]) {
        const response = await requestWith(settings, path, { headers });
        expect([path, response.status]).toEqual([path, 503]);
        expect(await response.json()).toMatchObject({
          code: "not_configured",
          status: 503,
          detail: "A setting of the service is missing or wrong; its log names it.",
        });
        const line: unknown = JSON.parse(String(log.mock.lastCall?.[0]));
        expect(line).toMatchObject({
          event: "request.failed",
          request_id: response.headers.get("X-Request-ID"),
          error: "SettingsError",
          message: expect.stringMatching(new RegExp(`^Setting ${name} .+\\.$`)),
        });
      }
    },
  );

  it("is 503 without a key for the audit trail, too", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const response = await requestWith({ AUDIT_KEY: "" }, "/api/me");
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: "not_configured" });
    expect(log.mock.lastCall?.[0]).toContain("Setting AUDIT_KEY is needed");
  });
});

describe("team mode without a proof", () => {
  const UNPROVEN: Record<string, string>[] = [
    ON,
    { ...ON, INGEST_TOKEN: TOKEN },
    { ...ON, TRUST_PROXY_HEADERS: "false" },
    { ...ON, PROXY_SECRET: "" },
  ];
  const places = (hosts: string[]) =>
    hosts.flatMap((HOST) => UNPROVEN.map((settings) => ({ ...settings, HOST })));

  it.each(places(["", "127.0.0.1", "127.8.9.1", "localhost", "::1", "[::1]"]))(
    "%j starts, for only this machine reaches it",
    (settings) => {
      expect(parseSettings(settings)).toMatchObject({ AUTH_ENABLED: true });
    },
  );

  it.each(places(["0.0.0.0", "::", "10.0.0.1", "127.0.0.1.example.org", "cti.example.org"]))(
    "%j does not start, and the sentence offers every way out",
    (settings) => {
      const start = () => parseSettings(settings);
      const ways = [
        "PROXY_SECRET",
        "ACCESS_TEAM_DOMAIN and ACCESS_AUD",
        "OIDC_ISSUER",
        "TRUST_PROXY_HEADERS=true",
      ];
      for (const way of [...ways, "HOST=127.0.0.1"]) expect(start).toThrow(way);
      expect(start).toThrow(/^Setting AUTH_ENABLED needs .+\.$/u);
    },
  );

  it.each(places(["", "127.0.0.1"]))(
    "%j is 503 at the edge, which has no loopback",
    async (settings) => {
      const headers = { "X-Auth-User": "eve", "X-Auth-Roles": "admin" };
      const response = await requestWith(settings, "/api/me", { headers });
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ code: "not_configured" });
      expect(() => parseSettings(settings, true)).toThrow(
        /^Setting AUTH_ENABLED needs (?!.*HOST=)/u,
      );
    },
  );

  it("takes the headers as they come, and warns that the proxy is unproven", async () => {
    const settings = parseSettings(ON);
    const headers = new Headers({ "X-Auth-User": "ann", "X-Auth-Roles": "analyst" });
    expect(await identify(headers, settings, null)).toEqual({ name: "ann", role: "analyst" });
    const nobody = identify(new Headers(), settings, null);
    await expect(nobody).rejects.toMatchObject({ code: "authentication_required" });
    expect(isIdentityProven(settings)).toBe(false);
    expect(authWarnings(settings)).toEqual([expect.stringContaining("proxy is unproven")]);
    const at = (host: string) => () => {
      requireKnownHost(new URL(`http://${host}/api/me`), settings);
    };
    expect(at("localhost")).not.toThrow();
    expect(at("evil.example")).toThrow();
  });
});

describe("authentication that is complete", () => {
  it.each([
    [{ ...ON, PROXY_SECRET: "new", PROXY_SECRET_PREVIOUS: "old" }, true],
    [{ ...ON, ...ACCESS, ACCESS_ADMINS: "ann@example.org" }, true],
    [{ ...ON, PROXY_SECRET: "new", INGEST_TOKEN: TOKEN }, true],
    [SIGN_ON, true],
    [{ ...SIGN_ON, HOST: "0.0.0.0", INGEST_TOKEN: TOKEN }, true],
    [TEAM, false],
    [{ AUTH_ENABLED: "false", TRUST_PROXY_HEADERS: "false", PROXY_SECRET: "" }, false],
  ])("%j starts, and health says whether the proxy is proven: %s", async (settings, isProven) => {
    const health = await requestWith(settings, "/api/health");
    expect(await health.json()).toMatchObject({
      proxy_proven: isProven,
      warnings: settings === TEAM ? [expect.stringContaining("TRUST_PROXY_HEADERS")] : [],
    });
  });

  it("believes headers without a proof only under a known host name", async () => {
    const headers = { "X-Auth-User": "ann", "X-Auth-Roles": "admin" };
    const status = async (settings: Record<string, string>, host: string) =>
      (await requestWith({ ...TEAM, ...settings }, `http://${host}/api/me`, { headers })).status;
    expect(await status({}, "localhost")).toBe(200);
    expect(await status({}, "evil.example")).toBe(403);
    const own = { PUBLIC_ORIGIN: "https://cti.example.org" };
    expect(await status(own, "cti.example.org")).toBe(200);
    expect(await status(own, "evil.example")).toBe(403);
    const proven = { TRUST_PROXY_HEADERS: "false", PROXY_SECRET: "s" };
    expect(await status(proven, "cti.example.org")).toBe(401);
  });
});

describe("the ingest token", () => {
  const settings = { ...ON, PROXY_SECRET: "s", INGEST_TOKEN: TOKEN };
  const send = async (path: string, authorization: string, method = "POST") => {
    const headers = { Authorization: authorization, "X-Auth-User": "eve", "X-Auth-Roles": "admin" };
    return (await requestWith(settings, path, { method, headers })).status;
  };

  it("sends bundles and asks for their tasks, and does nothing else", async () => {
    const task = "/api/sync/tasks/00000000-0000-4000-8000-000000000000";
    const bearer = `Bearer ${TOKEN}`;
    // A bundle without a body is looked at, and refused for that.
    expect(await send("/api/sync/bundles", bearer)).toBe(422);
    expect(await send(task, bearer, "GET")).toBe(404);
    for (const path of ["/api/sync/trigger", "/api/layers", "/api/analyze", "/api/sync/bundles/"]) {
      expect([path, await send(path, bearer)]).toEqual([path, 401]);
    }
    for (const path of ["/api/me", "/api/sync/status", "/api/sync/bundles"]) {
      expect([path, await send(path, bearer, "GET")]).toEqual([path, 401]);
    }
  });

  it.each([
    "",
    "Bearer",
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(0, -1)}`,
    `Basic ${TOKEN}`,
    TOKEN,
  ])("is not %j", async (authorization) => {
    expect(await send("/api/sync/bundles", authorization)).toBe(401);
  });
});

describe("the limit of imports", () => {
  const limit = (bindings: object) => servicesOf({ ...env, ...bindings }).settings.MAX_IMPORT_BYTES;

  it("is the platform's own at the edge, unless the operator says that theirs is larger", () => {
    expect(limit({})).toBe(100_000_000);
    expect(limit({ MAX_IMPORT_BYTES: "200000000" })).toBe(200_000_000);
    // Who has an extractor hosts the Worker.
    expect(limit({ READERS: { fetch: () => Promise.reject(new Error("unused")) } })).toBe(
      100 * 1024 * 1024,
    );
  });
});
