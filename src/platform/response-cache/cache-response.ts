import type { Context as HonoContext, MiddlewareHandler } from "hono";
import { toHex } from "../lib/to-hex.ts";
import type { AppEnv } from "../http/app-env.ts";
import { templateOf } from "../http/route-template.ts";
import type { CacheDeps, VersionDeps } from "./deps.ts";
import type { CachedResponse } from "./response-cache.ts";
import { writeCached } from "./write-cached.ts";

type Caching<Deps> = MiddlewareHandler<AppEnv<Deps & CacheDeps>>;

/** A middleware that answers 304, which says so to whoever describes the route. */
type KeepingMiddleware<Deps> = Caching<Deps> & { keeps: true };

/** An answer of a route that the middleware itself knows. */
type RoutedAnswer = Omit<CachedResponse, "route">;

/** Browsers, and CDNs where the operator says so, may keep an answer and ask whether it still holds. */
const MUST_ASK = "max-age=0, must-revalidate";

/**
 * Keeps what a route answers for as long as what it is made of stays the same, with a strong ETag.
 * @param sourceOf finds what the answer is made of: another object means another answer; `current`
 *   tells without waiting what that is now
 */
export function cacheWhile<Deps>(
  sourceOf: (deps: Deps) => Promise<object>,
  current: (deps: Deps) => object | null,
): KeepingMiddleware<Deps> {
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

/** Keeps what a route answers to everybody for so many milliseconds. */
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
 * Keeps what a route answers from the workspace alone until something in that changes, which one
 * small read tells each time. What a limit counts is answered anew, so that it is counted.
 */
export const cacheUntilChange: Caching<VersionDeps> = cacheByVersion(false);

/** The same, but for queries whose answer depends on who asks, which is nobody else's. */
export function cacheUntilChangeUnless(
  isPersonal: (query: Record<string, string>) => boolean,
): Caching<VersionDeps> {
  return async (c, next) =>
    isPersonal(c.req.query()) ? await next() : await cacheUntilChange(c, next);
}

/** The same for a route whose own `ETag` changes with its answer: who names it needs no body. */
export const keepTagged: KeepingMiddleware<VersionDeps> = Object.assign(cacheByVersion(true), {
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
 * Keeps what a route answers to a body, as `cacheWhile` does; without an entity tag, for nobody else
 * keeps such answers.
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

/** The response of a route as an answer that has no entity tag. */
async function readAnswer(
  c: HonoContext,
): Promise<Pick<CachedResponse, "body" | "headers" | "etag">> {
  const body = new Blob([await c.res.arrayBuffer()]);
  return { body, headers: [...c.res.headers], etag: null };
}

/** Keeps an answer under the URL that was asked, and answers with it. */
function keep<Deps>(c: HonoContext<AppEnv<Deps & CacheDeps>>, made: RoutedAnswer): void {
  const answer = { ...made, route: templateOf(c) };
  c.get("deps").answers.keep(c.req.url, answer);
  replace(c, answer);
}

function replace<Deps>(c: HonoContext<AppEnv<Deps>>, answer: CachedResponse): void {
  // Hono would merge the headers of the response that another one replaces.
  c.res = undefined;
  c.res = writeCached(answer, c.req.raw.headers, c.get("requestId"));
}

async function entityTag(body: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", body);
  return `"${toHex(digest.slice(0, 16))}"`;
}
