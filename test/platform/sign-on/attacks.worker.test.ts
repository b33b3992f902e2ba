import { generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { env } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startLogin } from "../../../src/platform/sign-on/start-login.ts";
import { servicesOf } from "../../../src/services.ts";
import { CookieBrowser } from "../../support/cookie-browser.ts";
import { ISSUER, ORIGIN, StandInProvider } from "../../support/oidc-provider.ts";
import { markReady } from "../../support/ready.ts";
import { requestWith } from "../../support/team.ts";

const SESSION = "__Host-tradecraft_session";
const MINUTE = 60;
let provider: StandInProvider;
let browser: CookieBrowser;
let logged: { event: string; reason?: string }[] = [];

beforeAll(markReady);
beforeEach(async () => {
  logged = [];
  vi.spyOn(console, "error").mockImplementation((line: unknown) => {
    logged.push(JSON.parse(String(line)) as (typeof logged)[number]);
  });
  provider = await StandInProvider.open();
  browser = new CookieBrowser(provider.settings);
});
afterEach(() => void vi.restoreAllMocks());

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const locationOf = (response: Response) => response.headers.get("Location") ?? "";
const begin = async () => locationOf(await browser.visit("/auth/login"));
const finish = async (more: Record<string, string> = {}) =>
  await browser.visit(provider.authorize(await begin(), more).href);

/** Requires that a login failed, with this status, and left no session and nothing of it behind. */
async function expectFailed(response: Response, status: number, reason?: RegExp): Promise<void> {
  expect(response.status).toBe(status);
  expect(response.headers.get("Content-Type")).toContain("text/html");
  expect(await response.text()).toContain("Login failed");
  expect([...browser.cookies.keys()]).toEqual([]);
  if (reason !== undefined) {
    const last = logged.findLast(({ event }) => event === "login.failed");
    expect(last?.reason).toMatch(reason);
  }
}

describe("a callback", () => {
  it("works in the tab that began it, while another tab is logged in", async () => {
    const callbacks = [provider.authorize(await begin()), provider.authorize(await begin())];
    const codes = callbacks.map((url) => url.searchParams.get("code") ?? "");
    // The codes of two tabs do not fit the other tab.
    callbacks[0]?.searchParams.set("code", codes[1] ?? "");
    expect((await browser.visit(callbacks[0]?.href ?? "")).status).toBe(401);
    expect(browser.cookies.has(SESSION)).toBe(false);
  });

  it("works once", async () => {
    const callback = provider.authorize(await begin());
    const login = new Map(browser.cookies);
    expect((await browser.visit(callback.href)).status).toBe(302);
    const again = await browser.visit(callback.href);
    expect([again.status, again.headers.getSetCookie().join()]).toEqual([
      401,
      expect.not.stringContaining(SESSION),
    ]);
    // Even of a browser that kept the cookie of the login: the provider refuses the code.
    const thief = new CookieBrowser(provider.settings);
    for (const [name, value] of login) thief.cookies.set(name, value);
    expect((await thief.visit(callback.href)).status).toBe(401);
    expect(thief.cookies.has(SESSION)).toBe(false);
  });

  it("is for the browser that began the login: nobody logs another user in", async () => {
    const callback = provider.authorize(await begin());
    const victim = new CookieBrowser(provider.settings);
    const response = await victim.visit(callback.href);
    expect([response.status, victim.cookies.size]).toEqual([401, 0]);
    expect(await response.text()).toContain(ORIGIN);
    // The provider is not asked.
    expect(provider.asked).not.toContain("POST /token");
  });

  it.each([
    ["no state", (url: URL) => url.searchParams.delete("state")],
    ["an empty state", (url: URL) => url.searchParams.set("state", "")],
    ["another state", (url: URL) => url.searchParams.set("state", "x".repeat(43))],
    [
      "a state that begins alike",
      (url: URL) => {
        const state = url.searchParams.get("state") ?? "";
        url.searchParams.set("state", `${state.slice(0, 20)}${"x".repeat(23)}`);
      },
    ],
    ["a state that is none", (url: URL) => url.searchParams.set("state", "a; Path=/\r\nX: y")],
  ])("with %s ends there", async (_what, change) => {
    const callback = provider.authorize(await begin());
    change(callback);
    const response = await browser.visit(callback.href);
    expect(response.status).toBe(401);
    expect(browser.cookies.has(SESSION)).toBe(false);
    expect(provider.asked).not.toContain("POST /token");
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ["of another issuer", { iss: "https://evil.unit.invalid" }, /"iss"/],
    [
      "that the user refused",
      { error: "access_denied", error_description: "<b>no</b>" },
      /^access_denied/,
    ],
    ["with an ID token", { id_token: "a.b.c" }, /implicit and hybrid/],
    ["with a response of JARM", { response: "a.b.c" }, /JARM/],
  ])("%s is refused", async (_what, more, reason) => {
    await expectFailed(await finish(more), 401, reason);
  });

  it("without an issuer is refused where the provider names itself", async () => {
    const callback = provider.authorize(await begin());
    callback.searchParams.delete("iss");
    await expectFailed(await browser.visit(callback.href), 401, /"iss" \(issuer\) missing/);
  });

  it("twice with a parameter is refused", async () => {
    const callback = provider.authorize(await begin());
    callback.searchParams.append("iss", ISSUER);
    await expectFailed(await browser.visit(callback.href), 401, /only once/);
  });

  it("with a code of another login is refused, by the verifier", async () => {
    const stolen = provider.authorize(await begin()).searchParams.get("code") ?? "";
    browser.cookies.clear();
    await expectFailed(await finish({ code: stolen }), 401, /^invalid_grant/);
  });

  it("is a problem for a program", async () => {
    const response = await requestWith(provider.settings, "/auth/callback?code=1&state=2");
    expect(await response.json()).toMatchObject({ code: "authentication_required", status: 401 });
  });
});

