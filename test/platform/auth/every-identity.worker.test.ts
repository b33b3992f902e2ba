import { createExecutionContext, env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import worker from "../../../src/worker.ts";
import { CookieBrowser } from "../../support/cookie-browser.ts";
import { ORIGIN, StandInProvider } from "../../support/oidc-provider.ts";
import { form, ingestAsShipped, requestJson } from "../../support/service.ts";
import { listRoutes } from "../../support/team.ts";
import { expireToken } from "../../support/tokens.ts";

/** What an identity may do: nothing without one, else as much as its role. */
const RANKS = ["nobody", "viewer", "analyst", "admin"] as const;
type Rank = (typeof RANKS)[number];

interface Identity {
  name: string;
  headers: Record<string, string>;
  rank: Rank;
  /** Status for an identity that is none. */
  refusal?: 401 | 403;
  isToken?: boolean;
}
type Route = Awaited<ReturnType<typeof listRoutes>>[number];
type Mode = { name: string; origin: string; bindings: object; identities: Identity[] };

const SECRET = "a-secret-of-the-proxy";
const INGEST = "a-token-for-ingests-of-32-characters-or-more";
const PROXY = { AUTH_ENABLED: "true", PROXY_SECRET: SECRET, INGEST_TOKEN: INGEST };

/** What a role may do beyond the rule that viewers read, analysts change and nobody else does anything. */
const OPEN = new Set(["GET /api/health", "GET /auth/login"]);
const COMPUTES =
  /^POST \/(?:api\/(?:analyze\/sessions\/\{\w+\}\/compare|apt\/(?:campaigns\/)?compare|export\/layer|layers\/combine|pipeline\/rules\/(?:\{\w+\}\/)?test|pipeline\/rules\/validate)|auth\/logout|mcp)$/;
const READS_AS_ANALYST = /\/(?:estimate|proof-links)$|^GET \/api\/(?:misp\/server|tokens)$/;
const ADMINISTERS =
  /^(?:GET \/(?:api\/settings|metrics)|POST \/api\/sync\/bundles|DELETE \/api\/attack\/versions\/.*|(?:PUT|DELETE) \/api\/pipeline\/warning-lists\/.*|\w+ \/api\/(?:webhooks|jobs)\b.*)$/;

/** Valid, since that a token manages tokens is refused after the body was read. */
const TOKEN = JSON.stringify({ name: "of the test", role: "viewer" });
/** Nothing is asked of others. */
const CLOSED_IN = { OPERATOR_NETWORK: { fetch: () => Promise.reject(new TypeError("closed")) } };

const placeOf = ({ method, template }: Route) => `${method} ${template}`;

/** The weakest rank that a route serves, by the words of docs/api.md and not by what the route says of itself. */
function neededFor(route: Route): Rank {
  const place = placeOf(route);
  if (OPEN.has(place)) return "nobody";
  if (ADMINISTERS.test(place)) return "admin";
  if (COMPUTES.test(place) || route.template.startsWith("/taxii2/")) return "viewer";
  return route.method !== "GET" || READS_AS_ANALYST.test(place) ? "analyst" : "viewer";
}

/** The status of a refusal; null where the door is open. */
function refusalOf(route: Route, { rank, refusal = 401, isToken, name }: Identity): number | null {
  const needed = neededFor(route);
  if (needed === "nobody") return null;
  if (
    name === "ingest token" &&
    /^(?:POST \/api\/sync\/bundles|GET \/api\/sync\/tasks\/\{task_id\})$/.test(placeOf(route))
  )
    return null;
  if (rank === "nobody") return refusal;
  if (RANKS.indexOf(rank) < RANKS.indexOf(needed)) return 403;
  // A stolen token must not outlive its end by another one.
  return isToken === true && route.template.startsWith("/api/tokens") && route.method !== "GET"
    ? 403
    : null;
}

async function send(
  { origin, bindings }: Mode,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("Host", new URL(origin).host);
  const request = new Request(`${origin}${path}`, { ...init, headers }) as never;
  return await worker.fetch(request, bindings as never, createExecutionContext());
}

const proxied = (role: string, user = `${role}@example.org`, secret = SECRET) => ({
  "X-Auth-User": user,
  "X-Auth-Roles": role,
  "X-Proxy-Secret": secret,
});
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** API tokens of each role, and such as are no longer good. */
async function tokensOf(mode: Mode, headers: Record<string, string>): Promise<Identity[]> {
  const create = async (role: string) => {
    const init = { method: "POST", headers, body: JSON.stringify({ name: "of the test", role }) };
    const answer = await send(mode, "/api/tokens", init);
    return await answer.json<{ id: string; token: string }>();
  };
  const [expired, revoked] = [await create("admin"), await create("admin")];
  await expireToken(expired.id);
  await send(mode, `/api/tokens/${revoked.id}`, { method: "DELETE", headers });
  const viewer = await create("viewer");
  const both = { ...headers, ...bearer(viewer.token) };
  const good = async (rank: Rank) => {
    const { token } = await create(rank);
    return { name: `token of ${rank}`, headers: bearer(token), rank, isToken: true };
  };
  return [
    await good("viewer"),
    await good("analyst"),
    await good("admin"),
    {
      name: "viewer's token with an admin's identity",
      headers: both,
      rank: "viewer",
      isToken: true,
    },
    { name: "expired token", headers: bearer(expired.token), rank: "nobody" },
    { name: "revoked token", headers: bearer(revoked.token), rank: "nobody" },
    { name: "unknown token", headers: bearer(`tradecraft_${"A".repeat(43)}`), rank: "nobody" },
  ];
}

async function logIn(provider: StandInProvider, role: string): Promise<Record<string, string>> {
  const browser = new CookieBrowser(provider.settings);
  provider.claims = { email: `${role}@unit.invalid`, email_verified: true, roles: [role] };
  const begun = await browser.visit("/auth/login");
  await browser.visit(provider.authorize(begun.headers.get("Location") ?? "").href);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return { Cookie: cookie, "Sec-Fetch-Site": "same-origin" };
}

async function openModes(): Promise<Mode[]> {
  const local: Mode = {
    name: "local mode",
    origin: "http://localhost",
    bindings: { ...env, ...CLOSED_IN },
    identities: [],
  };
  local.identities = [
    { name: "anybody", headers: {}, rank: "admin" },
    { name: "identity headers", headers: proxied("viewer"), rank: "admin" },
    ...(await tokensOf(local, {})),
  ];
  const team: Mode = {
    ...local,
    name: "behind a proxy",
    bindings: { ...env, ...CLOSED_IN, ...PROXY },
  };
  team.identities = [
    { name: "anonymous", headers: {}, rank: "nobody" },
    {
      name: "past the proxy",
      headers: { "X-Auth-User": "eve", "X-Auth-Roles": "admin" },
      rank: "nobody",
    },
    { name: "wrong secret", headers: proxied("admin", "eve", "x"), rank: "nobody" },
    { name: "two roles", headers: proxied("viewer, admin"), rank: "nobody", refusal: 403 },
    { name: "unknown role", headers: proxied("root"), rank: "nobody", refusal: 403 },
    { name: "ingest token", headers: bearer(INGEST), rank: "nobody" },
    ...(["viewer", "analyst", "admin"] as const).map((rank) => ({
      name: rank,
      headers: proxied(rank),
      rank,
    })),
    ...(await tokensOf(team, proxied("admin"))),
  ];
  const provider = await StandInProvider.open();
  const login: Mode = {
    ...local,
    name: "with a login",
    origin: ORIGIN,
    bindings: { ...env, ...provider.settings },
  };
  const admin = await logIn(provider, "cti-admins");
  const forged = admin["Cookie"]?.replace(/(session=[^;]{10})[^;]/, "$1_") ?? "";
  login.identities = [
    { name: "anonymous", headers: {}, rank: "nobody" },
    { name: "headers of a proxy", headers: proxied("admin"), rank: "nobody" },
    { name: "forged session", headers: { ...admin, Cookie: forged }, rank: "nobody" },
    { name: "viewer's session", headers: await logIn(provider, "staff"), rank: "viewer" },
    { name: "analyst's session", headers: await logIn(provider, "soc"), rank: "analyst" },
    { name: "admin's session", headers: admin, rank: "admin" },
    ...(await tokensOf(login, admin)),
  ];
  return [local, team, login];
}

let routes: Route[] = [];
let modes: Mode[] = [];
let session = "";

beforeAll(async () => {
  await ingestAsShipped();
  const report = form({ text: "The actor used PowerShell (T1059.001)." });
  session = (await requestJson<{ session_id: string }>("/api/analyze", report)).body.session_id;
  const all = await listRoutes();
  // All parameters, not the first alone, are ids of nobody.
  routes = all.map((route) => ({
    ...route,
    path: route.path.replaceAll(/\{\w+\}/g, "00000000-0000-4000-8000-000000000000"),
  }));
  modes = await openModes();
});

describe("every route", () => {
  it("names the role that the rules of the interface give it", () => {
    const odd = routes.filter((route) => neededFor(route).replace("nobody", "open") !== route.role);
    expect(odd.map(placeOf)).toEqual([]);
    expect(routes.length).toBeGreaterThan(180);
  });

  it.each([0, 1, 2])("answers each identity as its role allows, in mode %i", async (at) => {
    const mode = modes[at] as Mode;
    const wrong: string[] = [];
    for (const route of routes) {
      // The last release would be removed, and the session of the test ended.
      if (/attack\/versions\/\{/.test(route.template)) continue;
      for (const identity of mode.identities) {
        const { method, path, template } = route;
        const body = method === "POST" && template === "/api/tokens" ? TOKEN : null;
        const answer = await send(mode, path, { method, body, headers: identity.headers });
        await answer.body?.cancel();
        const expected = refusalOf(route, identity);
        const refused = [401, 403].includes(answer.status) ? answer.status : null;
        if (refused !== expected)
          wrong.push(`${mode.name}, ${identity.name}: ${placeOf(route)} answered ${answer.status}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(mode.identities.length).toBeGreaterThan(8);
  });
});

describe("a cached response", () => {
  /** What is there to be read, and so to be cached. */
  const readable = () =>
    routes
      .filter((route) => route.method === "GET" && neededFor(route) !== "nobody")
      .map((route) => ({ ...route, path: route.template.replace("{session_id}", session) }))
      .filter(({ path }) => !path.includes("{"));

  it.each([0, 1, 2])(
    "is for nobody without the role, whatever it names, in mode %i",
    async (at) => {
      const mode = modes[at] as Mode;
      const admin = mode.identities.find(
        ({ rank, isToken }) => rank === "admin" && isToken !== true,
      );
      const wrong: string[] = [];
      for (const route of readable()) {
        const first = await send(mode, route.path, { headers: admin?.headers ?? {} });
        await first.arrayBuffer();
        const caching = first.headers.get("Cache-Control");
        if (!["no-store", "private, max-age=0, must-revalidate"].includes(caching ?? ""))
          wrong.push(`${placeOf(route)} has Cache-Control ${caching}`);
        const tag = { "If-None-Match": first.headers.get("ETag") ?? "*" };
        for (const identity of mode.identities) {
          const expected = refusalOf(route, identity);
          if (expected === null) continue;
          const answer = await send(mode, route.path, { headers: { ...identity.headers, ...tag } });
          const text = await answer.text();
          if (answer.status !== expected || answer.headers.has("ETag") || !text.includes('"'))
            wrong.push(
              `${mode.name}, ${identity.name}: ${placeOf(route)} answered ${answer.status}`,
            );
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  it("is of the caller where the response depends on the caller", async () => {
    const mode = modes[1] as Mode;
    const read = async (path: string, user: string) => {
      const answer = await send(mode, path, { headers: proxied("analyst", user) });
      return await answer.text();
    };
    await send(mode, `/api/analyze/sessions/${session}`, {
      method: "PATCH",
      headers: proxied("analyst", "ann"),
      body: JSON.stringify({ assignee: "ann" }),
    });
    await send(mode, "/api/tokens", {
      method: "POST",
      headers: proxied("analyst", "ann"),
      body: JSON.stringify({ name: "Of Ann alone", role: "viewer" }),
    });
    for (const path of ["/api/me", "/api/tokens", "/api/analyze/sessions?assignee=me"]) {
      const [first, other, again] = [
        await read(path, "ann"),
        await read(path, "ben"),
        await read(path, "ann"),
      ];
      expect([path, first]).toEqual([path, expect.stringContaining("nn")]);
      expect([path, again]).toEqual([path, first]);
      expect([path, other.includes("ann"), other.includes("Of Ann alone")]).toEqual([
        path,
        false,
        false,
      ]);
    }
  });
});
