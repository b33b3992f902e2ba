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

/** Who may call a route; `open` needs no identity even in team mode. */
export type RouteRole = Role | "open";

export interface RouteAccess {
  role: RouteRole;
  /** Runs after the role is known and before anything is parsed: rate limit, reading of the body. */
  before?: MiddlewareHandler[];
  /** Whether the background process answers it, where there is one. Default: as its limit says (`limitRate`). */
  takesLong?: boolean;
  /** Codes that the route answers beyond those that follow from what it declares. */
  problems?: readonly ErrorCode[];
}

type RouteSpec = Omit<RouteConfig, "middleware" | "path"> & RouteAccess;

/**
 * Declares a route: its OpenAPI description and the role it needs, which is checked before the
 * body is read. The only way to make a route; one without a role does not compile. Parameters and
 * fields that the route does not name are refused.
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
    // Deletions are a way out of a full disk.
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
  // The handlers' types follow what the route declares; the middleware adds nothing to them.
  return createRoute(described) as unknown as Omit<R, keyof RouteAccess>;
}

const NOT_MODIFIED = {
  304: { description: "The client has this answer: `If-None-Match` names its `ETag`." },
};

/** The request as declared, without room for anything else; also where no query is declared. */
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

/** What reads the body before it is validated; a route that declares none takes none. */
function bodyReader({ request, method }: RouteConfig): MiddlewareHandler<AppEnv>[] {
  const body = request?.body;
  if (body === undefined) return method === "get" ? [] : [refuseBody];
  // A body that is described without a schema of ours is read by whoever takes it.
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

/** An app whose failed validations become problem details. */
export function createRouter<Deps>(): App<Deps> {
  useOwnMessages();
  return new OpenAPIHono<AppEnv<Deps>>({
    // Answered and not thrown, which would cost as much as all else of it.
    defaultHook: (result, c) =>
      result.success
        ? undefined
        : problemResponse(toValidationError(result.error.issues), c.get("requestId")),
  });
}