describe("an ID token", () => {
  const other = async (alg: string) => (await generateKeyPair(alg)).privateKey;
  const signedWith = (alg: string, key: CryptoKey | Uint8Array) => async (claims: JWTPayload) =>
    await new SignJWT(claims).setProtectedHeader({ alg, kid: "1" }).sign(key);

  it.each<[string, JWTPayload, RegExp]>([
    ["of another nonce", { nonce: "x" }, /nonce/],
    ["without a nonce", { nonce: undefined }, /nonce/],
    ["for another audience", { aud: "another" }, /aud/],
    ["for several audiences", { aud: ["tradecraft", "another"] }, /aud/],
    ["for several, authorized for another", { aud: ["tradecraft", "b"], azp: "b" }, /azp/],
    ["of another issuer", { iss: "https://evil.unit.invalid" }, /iss/],
    ["without a subject", { sub: undefined as never }, /sub/],
    ["without an expiry", { exp: undefined as never }, /exp/],
    ["that has expired", { exp: inSeconds(-MINUTE) }, /exp/],
    [
      "of a clock 10 minutes behind",
      { iat: inSeconds(-70 * MINUTE), exp: inSeconds(-10 * MINUTE) },
      /exp/,
    ],
    ["that is not valid yet", { nbf: inSeconds(2 * MINUTE) }, /nbf/],
    ["with an expiry that is text", { exp: "tomorrow" as never }, /exp/],
  ])("%s is refused", async (_what, claims, reason) => {
    provider.claims = { ...provider.claims, ...claims };
    await expectFailed(await finish(), 401, reason);
  });

  it("may come from a clock that differs a little", async () => {
    for (const claims of [{ exp: inSeconds(-20) }, { nbf: inSeconds(20), iat: inSeconds(20) }]) {
      provider.claims = { ...provider.claims, ...claims };
      expect((await finish()).status).toBe(302);
    }
  });

  it("is signed with a key of the provider, by an algorithm of its own", async () => {
    const forgeries: [(claims: JWTPayload) => Promise<string>, RegExp][] = [
      [async (claims) => await Promise.resolve(new UnsecuredJWT(claims).encode()), /alg/],
      [signedWith("RS256", await other("RS256")), /signature/],
      [signedWith("ES256", await other("ES256")), /alg/],
      [signedWith("HS256", new TextEncoder().encode("a secret: of/the client.........")), /alg/],
      [async () => await Promise.resolve("no.token"), /JWT/],
      [async () => await Promise.resolve("e30.e30.e30"), /alg/],
    ];
    for (const [sign, reason] of forgeries) {
      provider.sign = sign;
      await expectFailed(await finish(), 401, reason);
    }
  });

  it("is never unsigned, even of a provider that would allow it", async () => {
    const algorithms = ["none", "HS256", "RS256"];
    provider.discovery["id_token_signing_alg_values_supported"] = algorithms;
    provider.sign = async (claims) => await Promise.resolve(new UnsecuredJWT(claims).encode());
    await expectFailed(await finish(), 401, /unsupported|algorithm/);
    provider.sign = signedWith(
      "HS256",
      new TextEncoder().encode("a secret: of/the client........."),
    );
    await expectFailed(await finish(), 401, /unsupported|algorithm/);
  });
});

