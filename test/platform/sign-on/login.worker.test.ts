import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { CookieBrowser } from "../../support/cookie-browser.ts";
import { ISSUER, ORIGIN, StandInProvider } from "../../support/oidc-provider.ts";
import { markReady } from "../../support/ready.ts";
import { requestWith } from "../../support/team.ts";

const SESSION = "__Host-tradecraft_session";
let provider: StandInProvider;
let browser: CookieBrowser;

beforeAll(markReady);
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());
beforeEach(async () => {
  provider = await StandInProvider.open();
  browser = new CookieBrowser(provider.settings);
});

const locationOf = (response: Response) => response.headers.get("Location") ?? "";

/** Logs in, and returns the last response. */
async function logIn(path = "/auth/login"): Promise<Response> {
  const begun = await browser.visit(path);
  expect(begun.status).toBe(302);
  return await browser.visit(provider.authorize(locationOf(begun)).href);
}

describe("a login", () => {
  it("goes to the provider with all that protects it", async () => {
    const response = await browser.visit("/auth/login?return_to=/intake");
    const { origin, pathname, searchParams } = new URL(locationOf(response));
    expect(origin + pathname).toBe(`${ISSUER}/auth`);
    const random = expect.stringMatching(/^[\w-]{43}$/);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: "tradecraft",
      redirect_uri: `${ORIGIN}/auth/callback`,
      response_type: "code",
      scope: "openid profile email",
      state: random,
      nonce: random,
      code_challenge: random,
      code_challenge_method: "S256",
    });
    const [cookie, ...others] = response.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(
      /^__Host-tradecraft_login_[\w-]{12}=[\w.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  it("comes back with a session, which names the user and the role", async () => {
    const done = await logIn("/auth/login?return_to=%2Fintake%3Fstate%3Dpending");
    expect([done.status, locationOf(done)]).toEqual([302, "/intake?state=pending"]);
    const session = done.headers.getSetCookie().find((line) => line.startsWith(SESSION));
    expect(session).toMatch(/; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure$/);
    const idToken = done.headers.getSetCookie().find((line) => line.includes("id_token"));
    expect(idToken).toMatch(/^__Secure-tradecraft_id_token=.*; Path=\/auth\/logout; /);
    // The cookie of the login is used up.
    expect([...browser.cookies.keys()].sort()).toEqual([SESSION, "__Secure-tradecraft_id_token"]);
    expect(await (await browser.call("/api/me")).json()).toEqual({
      name: "ann@unit.invalid",
      role: "analyst",
      auth_enabled: true,
      login_expires_at: expect.stringMatching(/^20\d\d-.*Z$/),
    });
    expect((await browser.call("/api/jobs")).status).toBe(403);
    // Headers of a proxy say nothing here.
    const headers = { "X-Auth-User": "eve", "X-Auth-Roles": "admin" };
    expect((await requestWith(provider.settings, "/api/me", { headers })).status).toBe(401);
  });

  it("asks the provider again for what its token does not say", async () => {
    provider.claims = {};
    provider.userinfo = { email: "bob@unit.invalid", roles: "CTI-Admins" };
    await logIn();
    expect(provider.asked).toContain("GET /me");
    const me = await (await browser.call("/api/me")).json();
    expect(me).toMatchObject({ name: "bob@unit.invalid", role: "admin" });
  });

  it("can run in several tabs", async () => {
    const tabs = [await browser.visit("/auth/login"), await browser.visit("/auth/login")];
    for (const begun of tabs) {
      const done = await browser.visit(provider.authorize(locationOf(begun)).href);
      expect([done.status, locationOf(done)]).toEqual([302, "/"]);
    }
  });

  it("in one tab too many ends the oldest only", async () => {
    const tabs: Response[] = [];
    while (browser.cookies.size === tabs.length) tabs.push(await browser.visit("/auth/login"));
    expect(tabs.length).toBeGreaterThan(9);
    const [oldest, ...others] = tabs.map((begun) => provider.authorize(locationOf(begun)).href);
    expect((await browser.visit(oldest ?? "")).status).toBe(401);
    for (const callback of others) expect((await browser.visit(callback)).status).toBe(302);
  });

  it("adds 4 KB to a request at most, however many are never completed", async () => {
    const path = `/auth/login?return_to=/${"x".repeat(999)}`;
    for (let begun = 0; begun < 20; begun += 1) await browser.visit(path);
    const sizes = [...browser.cookies].map(([name, value]) => name.length + value.length);
    expect(sizes.length).toBe(2);
    expect(Math.max(...sizes)).toBeLessThan(2_000);
  });

  it("asks for the credentials again where a user wants to be another one", async () => {
    const response = await browser.visit("/auth/login?prompt=login");
    expect(new URL(locationOf(response)).searchParams.get("prompt")).toBe("login");
  });

  it("is for browsers without https on this machine, too", async () => {
    const settings = { ...provider.settings, PUBLIC_ORIGIN: "http://localhost" };
    browser = new CookieBrowser(settings);
    const done = await logIn();
    expect(locationOf(done)).toBe("/");
    for (const line of done.headers.getSetCookie()) expect(line).not.toContain("Secure");
    expect((await browser.call("/api/me")).status).toBe(200);
  });
});

describe("a browser without a session", () => {
  it.each([
    ["/", "/auth/login"],
    ["/intake?q=a%26b", "/auth/login?return_to=%2Fintake%3Fq%3Da%2526b"],
    ["/no/such/page", "/auth/login?return_to=%2Fno%2Fsuch%2Fpage"],
  ])("that opens %s is sent to %s", async (path, location) => {
    const response = await browser.visit(path);
    expect([response.status, locationOf(response)]).toEqual([302, location]);
    await logIn();
    expect((await browser.visit(path)).status).not.toBe(302);
  });

  it("is told by the interface where to log in", async () => {
    const response = await browser.call("/api/me");
    expect([response.status, response.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
    expect(await response.json()).toMatchObject({
      code: "authentication_required",
      detail: "Log in at /auth/login with a browser, or send an API token as a bearer.",
    });
  });

  it("reads health, the reference and the files of the pages", async () => {
    for (const path of ["/api/health", "/openapi.json", "/auth/logged-out"]) {
      expect([path, (await browser.visit(path)).status]).toEqual([path, 200]);
    }
    const health = await (await browser.visit("/api/health")).json();
    expect(health).toMatchObject({ mode: "team", proxy_proven: true, warnings: [] });
  });
});

describe("changes with a session", () => {
  const change = { method: "POST", body: JSON.stringify({ name: "L", technique_ids: [] }) };
  const from = async (headers: Record<string, string>) =>
    (await browser.visit("/api/layers", { ...change, headers })).status;

  it("come from pages of this service only", async () => {
    await logIn();
    for (const headers of [
      {},
      { Origin: "https://evil.unit.invalid" },
      { Origin: "null" },
      // Under another name or scheme than the users have.
      { Origin: "http://localhost" },
      { Origin: ORIGIN.replace("https", "http") },
      { "Sec-Fetch-Site": "same-site" },
      { "Sec-Fetch-Site": "cross-site", Origin: ORIGIN },
    ]) {
      expect([headers, await from(headers)]).toEqual([headers, 403]);
    }
    for (const headers of [{ "Sec-Fetch-Site": "same-origin" }, { Origin: ORIGIN }]) {
      expect([headers, await from(headers)]).toEqual([headers, 422]);
    }
  });
});

describe("programs", () => {
  it("send API tokens, which their users create in the browser", async () => {
    await logIn();
    const created = await browser.call("/api/tokens", "POST", { name: "Nightly", role: "viewer" });
    expect(created.status).toBe(201);
    const { token } = await created.json<{ token: string }>();
    const headers = { Authorization: `Bearer ${token}` };
    const me = await requestWith(provider.settings, "/api/me", { headers });
    expect(await me.json()).toMatchObject({
      name: "ann@unit.invalid (Nightly)",
      role: "viewer",
      login_expires_at: null,
    });
    // Without an origin, as programs send it; the role decides.
    const init = { method: "POST", headers, body: "{}" };
    const change = await requestWith(provider.settings, "/api/layers", init);
    expect(await change.json()).toMatchObject({ code: "role_required" });
  });
});

describe("a logout", () => {
  it("removes the session and leads to the logout of the provider", async () => {
    await logIn();
    const idToken = browser.cookies.get("__Secure-tradecraft_id_token") ?? "";
    const response = await browser.call("/auth/logout", "POST");
    const { location } = await response.json<{ location: string }>();
    const { origin, pathname, searchParams } = new URL(location);
    expect(origin + pathname).toBe(`${ISSUER}/session/end`);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: "tradecraft",
      post_logout_redirect_uri: `${ORIGIN}/auth/logged-out`,
      id_token_hint: idToken,
    });
    expect(browser.cookies.size).toBe(0);
    expect((await browser.call("/api/me")).status).toBe(401);
  });

  it("ends at a page of ours where the provider has none, or is away", async () => {
    const { end_session_endpoint: _none, ...discovery } = provider.discovery;
    for (const make of [
      () => void (provider.discovery = discovery),
      () =>
        void provider.answers.set("/.well-known/openid-configuration", () => {
          throw new TypeError("connection refused");
        }),
    ]) {
      await logIn();
      make();
      const response = await browser.call("/auth/logout", "POST");
      expect(await response.json()).toEqual({ location: "/auth/logged-out" });
      expect(browser.cookies.size).toBe(0);
    }
    const page = await (await browser.visit("/auth/logged-out")).text();
    expect(page).toContain('href="/auth/login"');
  });

  it("is nothing that another site can do, or a link", async () => {
    await logIn();
    const foreign: Record<string, string>[] = [
      { "Sec-Fetch-Site": "cross-site" },
      { Origin: "https://evil.unit.invalid" },
      {},
    ];
    for (const headers of foreign) {
      const response = await browser.visit("/auth/logout", { method: "POST", headers });
      expect([headers, response.status]).toEqual([headers, 403]);
    }
    expect((await browser.visit("/auth/logout")).status).toBe(404);
    expect((await browser.call("/api/me")).status).toBe(200);
  });
});

describe("a service with another way to identify users", () => {
  it("has no login", async () => {
    for (const settings of [{}, { AUTH_ENABLED: "true", PROXY_SECRET: "s" }]) {
      for (const path of ["/auth/login", "/auth/callback", "/auth/logged-out"]) {
        expect([path, (await requestWith(settings, path)).status]).toEqual([path, 404]);
      }
    }
    expect((await requestWith({}, "/auth/logout", { method: "POST" })).status).toBe(404);
  });
});
