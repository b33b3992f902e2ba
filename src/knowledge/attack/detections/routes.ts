import { z } from "zod";
import { jsonContent, jsonList } from "../../../platform/http/json-content.ts";
import { servePage, wholeListQuery } from "../../../platform/http/pagination.ts";
import { RELEASE_PROBLEMS } from "../../../platform/http/route-problems.ts";
import { type App, defineRoute } from "../../../platform/http/router.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import type { AttackDeps } from "../deps.ts";
import { cachePublished } from "../cache-published.ts";
import { releaseQuery, techniqueIdParam } from "../params.ts";
import { listLogSources } from "./list-log-sources.ts";
import { listMitigations } from "./list-mitigations.ts";
import { readDetection } from "./read-detection.ts";
import { detectionSchema, logSourceSchema, mitigationSchema } from "./schema.ts";

/** Some 200 log sources with their channels. */
const MAX_INVENTORY_CHARS = 8000;

const browsing = {
  method: "get" as const,
  role: "viewer" as const,
  before: [cachePublished],
  tags: ["Knowledge base"],
  problems: [...RELEASE_PROBLEMS],
};
const params = z.object({ attack_id: techniqueIdParam });

const detectionRoute = defineRoute({
  ...browsing,
  path: "/api/attack/techniques/{attack_id}/detection",
  summary: "Get how a technique is detected",
  description: [
    "Lists the detection strategies of the technique with their analytics, the log sources that each reads, and what has to be set.",
    "Releases before ATT&CK 18 answer with data sources and components. The lists are empty if the release names nothing.",
    "A revoked technique is followed to its successor.",
  ].join(" "),
  request: {
    params,
    query: z.object({
      ...releaseQuery,
      log_sources: z
        .string()
        .max(MAX_INVENTORY_CHARS, `must have at most ${MAX_INVENTORY_CHARS} characters`)
        .optional()
        .meta({
          description:
            "Log sources that you have, separated by commas, each with or without a channel; `covered` then tells what of them an analytic finds.",
          example: "WinEventLog:Sysmon:EventCode=1,auditd:SYSCALL",
        }),
    }),
  },
  responses: { 200: jsonContent("How the technique is detected.", detectionSchema) },
});

const mitigationsRoute = defineRoute({
  ...browsing,
  path: "/api/attack/techniques/{attack_id}/mitigations",
  summary: "List the mitigations of a technique",
  description:
    "Lists the active mitigations with what each does against the technique. A revoked technique is followed to its successor.",
  request: { params, query: z.object({ ...releaseQuery, ...wholeListQuery }) },
  responses: { 200: jsonList("Mitigations, sorted by ID.", mitigationSchema) },
});

const logSourcesRoute = defineRoute({
  ...browsing,
  path: "/api/attack/log-sources",
  summary: "List log sources",
  description:
    "Lists the log sources that a release names, with channels, data components and the techniques whose detection needs them; of releases before ATT&CK 18 the data sources.",
  request: {
    query: z.object({
      ...releaseQuery,
      ...wholeListQuery,
      platform: z.string().max(64).optional().meta({
        description: "Platform; return only what its analytics need.",
        example: "Windows",
      }),
      search: z.string().max(100, "must have at most 100 characters").optional().meta({
        description: "Text to search for in name, channels and components; literal, in any case.",
      }),
    }),
  },
  responses: { 200: jsonList("Log sources, sorted by name.", logSourceSchema) },
});

/** Mounts the routes for detections and mitigations of techniques. */
export function mountDetections(app: App<AttackDeps & RateLimitDeps>): void {
  app.openapi(detectionRoute, async (c) => {
    const { attack_id: attackId } = c.req.valid("param");
    return c.json(await readDetection(c.var.deps, c.req.valid("query"), attackId), 200);
  });
  app.openapi(mitigationsRoute, async (c) => {
    const query = c.req.valid("query");
    const { attack_id: attackId } = c.req.valid("param");
    return c.json(servePage(c, query, await listMitigations(c.var.deps, query, attackId)), 200);
  });
  app.openapi(logSourcesRoute, async (c) => {
    const query = c.req.valid("query");
    return c.json(servePage(c, query, await listLogSources(c.var.deps, query)), 200);
  });
}