describe("a user", () => {
  it.each<[string, JWTPayload]>([
    ["no roles", {}],
    ["roles of others", { roles: ["sales", "admins"] }],
    ["roles that are an object", { roles: { "cti-admins": true } }],
    ["roles that are a number", { roles: 1 }],
    ["roles in lists of lists", { roles: [["cti-admins"]] }],
    ["several roles in one text", { roles: "cti-admins,soc" }],
    ["everyone's role as a value", { roles: ["*"] }],
  ])("with %s gets none", async (_what, claims) => {
    provider.claims = { email: "ann@unit.invalid", ...claims };
    const response = await finish();
    expect(await response.clone().text()).toContain("have no role here");
    await expectFailed(response, 403);
  });

  it.each<[string, JWTPayload]>([
    ["no name", {}],
    ["an empty name", { email: " " }],
    ["a name that is a list", { email: ["ann@unit.invalid"] }],
    ["a name with line breaks", { email: "ann\nadmin" }],
    ["a name without an end", { email: "a".repeat(256) }],
    ["an address that nobody verified", { email: "ann@unit.invalid", email_verified: false }],
  ])("with %s is nobody", async (_what, claims) => {
    provider.claims = { roles: ["soc"], ...claims };
    const response = await finish();
    expect(await response.clone().text()).toContain("OIDC_USERNAME_CLAIM");
    await expectFailed(response, 401);
  });

  it("is not named by an address of userinfo that is verified only next to another one", async () => {
    provider.claims = { email_verified: true, roles: ["soc"] };
    provider.userinfo = { email: "boss@unit.invalid", email_verified: false };
    await expectFailed(await finish(), 401, /OIDC_USERNAME_CLAIM/);
  });

  it("with 10,000 roles gets the highest that the settings name, and a small cookie", async () => {
    const roles = Array.from({ length: 10_000 }, (_none, n) => `group-${n}`);
    provider.claims = { email: "ann@unit.invalid", email_verified: true, roles: [...roles, "soc"] };
    const response = await finish();
    expect(response.status).toBe(302);
    const cookies = response.headers.getSetCookie().join("\n");
    expect(cookies.length).toBeLessThan(4_000);
    expect(await (await browser.call("/api/me")).json()).toMatchObject({ role: "analyst" });
    expect(browser.cookies.has("__Secure-tradecraft_id_token")).toBe(false);
    provider.claims = { ...provider.claims, roles };
    expect((await finish()).status).toBe(403);
  });

  it("of whom the provider says different things is refused", async () => {
    provider.claims = {};
    provider.userinfo = { sub: "2", email: "ann@unit.invalid", roles: ["soc"] };
    await expectFailed(await finish(), 401, /sub/);
  });
});

