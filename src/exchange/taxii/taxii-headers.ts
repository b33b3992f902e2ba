import type { Context, MiddlewareHandler } from "hono";
import type { z } from "zod";
import type { AppEnv } from "../../platform/http/app-env.ts";
import type { problemSchema } from "../../platform/http/problem.ts";
import { findCollection } from "./collections.ts";
import type { TaxiiDeps } from "./deps.ts";
import type { errorSchema } from "./schema.ts";
import { DISCOVERY_PATH, TAXII_TYPE } from "./vocabulary.ts";

/** Paths of the TAXII server, including its errors. */
export const TAXII_PATHS = `${DISCOVERY_PATH}*`;

/** TAXII clients support Basic; the password is an API token. */
const CHALLENGE = 'Basic realm="tradecraft", Bearer';
/** Media ranges that include TAXII 2.1. */
const UNDERSTOOD = /^(?:application\/taxii\+json(?:;version=2\.1)?|application\/\*|\*\/\*)$/;
const PROBLEM_TYPE = "application/problem+json";

type Problem = Pick<
  z.output<typeof problemSchema>,
  "title" | "status" | "detail" | "request_id" | "errors"
> & { type?: string; code: string };

/** Adds the trailing slash of all TAXII URLs, and converts all problems to TAXII error messages. */
export const speakTaxii: MiddlewareHandler = async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  if (!pathname.endsWith("/") && (c.req.method === "GET" || c.req.method === "HEAD")) {
    return c.redirect(`${pathname}/${search}`, 308);
  }
  await next();
  const { headers } = c.res;
  if (headers.get("Content-Type")?.startsWith(PROBLEM_TYPE) !== true) return undefined;
  const problem = await c.res.json<Problem>();
  c.res = undefined;
  c.res = toTaxiiError(problem, headers);
  return undefined;
};

/** Rejects clients that do not accept TAXII 2.1. Clients without an Accept header accept everything. */
export const requireTaxii: MiddlewareHandler<AppEnv> = async (c, next) => {
  const accept = c.req.header("Accept");
  if (accept !== undefined && !accept.split(",").some(isUnderstood)) {
    return refusal(c, 406, "Not acceptable", `The server answers ${TAXII_TYPE} only.`);
  }
  await next();
  return undefined;
};

function isUnderstood(range: string): boolean {
  const parts = range.toLowerCase().replaceAll(/[\s"]/g, "").split(";");
  const isRefused = parts.some((part) => /^q=0(?:\.0*)?$/.test(part));
  const named = parts.filter((part) => !part.startsWith("q=")).join(";");
  return !isRefused && UNDERSTOOD.test(named);
}

/** Rejects writes: all collections are read-only. */
export const refuseWrites: MiddlewareHandler<AppEnv<TaxiiDeps>> = async (c) => {
  const { settings } = c.get("deps");
  const { title } = findCollection(settings, c.req.param("collection_id") ?? "");
  return await Promise.resolve(
    refusal(c, 403, "Read-only", `The collection '${title}' is read-only (can_write is false).`),
  );
};

/** Returns a TAXII resource, given as an object or as JSON. */
export function taxiiResponse(
  body: object | string,
  headers: Record<string, string> = {},
): Response {
  const json = typeof body === "string" ? body : JSON.stringify(body);
  return new Response(json, { headers: { "Content-Type": TAXII_TYPE, ...headers } });
}

function refusal(c: Context, status: number, title: string, detail: string): Response {
  const code = title.toLowerCase().replaceAll(/\W/g, "_");
  const problem = { title, status, detail, code, request_id: c.get("requestId") as string };
  return toTaxiiError(problem, new Headers());
}

/** Converts a problem to a TAXII error. TAXII does not use 422 for queries: an unsupported query is a bad request. */
function toTaxiiError(problem: Problem, given: Headers): Response {
  const { title, detail, code, request_id, errors, type } = problem;
  const status = problem.status === 422 ? 400 : problem.status;
  const body: z.input<typeof errorSchema> = {
    title,
    description: detail,
    error_id: request_id,
    error_code: code,
    http_status: String(status),
    ...(type !== undefined && { external_details: type }),
    ...(errors && { details: { errors } }),
  };
  const headers = new Headers(given);
  headers.set("Content-Type", TAXII_TYPE);
  headers.delete("Content-Length");
  if (status === 401) headers.set("WWW-Authenticate", CHALLENGE);
  return new Response(JSON.stringify(body), { status, headers });
}

/** Settings that all reading routes share. A route that reads more than a row adds a rate limit. */
export const reading = {
  method: "get" as const,
  role: "viewer" as const,
  before: [requireTaxii],
  tags: ["TAXII"],
  "x-error-form": "taxii",
};
