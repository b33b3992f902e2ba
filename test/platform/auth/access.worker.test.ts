import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { createAccessVerifier } from "../../../src/platform/auth/access-verifier.ts";
import { parseSettings } from "../../../src/settings.ts";
import { identify } from "../../../src/platform/auth/identity.ts";
import { consoleLog } from "../../../src/platform/lib/log.ts";
import { markReady } from "../../support/ready.ts";
import { listRoutes, requestWith, TEAM } from "../../support/team.ts";

beforeAll(markReady);

const as = (role: string, user = "ann@example.org") => ({
  "X-Auth-User": user,
  "X-Auth-Roles": role,
});
const me = async (settings: Record<string, string>, headers: Record<string, string> = {}) => {
  const response = await requestWith(settings, "/api/me", { headers });
  return { status: response.status, body: await response.json() };
};

describe("every route in team mode", () => {
  let routes: Awaited<ReturnType<typeof listRoutes>> = [];
  beforeAll(async () => {
    routes = await listRoutes();
  });

  it("names its role", () => {
    expect(routes.length).toBeGreaterThan(10);
    for (const { role } of routes) expect(["open", "viewer", "analyst", "admin"]).toContain(role);
  });

  it("asks for an identity before it looks at anything else", async () => {
    for (const { method, path, role } of routes) {
      const { status } = await requestWith(TEAM, path, { method });
      expect([method, path, status === 401]).toEqual([method, path, role !== "open"]);
    }
  });

  it("refuses the next weaker role with 403 and lets its own pass the door", async () => {
    const weaker: Record<string, string> = { analyst: "viewer", admin: "analyst" };
    for (const { method, path, role } of routes.filter((route) => weaker[route.role])) {
      const send = (sent: string) => requestWith(TEAM, path, { method, headers: as(sent) });
      const refused = await send(weaker[role] ?? "");
      expect([path, refused.status]).toEqual([path, 403]);
      expect(await refused.json()).toMatchObject({ code: "role_required" });
      expect([401, 403]).not.toContain((await send(role)).status);
    }
  });

  it("lets viewers change nothing: what else they may post only computes", async () => {
    const open = routes.filter(({ method, role }) => method !== "GET" && role === "viewer");
    expect(open.map(({ path }) => path.replace(/[0-9a-f-]{36}/, "id")).sort()).toEqual([
      "/api/analyze/sessions/id/compare",
      "/api/apt/campaigns/compare",
      "/api/apt/compare",
      "/api/export/layer",
      "/api/layers/combine",
      "/api/pipeline/rules/id/test",
      "/api/pipeline/rules/test",
      "/api/pipeline/rules/validate",
      // It ends what only the browser has.
      "/auth/logout",
      // Each of its tools asks for a role: test/exchange/mcp/access.worker.test.ts.
      "/mcp",
      // TAXII's collections are read-only for everybody.
      "/taxii2/tradecraft/collections/id/objects/",
      "/taxii2/tradecraft/collections/id/objects/{object_id}/",
    ]);
  });

  it("tells nobody without identity what exists", async () => {
    for (const path of ["/api/nothing", "/api/analyze/x/y/z", "/taxii2/nothing/"]) {
      expect((await requestWith(TEAM, path)).status).toBe(401);
      expect((await requestWith(TEAM, path, { headers: as("viewer") })).status).toBe(404);
    }
  });
});

describe("identity", () => {
  it("is local in local mode, whatever the headers say", async () => {
    const body = { name: "local", role: "admin", auth_enabled: false, login_expires_at: null };
    expect(await me({}, as("viewer", "eve"))).toEqual({ status: 200, body });
  });

  it.each([
    [as("Analyst"), 200, { name: "ann@example.org", role: "analyst", auth_enabled: true }],
    [as(" ADMIN "), 200, { role: "admin" }],
    [as(""), 200, { role: "viewer" }],
    [{ "X-Auth-User": " ann " }, 200, { name: "ann", role: "viewer" }],
    [as("admin", "   "), 401, { code: "authentication_required" }],
    [as("admin", "x".repeat(256)), 401, { code: "authentication_required" }],
    [as("root"), 403, { code: "role_unknown" }],
    [as("viewer, admin"), 403, { code: "role_ambiguous" }],
    [as("admin,admin"), 403, { code: "role_ambiguous" }],
  ])("reads %j as %i", async (headers, status, body) => {
    expect(await me(TEAM, headers)).toMatchObject({ status, body });
  });

  it("needs the proxy's proof where a secret is set; the previous one still counts", async () => {
    const secrets = { PROXY_SECRET: "new", PROXY_SECRET_PREVIOUS: "old" };
    const settings = { AUTH_ENABLED: "true", ...secrets };
    const status = async (secret?: string) =>
      (await me(settings, { ...as("viewer"), ...(secret && { "X-Proxy-Secret": secret }) })).status;
    expect(await Promise.all([status(), status("wrong"), status("new"), status("old")])).toEqual([
      401, 401, 200, 200,
    ]);
    const health = await requestWith(settings, "/api/health");
    expect(await health.json()).toMatchObject({ mode: "team", proxy_proven: true });
    expect(await (await requestWith(TEAM, "/api/health")).json()).toMatchObject({
      proxy_proven: false,
    });
  });

  it("takes the person from a Cloudflare Access token and the role from the settings", async () => {
    const { publicKey, privateKey } = await generateKeyPair("RS256");
    const settings = parseSettings({
      AUTH_ENABLED: "true",
      ACCESS_TEAM_DOMAIN: "team.example.com",
      ACCESS_AUD: "our-app",
      ACCESS_ANALYSTS: "Ann@example.org",
    });
    const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: "1", alg: "RS256" }] };
    const verify = createAccessVerifier(settings, async () => Response.json(keys), consoleLog);
    const sign = async (email: string, audience: string, expires: string) =>
      await new SignJWT({ email })
        .setProtectedHeader({ alg: "RS256", kid: "1" })
        .setIssuer("https://team.example.com")
        .setAudience(audience)
        .setExpirationTime(expires)
        .sign(privateKey);
    const actor = async (token: string) => {
      const headers = new Headers({ "Cf-Access-Jwt-Assertion": token, "X-Auth-Roles": "admin" });
      return await identify(headers, settings, verify);
    };
    expect(await actor(await sign("ann@example.org", "our-app", "5m"))).toEqual({
      name: "ann@example.org",
      role: "analyst",
    });
    expect((await actor(await sign("bob@example.org", "our-app", "5m"))).role).toBe("viewer");
    for (const token of [
      await sign("ann@example.org", "other-app", "5m"),
      await sign("ann@example.org", "our-app", "-5m"),
      "no.token.atall",
    ]) {
      await expect(actor(token)).rejects.toMatchObject({ code: "authentication_required" });
    }
  });
});