describe("a provider", () => {
  const WELL_KNOWN = "/.well-known/openid-configuration";
  const failing: [string, () => Response | Promise<Response>][] = [
    ["refuses connections", async () => await Promise.reject(new TypeError("refused"))],
    ["answers 500", () => new Response("oops", { status: 500 })],
    ["answers a page", () => new Response("<html>", { headers: { "Content-Type": "text/html" } })],
    [
      "answers no JSON",
      () => new Response("{", { headers: { "Content-Type": "application/json" } }),
    ],
    ["redirects", () => Response.redirect("http://169.254.169.254/", 302)],
    ["answers without an end", () => endless()],
  ];

  it.each(failing)("that %s is 503 at the login, and the next one works", async (_what, answer) => {
    provider.answers.set(WELL_KNOWN, answer);
    const response = await browser.visit("/auth/login");
    expect(response.headers.get("Retry-After")).toBe("10");
    await expectFailed(response, 503, /./);
    provider.answers.clear();
    expect((await finish()).status).toBe(302);
  });

  it("that failed is asked again after the time that a user is told to wait", async () => {
    const signOn = servicesOf({ ...env, ...provider.settings }).signOn;
    if (signOn === null) throw new Error("no login");
    const start = async () => await startLogin(signOn, new Headers(), "/", false);
    provider.answers.set(WELL_KNOWN, () => new Response("oops", { status: 500 }));
    for (let user = 0; user < 5; user += 1) {
      await expect(start()).rejects.toMatchObject({ code: "identity_unavailable" });
    }
    expect(provider.asked).toEqual([`GET ${WELL_KNOWN}`]);
    provider.answers.clear();
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10_000);
    for (let user = 0; user < 5; user += 1) await start();
    expect(provider.asked).toEqual([`GET ${WELL_KNOWN}`, `GET ${WELL_KNOWN}`]);
  });

  it("is asked as often as RATE_LOGINS_PER_MINUTE allows", async () => {
    const minute = Math.floor(Date.now() / 60_000) * 60_000;
    vi.spyOn(Date, "now").mockReturnValue(minute);
    const callback = provider.authorize(await begin());
    browser = new CookieBrowser({ ...provider.settings, RATE_LOGINS_PER_MINUTE: "1" });
    expect((await browser.visit("/auth/login")).status).toBe(302);
    const response = await browser.visit("/auth/login");
    expect([response.status, response.headers.get("Retry-After")]).toEqual([429, "60"]);
    expect(await response.text()).toContain("RATE_LOGINS_PER_MINUTE");
    // A callback that belongs to no login does not count, and costs nothing.
    provider.asked.length = 0;
    expect((await browser.visit(callback.href)).status).toBe(401);
    expect(provider.asked).toEqual([]);
  });

  it.each(failing)("that %s with the tokens is 503", async (_what, answer) => {
    const callback = provider.authorize(await begin());
    provider.answers.set("/token", answer);
    await expectFailed(await browser.visit(callback.href), 503, /./);
  });

  it.each<[string, () => Promise<Response>]>([
    ["is silent", async () => await new Promise(() => undefined)],
    [
      "stops in the middle of its answer",
      async () => {
        const pull = async () => await new Promise<void>(() => undefined);
        const headers = { "Content-Type": "application/json" };
        return await Promise.resolve(new Response(new ReadableStream({ pull }), { headers }));
      },
    ],
  ])("that %s is given up, at the login and with the tokens", async (_what, answer) => {
    const callback = provider.authorize(await begin());
    const late = vi.spyOn(globalThis, "setTimeout");
    late.mockImplementation(((run: () => void) => queueMicrotask(run)) as never);
    provider.answers.set("/token", answer);
    const reason = /was silent|took more than/;
    await expectFailed(await browser.visit(callback.href), 503, reason);
    provider.answers.set(WELL_KNOWN, answer);
    await expectFailed(await browser.visit("/auth/login"), 503, reason);
  });

  it("that is another one than the settings name is 503", async () => {
    provider.discovery["issuer"] = "https://evil.unit.invalid";
    await expectFailed(await browser.visit("/auth/login"), 503, /"issuer"/);
  });

  it("that refuses our secret is 503, and the log names the setting or its words", async () => {
    for (const [headers, reason] of [
      [{}, /^invalid_client$/],
      [{ "WWW-Authenticate": "Basic realm=x" }, /OIDC_CLIENT_SECRET/],
    ] as const) {
      provider.answers.set("/token", () =>
        Response.json({ error: "invalid_client" }, { status: 401, headers }),
      );
      await expectFailed(await finish(), 503, reason);
    }
  });

  it("whose userinfo refuses its own token is 503, and the log says so", async () => {
    provider.claims = {};
    for (const headers of [{}, { "WWW-Authenticate": 'Bearer error="invalid_token"' }]) {
      provider.answers.set("/me", () => new Response("", { status: 401, headers }));
      await expectFailed(await finish(), 503, /^userinfo refuses the access token.*status 401/);
      expect(logged.at(-1)?.reason).not.toContain("OIDC_CLIENT");
    }
  });

  it("cannot send us into a private network", async () => {
    const settings: Record<string, unknown> = provider.settings;
    const asked: string[] = [];
    // What the public network of this runtime refuses by itself, this one records.
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
      asked.push(String(input instanceof Request ? input.url : input));
      return await Promise.reject(new TypeError("not public"));
    });
    provider.discovery["token_endpoint"] = "https://10.0.0.1/token";
    browser = new CookieBrowser(settings);
    await expectFailed(await finish(), 503);
    expect(asked).toEqual(["https://10.0.0.1/token"]);
    provider.discovery["token_endpoint"] = "http://login.unit.invalid/token";
    await expectFailed(await finish(), 401, /HTTPS|protocol|https/i);
  });

  it("without userinfo gives what its token gives", async () => {
    const { userinfo_endpoint: _none, ...discovery } = provider.discovery;
    provider.discovery = discovery;
    provider.claims = { email: "ann@unit.invalid" };
    await expectFailed(await finish(), 403);
  });
});

