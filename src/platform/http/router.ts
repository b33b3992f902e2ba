import { createRoute, OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import type { ErrorCode } from "../lib/errors.ts";
import { type AppEnv, currentActor } from "./app-env.ts";
import { requireRole, type Role } from "../auth/identity.ts";
import { bufferJson, refuseBody } from "./read-body.ts";
import { useOwnMessages } from "./describe-issue.ts";
import { problemResponse } from "./problem.ts";
import { problemsOf } from "./route-problems.ts";
import { refuseUnknown } from "./refuse-unknown.ts";
import { toValidationError } from "./to-validation-error.ts";

export { type AppEnv, currentActor } from "./app-env.ts";

/** An app whose handlers find `Deps` in `c.var.deps`. */
export type App<Deps = unknown> = OpenAPIHono<AppEnv<Deps>>;

/** Role required for a route. `open` needs no identity, even in team mode. */
export type RouteRole = Role | "open";

export interface RouteAccess {
  role: RouteRole;
  /** Runs after the role check and before parsing: rate limits, reading the body. */
  before?: MiddlewareHandler[];
  /** Whether a background process handles it, if there is one. Default: as its rate limit declares (`limitRate`). */
  takesLong?: boolean;
  /** Error codes of the route beyond those that follow from its declaration. */
  problems?: readonly ErrorCode[];
}

type RouteSpec = Omit<RouteConfig, "middleware" | "path"> & RouteAccess;

/**
 * Declares a route: its OpenAPI description and its required role, which is checked before the body is read. This is
 * the only way to create a route, and one without a role does not compile. Undeclared parameters and fields are
 * rejected.
 */
export function defineRoute<const R extends RouteSpec & { path: string }>(spec: R) {
  const { role, before = [], problems = [], ...rest } = spec as RouteSpec & { path: string };
  const { takesLong = before.some((step) => "takesLong" in step && step.takesLong), ...config } =
    rest;
  const checkRole: MiddlewareHandler<AppEnv> = async (c, next) => {
    if (role !== "open") requireRole(currentActor(c.get("identity")), role);
    const { askBackground } = c.get("deps");
    if (takesLong && askBackground !== null) {
      return await askBackground(c.req.raw, c.get("requestId"));
    }
    if (isChange) c.set("isChange", true);
    // Deletions free space on a full disk.
    if (isChange && spec.method !== "delete") {
      await c.get("deps").requireSpace(Number(c.req.header("Content-Length") ?? 0));
    }
    return await next();
  };
  const isChange = spec.method !== "get" && (role === "analyst" || role === "admin");
  const limits = before.flatMap((step) => ("limits" in step ? [step.limits] : []));
  const described: RouteConfig = {
    ...config,
    request: strictRequest(config.request),
    responses: { ...config.responses, ...(before.some((step) => "keeps" in step) && NOT_MODIFIED) },
    "x-required-role": role,
    ...(limits.length > 0 && { "x-rate-limit": limits }),
    "x-problem-codes": problemsOf(config, role, before, problems),
    middleware: [checkRole, ...before, ...bodyReader(config)],
  };
  // The handlers' types follow from the declaration. The middleware adds nothing to them.
  return createRoute(described) as unknown as Omit<R, keyof RouteAccess>;
}

const NOT_MODIFIED = {
  304: { description: "The client has this answer: `If-None-Match` names its `ETag`." },
};

/** Returns the declared request with all unknown fields rejected, even if no query is declared. */
function strictRequest(
  request: NonNullable<RouteConfig["request"]> = {},
): NonNullable<RouteConfig["request"]> {
  const { query = z.object({}), body } = request;
  const content = Object.entries(body?.content ?? {}).map(([type, media]) => {
    const { schema } = media as { schema?: unknown };
    return [
      type,
      schema instanceof z.ZodType ? { ...media, schema: refuseUnknown(schema) } : media,
    ];
  });
  return {
    ...request,
    query: query instanceof z.ZodType ? refuseUnknown(query) : query,
    ...(body && { body: { ...body, content: Object.fromEntries(content) } }),
  };
}

/** Returns the middleware that reads the body before validation. A route that declares no body rejects one. */
function bodyReader({ request, method }: RouteConfig): MiddlewareHandler<AppEnv>[] {
  const body = request?.body;
  if (body === undefined) return method === "get" ? [] : [refuseBody];
  // The handler parses a body that has no Zod schema.
  const json = body.content["application/json"] as { schema?: unknown } | undefined;
  if (!(json?.schema instanceof z.ZodType)) return [];
  const isRequired = body.required === true;
  return [
    async (c, next) => {
      await bufferJson(c, c.get("deps").settings.MAX_JSON_BYTES, isRequired);
      await next();
    },
  ];
}

/** Creates an app that reports failed validations as problem details. */
export function createRouter<Deps>(): App<Deps> {
  useOwnMessages();
  return new OpenAPIHono<AppEnv<Deps>>({
    // Returned instead of thrown, because throwing costs as much as the rest of the response.
    defaultHook: (result, c) =>
      result.success
        ? undefined
        : problemResponse(toValidationError(result.error.issues), c.get("requestId")),
  });
}