describe("other origins", () => {
  const post = (headers: Record<string, string>) =>
    requestWith({}, "/api/apt/compare", { method: "POST", headers, body: "{" });

  it.each([
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: "http://localhost:1234" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
  ])("may not change anything: %j", async (headers) => {
    const response = await post(headers);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "cross_origin" });
  });

  it("is what an old browser's Origin says, whatever a proxy makes of Host", async () => {
    const send = async (headers: Record<string, string>, settings: Record<string, string> = {}) => {
      const init = { method: "POST", headers, body: "{" };
      return (await requestWith(settings, "/api/apt/compare", init)).status;
    };
    const page = { Origin: "https://cti.example.org" };
    const ours = { PUBLIC_ORIGIN: "https://cti.example.org" };
    expect(await send(page)).toBe(403);
    expect(await send(page, ours)).toBe(400);
    expect(await send({ Origin: "http://cti.example.org" }, ours)).toBe(403);
    expect(await send({ Origin: "https://cti.example.org:8443" }, ours)).toBe(403);
    // What the browser itself says stands over both.
    expect(await send({ ...page, "Sec-Fetch-Site": "same-origin" })).toBe(400);
    expect(await send({ ...page, "Sec-Fetch-Site": "none" })).toBe(400);
    expect(await send({ ...page, "Sec-Fetch-Site": "cross-site" }, ours)).toBe(403);
    expect(await send({ ...page, "Sec-Fetch-Site": "same-site" }, ours)).toBe(403);
    expect(await send({ ...page, "Sec-Fetch-Site": "nonsense" }, ours)).toBe(403);
  });

  it("is nobody who points a name of theirs at us, same-origin as it looks", async () => {
    for (const settings of [{}, TEAM, { ...TEAM, PUBLIC_ORIGIN: "https://cti.example.org" }]) {
      const headers = {
        ...as("admin"),
        Origin: "http://evil.example",
        "Sec-Fetch-Site": "same-origin",
      };
      const init = { method: "POST", headers, body: "{" };
      const response = await requestWith(settings, "http://evil.example/api/apt/compare", init);
      expect(response.status).toBe(403);
    }
  });

  it("is not our own page, a program, or a proxy that ends TLS", async () => {
    for (const headers of [
      {},
      { Origin: "http://localhost", "Sec-Fetch-Site": "same-origin" },
      { Origin: "https://localhost" },
    ]) {
      expect((await post(headers)).status).toBe(400);
    }
  });

  it("reaches local mode only under a known host name", async () => {
    const status = async (settings: Record<string, string>, host: string) =>
      (await requestWith(settings, `http://${host}/api/me`)).status;
    for (const host of ["localhost", "127.0.0.1:8787", "[::1]:8787"]) {
      expect(await status({}, host)).toBe(200);
    }
    expect(await status({}, "evil.example")).toBe(403);
    expect(await status({}, "10.0.0.1")).toBe(403);
    expect(await status({ ALLOWED_HOSTS: "cti.example.org" }, "cti.example.org")).toBe(200);
    expect(await status({ HOST: "10.0.0.1" }, "10.0.0.1:8787")).toBe(200);
    expect(await status({ HOST: "0.0.0.0" }, "10.0.0.7")).toBe(200);
    expect(await status({ HOST: "0.0.0.0" }, "evil.example")).toBe(403);
  });
});

describe("rate limits", () => {
  it("count per actor and minute, in team mode only", async () => {
    const settings = { ...TEAM, RATE_ANALYSES_PER_MINUTE: "2" };
    const send = async (user: string, variant: Record<string, string>) =>
      await requestWith(variant, "/api/analyze", { method: "POST", headers: as("analyst", user) });
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await send("carl", settings)).status);
    expect(statuses).toEqual([400, 400, 429]);
    const limited = await send("carl", settings);
    expect(Number(limited.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await send("dora", settings)).status).toBe(400);
    const unlimited = { ...TEAM, RATE_ANALYSES_PER_MINUTE: "0" };
    expect((await send("carl", unlimited)).status).toBe(400);
  });

  it("count exports by themselves", async () => {
    const settings = { ...TEAM, RATE_EXPORTS_PER_MINUTE: "2" };
    const paths = [
      "/api/export/analysis/00000000-0000-4000-8000-000000000000",
      "/api/export/layer",
      "/api/export/layer",
    ];
    const statuses = [];
    for (const path of paths) {
      const method = path.endsWith("layer") ? "POST" : "GET";
      const init = { method, headers: as("viewer", "emil") };
      statuses.push((await requestWith(settings, path, init)).status);
    }
    expect(statuses).toEqual([404, 400, 429]);
  });
});