describe("a session", () => {
  const me = async (value: string, settings = provider.settings) => {
    const headers = { Cookie: `${SESSION}=${value}` };
    return (await requestWith(settings, "/api/me", { headers })).status;
  };
  const parts = (token: string) => token.split(".") as [string, string, string];
  const encode = (value: object) =>
    btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const open = async () => {
    expect((await finish()).status).toBe(302);
    return browser.cookies.get(SESSION) ?? "";
  };

  it("is a new one with each login, whatever the browser had before", async () => {
    browser.cookies.set(SESSION, "of-an-attacker");
    const first = await open();
    expect(first).not.toBe("of-an-attacker");
    expect(await me(first)).toBe(200);
    expect(await me("of-an-attacker")).toBe(401);
  });

  it("cannot be forged", async () => {
    const [header, payload, signature] = parts(await open());
    const claims = { name: "eve", role: "admin", exp: inSeconds(MINUTE) };
    const flipped = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
    for (const forged of [
      "",
      "x",
      `${header}.${payload}.${flipped}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${header}.${payload}.${signature.slice(0, -1)}`,
      `${header}.${payload.slice(0, -4)}.${signature}`,
      `${header}.${payload}.${signature}.${signature}`,
      "x".repeat(8_000),
      `${header}.${encode(claims)}.${signature}`,
      `${encode({ alg: "none", typ: "session" })}.${encode(claims)}.`,
      new UnsecuredJWT(claims).encode(),
      await new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256", typ: "session" })
        .sign(new TextEncoder().encode("0".repeat(32))),
    ]) {
      expect([forged, await me(forged)]).toEqual([forged, 401]);
    }
  });

  it("is not what a login or a provider signed", async () => {
    await begin();
    const [login = ""] = browser.cookies.values();
    expect(await me(login)).toBe(401);
    await open();
    expect(await me(browser.cookies.get("__Secure-tradecraft_id_token") ?? "")).toBe(401);
  });

  it("ends, and cannot be used as a login", async () => {
    const session = await open();
    const later = Date.now() + 12 * 60 * MINUTE * 1000;
    vi.spyOn(Date, "now").mockReturnValue(later - 2_000);
    expect(await me(session)).toBe(200);
    vi.spyOn(Date, "now").mockReturnValue(later + 1_000);
    expect(await me(session)).toBe(401);
    vi.spyOn(Date, "now").mockRestore();
    const callback = provider.authorize(await begin());
    const name = [...browser.cookies.keys()].find((one) => one.includes("login"));
    browser.cookies.set(name ?? "", session);
    expect((await browser.visit(callback.href)).status).toBe(401);
  });

  it("ends with every change of the settings of the login, and of the key", async () => {
    const session = await open();
    expect(await me(session)).toBe(200);
    for (const change of [
      { OIDC_CLIENT_SECRET: "another" },
      { OIDC_ADMIN_ROLES: "nobody" },
      { OIDC_ISSUER: "https://other.unit.invalid" },
      { AUDIT_KEY: "f".repeat(32) },
    ]) {
      expect(await me(session, { ...provider.settings, ...change })).toBe(401);
    }
  });

  it("takes no longer than a login may take", async () => {
    const callback = provider.authorize(await begin());
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 11 * MINUTE * 1000);
    expect((await browser.visit(callback.href)).status).toBe(401);
  });
});

describe("the way back", () => {
  it.each([
    "https://evil.unit.invalid/",
    "//evil.unit.invalid",
    "///evil.unit.invalid",
    String.raw`/\evil.unit.invalid`,
    String.raw`\\evil.unit.invalid`,
    "/\t/evil.unit.invalid",
    "/.//evil.unit.invalid",
    "/a/../..//evil.unit.invalid",
    "/intake\r\nSet-Cookie: a=b",
    "/%\u2028evil",
    "/intake?q=\u65e5\u672c",
    "javascript:alert(1)",
    "evil",
    "",
    `/${"x".repeat(1_000)}`,
  ])("is never %j", async (path) => {
    const response = await browser.visit(`/auth/login?return_to=${encodeURIComponent(path)}`);
    expect(response.status).toBe(422);
    expect(browser.cookies.size).toBe(0);
  });
});

/** Chunks without an end. */
function endless(): Response {
  const chunk = new Uint8Array(64 * 1024).fill(0x20);
  const body = new ReadableStream<Uint8Array>({ pull: (stream) => stream.enqueue(chunk) });
  return new Response(body, { headers: { "Content-Type": "application/json" } });
}
