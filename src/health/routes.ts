import { z } from "zod";
import { describeSlots } from "../reading/providers/describe-slots.ts";
import {
  PROVIDER_KINDS,
  PROVIDER_PLACES,
  PROVIDER_SLOTS,
} from "../reading/providers/vocabulary.ts";
import type { HealthDeps } from "./deps.ts";
import type { RateLimitDeps } from "../platform/rate-limits/deps.ts";
import { authWarnings, isIdentityProven, ROLES } from "../platform/auth/identity.ts";
import { cacheFor } from "../platform/response-cache/cache-response.ts";
import { jsonContent } from "../platform/http/json-content.ts";
import { type App, currentActor, defineRoute } from "../platform/http/router.ts";
import { configurationSchema } from "./schema.ts";
import { PRODUCT } from "../platform/lib/product.ts";

const healthSchema = z
  .object({
    status: z.enum(["ok", "starting"]),
    version: z.string(),
    mode: z.enum(["local", "team"]),
    proxy_proven: z.boolean().meta({
      description:
        "Whether PROXY_SECRET, Cloudflare Access or a login at this service proves who sends a request.",
    }),
    warnings: z
      .array(z.string())
      .meta({ description: "Warnings about the configuration, for the operator." }),
    providers: z.array(
      z.object({
        id: z.enum(PROVIDER_SLOTS),
        kind: z.enum(PROVIDER_KINDS).nullable(),
        model: z.string().nullable(),
        configured: z.boolean(),
        runs_on: z.enum(PROVIDER_PLACES).nullable().meta({
          description:
            "Where the text of a report goes: it stays in the service, goes to a model on the same machine (a base URL of loopback), or to another host. Null if not configured.",
        }),
      }),
    ),
    knowledge_base: z.array(z.object({ domain: z.string(), version: z.string() })),
    jobs: z.object({ queued: z.int(), running: z.int(), dead: z.int() }),
  })
  .meta({ id: "Health" });

/** How long a response is cached, because monitors send frequent requests. */
const TRUE_FOR_MS = 1_000;

const healthRoute = defineRoute({
  method: "get",
  path: "/api/health",
  role: "open",
  before: [cacheFor(TRUE_FOR_MS)],
  tags: ["Service"],
  summary: "Get the service status",
  description: "Needs no authentication, so that load balancers and monitoring can call it.",
  responses: {
    200: jsonContent("The service is ready.", healthSchema),
    503: jsonContent(
      "The service is starting and does not answer other requests yet.",
      healthSchema,
    ),
  },
});

const meSchema = z.object({
  name: z.string(),
  role: z.enum(ROLES),
  auth_enabled: z.boolean(),
  login_expires_at: z.iso.datetime().nullable().meta({
    description:
      "Time at which the login at this service ends, which `POST /auth/logout` ends earlier; null if something else identifies the user.",
  }),
});

const meRoute = defineRoute({
  method: "get",
  path: "/api/me",
  role: "viewer",
  tags: ["Service"],
  summary: "Get the current user",
  description:
    "Returns the name and role set by the login, the reverse proxy or Cloudflare Access; in local mode the user is `local` with the role admin.",
  responses: {
    200: jsonContent("The current user.", meSchema),
  },
});

const settingsRoute = defineRoute({
  method: "get",
  path: "/api/settings",
  role: "admin",
  tags: ["Service"],
  summary: "List the settings",
  description:
    "Returns every setting with the value in effect and its default, and the providers. Secrets are never shown, only whether they are set.",
  responses: { 200: jsonContent("The settings in effect.", configurationSchema) },
});

/** Mounts the routes for health, the caller's identity and the settings. */
export function mountHealth(app: App<HealthDeps & RateLimitDeps>): void {
  app.openapi(healthRoute, async (c) => {
    const health = await readHealth(c.var.deps);
    if (health.status === "ok") return c.json(health, 200);
    c.header("Retry-After", "2");
    return c.json(health, 503);
  });
  app.openapi(settingsRoute, (c) => c.json(c.var.deps.configuration(), 200));
  app.openapi(meRoute, (c) => {
    const { AUTH_ENABLED: auth_enabled } = c.var.deps.settings;
    const { loginExpiresAt: login_expires_at = null, ...actor } = currentActor(c.var.identity);
    return c.json({ ...actor, auth_enabled, login_expires_at }, 200);
  });
}

async function readHealth(deps: HealthDeps): Promise<z.output<typeof healthSchema>> {
  const { settings } = deps;
  const isReady = await deps.readiness.isReady();
  // Before the databases are migrated there is nothing to count.
  const [releases, open] = isReady
    ? await Promise.all([deps.published.list(), deps.jobs.countOpen()])
    : [[], []];
  const count = (state: string) =>
    open.reduce((sum, counted) => sum + (counted.state === state ? counted.n : 0), 0);
  return {
    status: isReady ? "ok" : "starting",
    version: PRODUCT.version,
    mode: settings.AUTH_ENABLED ? "team" : "local",
    proxy_proven: isIdentityProven(settings),
    warnings: authWarnings(settings),
    providers: describeSlots(settings),
    knowledge_base: releases.map(({ domain, version }) => ({ domain, version })),
    jobs: { queued: count("queued"), running: count("running"), dead: count("dead") },
  };
}
