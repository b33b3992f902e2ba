import { z } from "zod";
import { describeSlots } from "../analysis/providers/registry.ts";
import { PROVIDER_KINDS, PROVIDER_SLOTS } from "../analysis/vocabulary.ts";
import type { Context } from "../context.ts";
import { isProxyProven, ROLES } from "../http/identity.ts";
import { jsonContent } from "../http/json-content.ts";
import { type App, currentActor, defineRoute } from "../http/router.ts";
import packageJson from "../../package.json" with { type: "json" };

const healthSchema = z
  .object({
    status: z.literal("ok"),
    version: z.string(),
    mode: z.enum(["local", "team"]),
    proxy_proven: z.boolean().meta({
      description: "Whether PROXY_SECRET or Cloudflare Access proves the identity headers.",
    }),
    providers: z.array(
      z.object({
        id: z.enum(PROVIDER_SLOTS),
        kind: z.enum(PROVIDER_KINDS).nullable(),
        model: z.string().nullable(),
        configured: z.boolean(),
      }),
    ),
    knowledge_base: z.array(z.object({ domain: z.string(), version: z.string() })),
    jobs: z.object({ queued: z.int(), running: z.int(), dead: z.int() }),
  })
  .meta({ id: "Health" });

const healthRoute = defineRoute({
  method: "get",
  path: "/api/health",
  role: "open",
  tags: ["Service"],
  summary: "Tell how the service is",
  description: "Open to everybody, so that load balancers and monitors may ask.",
  responses: {
    200: jsonContent("It answers.", healthSchema),
  },
});

const meSchema = z.object({ name: z.string(), role: z.enum(ROLES), auth_enabled: z.boolean() });

const meRoute = defineRoute({
  method: "get",
  path: "/api/me",
  role: "viewer",
  tags: ["Service"],
  summary: "Tell who is acting",
  description:
    "Name and role as the reverse proxy or Cloudflare Access gives them; `local` and admin in local mode.",
  responses: {
    200: jsonContent("The actor.", meSchema),
  },
});

/** Health, and who is acting. */
export function mountHealth(app: App): void {
  app.openapi(healthRoute, async (c) => c.json(await readHealth(c.var.context), 200));
  app.openapi(meRoute, (c) => {
    const { AUTH_ENABLED: auth_enabled } = c.var.context.settings;
    return c.json({ ...currentActor(c.var.identity), auth_enabled }, 200);
  });
}

async function readHealth(context: Context): Promise<z.output<typeof healthSchema>> {
  const { settings } = context;
  const [ready, jobs] = await Promise.all([
    context.releases.listReady(),
    context.jobs.countByState(),
  ]);
  return {
    status: "ok",
    version: packageJson.version,
    mode: settings.AUTH_ENABLED ? "team" : "local",
    proxy_proven: isProxyProven(settings),
    providers: describeSlots(settings),
    knowledge_base: ready.map(({ domain, version }) => ({ domain, version })),
    jobs,
  };
}
