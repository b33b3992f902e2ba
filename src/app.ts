import type { Context, MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { ROOMS, type Services, servicesOf } from "./services.ts";
import type { Bindings } from "./bindings.ts";
import { identifyRequest } from "./identify-request.ts";
import { speakTaxii, TAXII_PATHS } from "./exchange/taxii/taxii-headers.ts";
import { labelResponse } from "./label-response.ts";
import { isPageVisit, serveConsole, showConsole } from "./serve-console.ts";
import { mountReference } from "./openapi/mount-reference.ts";
import { problemResponse } from "./platform/http/problem.ts";
import { toAppError } from "./platform/lib/to-app-error.ts";
import { type App, type AppEnv, createRouter, currentActor } from "./platform/http/router.ts";
import { refuseCrossOrigin, requireKnownHost } from "./platform/http/same-origin.ts";
import { AppError } from "./platform/lib/errors.ts";
import { consoleLog, describeError } from "./platform/lib/log.ts";

/** Failures of the service, not of the caller. */
const LOGGED = new Set(["internal_error", "storage_unavailable", "not_configured"]);

/** Creates the whole API: middleware, every room's routes, and their description. */
export function createApp(): App<Services> {
  const app = createRouter<Services>();
  app.use(labelResponse);
  app.onError(async (error, c) => {
    const known = error instanceof HTTPException ? fromFramework(error) : toAppError(error);
    const requestId = c.get("requestId");
    if (LOGGED.has(known.code)) {
      consoleLog("error", "request.failed", describeError(error));
    }
    const sent = known.state === undefined ? undefined : await readSent(c);
    return problemResponse(known, requestId, sent);
  });
  app.use(TAXII_PATHS, speakTaxii);
  app.use(serveRequest);
  for (const room of ROOMS) room.routes?.(app);
  mountReference(app);
  serveConsole(app);
  app.notFound(async (c) => {
    if (isPageVisit(c.req.raw, c.req.path)) return await showConsole(c.var, c.req.url, 404);
    // Only authenticated callers learn whether a path exists.
    if (INTERFACES.test(c.req.path)) currentActor(c.get("identity"));
    // Returned instead of thrown, because throwing costs as much as the rest of the response.
    return problemResponse(notFoundOrNotAllowed(app, c.req.method, c.req.path), c.get("requestId"));
  });
  return app;
}

/**
 * Serves every request: opens the services and identifies the caller. Afterwards it releases the body and starts the
 * follow-up of a change. One function, because each middleware costs time.
 */
const serveRequest: MiddlewareHandler<AppEnv<Services>> = async (c, next) => {
  const services = servicesOf(c.env as Bindings);
  c.set("deps", services);
  await admit(c, services);
  try {
    await next();
  } finally {
    c.get("bodyShare")?.release();
  }
  // A request that failed in the service may have recorded a change first.
  const mayHaveRecorded = c.res.ok || c.res.status >= 500;
  if (c.get("isChange") === true && mayHaveRecorded)
    c.executionCtx.waitUntil(services.afterRequest());
};

/** Paths of the API and other protocols. All others are pages and their files. */
const INTERFACES = /^\/(?:(?:api|misp|taxii2)\/|(?:mcp|metrics)$)/;
/** API paths that work before the first release is loaded, because they start or report the start. */
const WORKS_WHILE_STARTING = /^\/api\/(health|sync|jobs|me)(\/|$)/;

const needsRelease = (path: string) => INTERFACES.test(path) && !WORKS_WHILE_STARTING.test(path);

/**
 * Rejects unknown hosts and origins, and paths that need a release before there is one. A failed identification matters
 * only if the route requires an identity.
 */
async function admit(c: Context<AppEnv<Services>>, services: Services): Promise<void> {
  const url = URL.parse(c.req.url);
  if (url === null) {
    throw new AppError(
      "validation_error",
      "The Host header must be a host name, with or without a port.",
    );
  }
  requireKnownHost(url, services.settings);
  refuseCrossOrigin(c.req.raw, url, services.settings);
  const actor = identifyRequest(c.req.raw, url, services);
  c.set("identity", actor instanceof Promise ? await actor.catch(toAppError) : actor);
  const isReady = services.readiness.isReady();
  if (isReady !== true && needsRelease(c.req.path) && !(await isReady)) {
    throw new AppError("starting", "The service is starting; try again in a few seconds.", {
      headers: { "Retry-After": "2" },
    });
  }
}

/** Returns the JSON that a request sent, or null for other bodies or none. */
async function readSent(c: Context): Promise<unknown> {
  try {
    return await c.req.json();
  } catch {
    return null;
  }
}

/** Converts an error of Hono itself: a body that does not match its content type. */
function fromFramework(error: HTTPException): AppError {
  if (error.status >= 500) return toAppError(error);
  return new AppError(
    "validation_error",
    "The request body could not be read; check its encoding.",
    {
      cause: error,
    },
  );
}

/** Returns 405 with `Allow` if the path exists for other methods, otherwise 404. */
function notFoundOrNotAllowed(app: App<Services>, method: string, path: string): AppError {
  const methods = methodsAt(app, path);
  if (methods.length === 0)
    return new AppError("not_found", `There is nothing at ${path.slice(0, 200)}.`);
  return new AppError(
    "method_not_allowed",
    `${method} is not possible here; use ${methods.join(", ")}.`,
    {
      headers: { Allow: methods.join(", ") },
    },
  );
}

/** Returns the methods of a path. A literal path takes precedence over one with a parameter. */
function methodsAt(app: App<Services>, path: string): string[] {
  const matched = ["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => {
    const routes = app.router.match(method, path)[0].map(([[, route]]) => route);
    const paths = routes.filter((route) => route.method === method).map((route) => route.path);
    return { method, paths };
  });
  const isLiteral = matched.some(({ paths }) => paths.includes(path));
  return matched
    .filter(({ paths }) => (isLiteral ? paths.includes(path) : paths.length > 0))
    .map(({ method }) => method);
}
