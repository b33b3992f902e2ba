import type { Context as HonoContext, MiddlewareHandler } from "hono";
import { toHex } from "../lib/to-hex.ts";
import type { AppEnv } from "../http/app-env.ts";
import { templateOf } from "../http/route-template.ts";
import type { CacheDeps, VersionDeps } from "./deps.ts";
import type { CachedResponse } from "./response-cache.ts";
import { writeCached } from "./write-cached.ts";

type Caching<Deps> = MiddlewareHandler<AppEnv<Deps & CacheDeps>>;

/** Middleware that may answer 304. The flag `keeps` adds that status to the route's description. */
type CachingMiddleware<Deps> = Caching<Deps> & { keeps: true };

/** A cached response before the middleware adds its route. */
type RoutedAnswer = Omit<CachedResponse, "route">;

/** Lets browsers store a response, and CDNs if the operator allows it, but requires them to revalidate it. */
const MUST_ASK = "max-age=0, must-revalidate";

/**
 * Caches a route's response, with a strong ETag, for as long as its source stays the same.
 * @param sourceOf returns the object that the response is made from: another object means another response
 * @param current returns the current source synchronously
 */
export function cacheWhile<Deps>(
  sourceOf: (deps: Deps) => Promise<object>,
  current: (deps: Deps) => object | null,
): CachingMiddleware<Deps> {
  const middleware: Caching<Deps> = async (c, next) => {
    const deps = c.get("deps");
    const source = await sourceOf(deps);
    const known = deps.answers.find(c.req.url);
    if (known !== null && (await known.isCurrent(c.req.raw))) {
      return writeCached(known, c.req.raw.headers, c.get("requestId"));
    }
    await next();
    if (c.res.status !== 200) return undefined;
    const bytes = await c.res.arrayBuffer();
    const body = new Blob([bytes]);
    const etag = await entityTag(bytes);
    const caching = ["Cache-Control", `${deps.answers.scope}, ${MUST_ASK}`] as const;
    const headers = [...c.res.headers, ["ETag", etag] as const, caching];
    keep(c, { body, etag, headers, isOpen: false, isCurrent: () => current(deps) === source });
    return undefined;
  };
  return Object.assign(middleware, { keeps: true as const });
}

/** Caches a route's public response for a fixed number of milliseconds. */
export function cacheFor<Deps>(keptMs: number): Caching<Deps> {
  return async (c, next) => {
    const until = Date.now() + keptMs;
    await next();
    if (c.res.status !== 200) return;
    const isCurrent = () => Date.now() < until;
    keep(c, { ...(await readAnswer(c)), isOpen: true, isCurrent });
  };
}

/**
 * Caches a response that depends on the workspace alone until the workspace version changes. Each request checks the
 * version with one small read. A response that counts against a rate limit is not cached.
 */
export const cacheUntilChange: Caching<VersionDeps> = cacheByVersion(false);

/** Caches like `cacheUntilChange`, except for queries whose response depends on the caller. */
export function cacheUntilChangeUnless(
  isPersonal: (query: Record<string, string>) => boolean,
): Caching<VersionDeps> {
  return async (c, next) =>
    isPersonal(c.req.query()) ? await next() : await cacheUntilChange(c, next);
}

/** Like `cacheUntilChange`, for routes that set their own `ETag`: a client that sends it gets 304 without a body. */
export const cacheTagged: CachingMiddleware<VersionDeps> = Object.assign(cacheByVersion(true), {
  keeps: true as const,
});

function cacheByVersion(isTagged: boolean): Caching<VersionDeps> {
  return async (c, next) => {
    const { workspaceVersion } = c.get("deps");
    // A request whose cached response had expired has read it already. An older version is safe here.
    const before = await workspaceVersion.readOnce(c.req.raw);
    await next();
    if (c.res.status !== 200 || c.get("isCounted") === true) return;
    const isCurrent = async (request: Request) =>
      (await workspaceVersion.readOnce(request)) === before;
    const etag = isTagged ? c.res.headers.get("ETag") : null;
    keep(c, { ...(await readAnswer(c)), etag, isOpen: false, isCurrent });
  };
}

/**
 * Caches the response to a request body, like `cacheWhile`. It has no ETag, because clients do not cache such
 * responses.
 */
export function cacheByBody<Deps>(
  sourceOf: (deps: Deps) => Promise<object>,
  current: (deps: Deps) => object | null,
): Caching<Deps> {
  return async (c, next) => {
    const deps = c.get("deps");
    const source = await sourceOf(deps);
    await next();
    if (c.res.status !== 200 || c.get("isCounted") === true) return;
    const isCurrent = () => current(deps) === source;
    const route = templateOf(c);
    const answer = { ...(await readAnswer(c)), route, isOpen: false, isCurrent };
    deps.answers.cacheByBody(c.req.url, await c.req.text(), answer);
    replace(c, answer);
  };
}

/** Returns the body and headers of the route's response, without an entity tag. */
async function readAnswer(
  c: HonoContext,
): Promise<Pick<CachedResponse, "body" | "headers" | "etag">> {
  const body = new Blob([await c.res.arrayBuffer()]);
  return { body, headers: [...c.res.headers], etag: null };
}

/** Caches a response under the requested URL and sends it. */
function keep<Deps>(c: HonoContext<AppEnv<Deps & CacheDeps>>, made: RoutedAnswer): void {
  const answer = { ...made, route: templateOf(c) };
  c.get("deps").answers.keep(c.req.url, answer);
  replace(c, answer);
}

function replace<Deps>(c: HonoContext<AppEnv<Deps>>, answer: CachedResponse): void {
  // Otherwise Hono merges the headers of the response that is replaced.
  c.res = undefined;
  c.res = writeCached(answer, c.req.raw.headers, c.get("requestId"));
}

async function entityTag(body: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", body);
  return `"${toHex(digest.slice(0, 16))}"`;
}
