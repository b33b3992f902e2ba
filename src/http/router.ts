import { createRoute, OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import type { z } from "zod";
import type { Context } from "../context.ts";
import type { Bindings } from "../bindings.ts";
import { sealQuietly } from "../audit/seal.ts";
import type { DocumentFile } from "../documents/document.ts";
import { AppError, type FieldError } from "../lib/errors.ts";
import { type Actor, requireRole, type Role } from "./identity.ts";
import { problemSchema } from "./problem.ts";
import { bufferJson } from "./read-body.ts";

/** What middleware leaves for the handlers. `identity` is an error until a route may ignore it. */
export interface AppEnv {
  Bindings: Bindings;
  Variables: {
    context: Context;
    requestId: string;
    identity: Actor | AppError;
    /** The file of a form, which is in memory once and so is no field of it. */
    upload?: DocumentFile | null;
  };
}

export type App = OpenAPIHono<AppEnv>;

/** Who may call a route; `open` needs no identity even in team mode. */
export type RouteRole = Role | "open";

export interface RouteAccess {
  role: RouteRole;
  /** Runs after the role is known and before anything is parsed: rate limit, reading of the body. */
  before?: MiddlewareHandler<AppEnv>[];
}

type RouteSpec = Omit<RouteConfig, "middleware" | "path"> & RouteAccess;

const problem = (description: string) => ({
  description,
  content: { "application/problem+json": { schema: problemSchema } },
});

/**
 * Declares a route: its OpenAPI description and the role it needs, which is checked before the
 * body is read. The only way to make a route; one without a role does not compile.
 */
export function defineRoute<const R extends RouteSpec & { path: string }>(spec: R) {
  const { role, before = [], ...config } = spec as RouteSpec & { path: string };
  const checkRole: MiddlewareHandler<AppEnv> = async (c, next) => {
    if (role !== "open") requireRole(currentActor(c.var.identity), role);
    await next();
  };
  const isMutation = spec.method !== "get" && (role === "analyst" || role === "admin");
  const seal: MiddlewareHandler<AppEnv> = async (c, next) => {
    await next();
    // What failed on our side may have recorded something before it did.
    if (c.res.ok || c.res.status >= 500) c.executionCtx.waitUntil(sealQuietly(c.var.context));
  };
  const readJson: MiddlewareHandler<AppEnv> = async (c, next) => {
    const isRequired = config.request?.body?.required === true;
    await bufferJson(c, c.var.context.settings.MAX_JSON_BYTES, isRequired);
    await next();
  };
  // A body that is described without a schema of ours is read by whoever takes it.
  const json = config.request?.body?.content["application/json"];
  const takesJson = json !== undefined && "schema" in json && "safeParse" in json.schema;
  const limits = before.flatMap((step) => ("limits" in step ? [step.limits] : []));
  const described: RouteConfig = {
    ...config,
    "x-required-role": role,
    ...(limits.length > 0 && { "x-rate-limit": limits }),
    middleware: [
      ...(isMutation ? [seal] : []),
      checkRole,
      ...before,
      ...(takesJson ? [readJson] : []),
    ],
    responses: { default: problem("Any failure, as problem details."), ...config.responses },
  };
  // The handlers' types follow what the route declares; the middleware adds nothing to them.
  return createRoute(described) as unknown as Omit<R, keyof RouteAccess>;
}

/** The acting identity; a failed one fails here, where a route first needs it. */
export function currentActor(identity: Actor | AppError): Actor {
  if (identity instanceof AppError) throw identity;
  return identity;
}

/** An app whose failed validations become problem details. */
export function createRouter(): App {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (!result.success) throw toValidationError(result.error.issues);
    },
  });
}

/** Codes that a refinement may name. */
const OWN_CODES = ["invalid_id", "invalid_provider", "invalid_language"] as const;

/**
 * A schema refinement may name an error code of its own (`params: { code: "invalid_id" }`);
 * everything else is a `validation_error`.
 */
export function toValidationError(issues: readonly z.core.$ZodIssue[]): AppError {
  const errors = issues.map((issue): FieldError => ({
    pointer: issue.path
      .map((part) => `/${String(part).replace(/~/g, "~0").replace(/\//g, "~1")}`)
      .join(""),
    detail: issue.message,
  }));
  const own = issues.find(
    (issue) => issue.code === "custom" && issue.params?.["code"] !== undefined,
  );
  const code = own?.code === "custom" ? own.params?.["code"] : undefined;
  const told = errors[own === undefined ? 0 : issues.indexOf(own)];
  const known = OWN_CODES.find((name) => name === code) ?? "validation_error";
  return new AppError(known, describeFault(told), { errors });
}

/** One sentence; our own messages begin with what the value must be. */
function describeFault(fault: FieldError | undefined): string {
  const { pointer, detail } = fault ?? { pointer: "", detail: "unknown" };
  const place = pointer === "" ? "The request" : `'${pointer.slice(1)}'`;
  return detail.startsWith("must") ? `${place} ${detail}.` : `${place} is not valid: ${detail}.`;
}
