import { z } from "zod";
import { jsonContent, jsonList } from "../../../../platform/http/json-content.ts";
import { servePage } from "../../../../platform/http/pagination.ts";
import { RELEASE_PROBLEMS } from "../../../../platform/http/route-problems.ts";
import { type App, defineRoute } from "../../../../platform/http/router.ts";
import type { RateLimitDeps } from "../../../../platform/rate-limits/deps.ts";
import type { AttackDeps } from "../../deps.ts";
import { groupIdParam, releaseQuery, softwareIdParam, techniqueIdParam } from "../../params.ts";
import { SOFTWARE_TYPES } from "../../vocabulary.ts";
import { browsing, listQuery, search } from "../params.ts";
import { softwareDetailSchema, softwareListItemSchema } from "../schema.ts";
import { listSoftware, readSoftware } from "./software.ts";

const listSoftwareRoute = defineRoute({
  ...browsing,
  path: "/api/attack/software",
  summary: "List software",
  description:
    "Lists the active malware and tools of a release with the number of techniques that it lists for each. Software of mobile and ICS is in the releases of those domains.",
  problems: [...RELEASE_PROBLEMS],
  request: {
    query: z.object({
      ...listQuery,
      search,
      type: z
        .enum(SOFTWARE_TYPES)
        .optional()
        .meta({ description: "Return only malware, or only tools.", example: "tool" }),
      platform: z.string().max(64).optional().meta({ example: "Windows" }),
      technique: techniqueIdParam.optional().meta({
        description: "Return only software that the release lists this technique for.",
      }),
      group: groupIdParam
        .optional()
        .meta({ description: "Return only software that this group uses directly." }),
    }),
  },
  responses: { 200: jsonList("Malware and tools, sorted by name.", softwareListItemSchema) },
});

const readSoftwareRoute = defineRoute({
  ...browsing,
  path: "/api/attack/software/{attack_id}",
  summary: "Get a malware or tool",
  description:
    "Includes its techniques and the groups and campaigns that use it. Revoked and deprecated software is returned too; a revoked one names its successor.",
  problems: [...RELEASE_PROBLEMS],
  request: { params: z.object({ attack_id: softwareIdParam }), query: z.object(releaseQuery) },
  responses: { 200: jsonContent("The software with all details.", softwareDetailSchema) },
});

/** Mounts the routes for malware and tools. */
export function mountSoftware(app: App<AttackDeps & RateLimitDeps>): void {
  app.openapi(listSoftwareRoute, async (c) => {
    const query = c.req.valid("query");
    return c.json(servePage(c, query, await listSoftware(c.var.deps, query)), 200);
  });
  app.openapi(readSoftwareRoute, async (c) => {
    const { attack_id: attackId } = c.req.valid("param");
    return c.json(await readSoftware(c.var.deps, c.req.valid("query"), attackId), 200);
  });
}
