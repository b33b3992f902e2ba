import type { MiddlewareHandler } from "hono";
import { toHex } from "../lib/to-hex.ts";
import type { AppEnv } from "../http/app-env.ts";
import type { KeepDeps } from "./deps.ts";
import type { KeptAnswer } from "./kept-answers.ts";

/** A middleware that answers 304, which says so to whoever describes the route. */
type KeepingMiddleware<Deps> = MiddlewareHandler<AppEnv<Deps>> & { keeps: true };

/** Browsers, and CDNs where the operator says so, may keep an answer and ask whether it still holds. */
const MUST_ASK = "max-age=0, must-revalidate";

/**
 * Keeps what a route answers for as long as what it is made of stays the same, with a strong ETag.
 * @param sourceOf finds what the answer is made of: another object means another answer; `current`
 *   tells without waiting what that is now
 */
export function keepWhile<Deps>(
  sourceOf: (deps: Deps) => Promise<object>,
  current: (deps: Deps) => object | null,
): KeepingMiddleware<Deps & KeepDeps> {
  const keep: MiddlewareHandler<AppEnv<Deps & KeepDeps>> = async (c, next) => {
    const { answers } = c.var.deps;
    const source = await sourceOf(c.var.deps);
    const kept = answers.find(c.req.url);
    if (kept !== null) return serveKept(kept, c.req.raw.headers);
    await next();
    if (c.res.status !== 200) return undefined;
    const body = new Uint8Array(await c.res.arrayBuffer());
    const etag = await entityTag(body);
    const { deps } = c.var;
    const caching = ["Cache-Control", `${answers.scope}, ${MUST_ASK}`] as const;
    const answer: KeptAnswer = {
      body,
      etag,
      headers: [...c.res.headers, ["ETag", etag], caching],
      isOpen: false,
      isCurrent: () => current(deps) === source,
    };
    answers.keep(c.req.url, answer);
    c.res = serveKept(answer, c.req.raw.headers);
    return undefined;
  };
  return Object.assign(keep, { keeps: true as const });
}

/** Keeps what a route answers to everybody for so many milliseconds. */
export function keepFor<Deps>(keptMs: number): MiddlewareHandler<AppEnv<Deps & KeepDeps>> {
  return async (c, next) => {
    const until = Date.now() + keptMs;
    await next();
    if (c.res.status !== 200) return;
    const body = new Uint8Array(await c.res.arrayBuffer());
    const headers = [...c.res.headers];
    c.res = new Response(body, { headers });
    c.var.deps.answers.keep(c.req.url, {
      body,
      headers,
      etag: null,
      isOpen: true,
      isCurrent: () => Date.now() < until,
    });
  };
}

/** A kept answer, or 304 where the client has it (RFC 9110, 13.1.2); without the headers that all share. */
function serveKept(kept: KeptAnswer, asked: Headers): Response {
  const headers = new Headers(kept.headers.map(([name, value]) => [name, value]));
  if (!isUnchanged(kept, asked)) return new Response(kept.body, { headers });
  headers.delete("Content-Type");
  return new Response(null, { status: 304, headers });
}

/** Whether a client names the answer's entity tag, so that it needs no body. */
export function isUnchanged({ etag }: KeptAnswer, asked: Headers): boolean {
  const given = etag === null ? null : asked.get("If-None-Match");
  return given !== null && isNamed(etag, given);
}

/** Whether a list of entity tags names this one; `W/` makes no difference here, `*` names all. */
function isNamed(etag: string | null, list: string): boolean {
  if (list === etag || list.trim() === "*") return true;
  return list.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

async function entityTag(body: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", body);
  return `"${toHex(digest.slice(0, 16))}"`;
}
