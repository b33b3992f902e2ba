import { z } from "zod";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import type { AttackDeps } from "../deps.ts";
import { jsonContent, jsonList } from "../../../platform/http/json-content.ts";
import { servePage } from "../../../platform/http/pagination.ts";
import { campaignIdParam, groupIdParam, releaseQuery, techniqueIdParam } from "../params.ts";
import { booleanParam } from "../../../platform/http/params.ts";
import { RELEASE_PROBLEMS } from "../../../platform/http/route-problems.ts";
import { type App, defineRoute } from "../../../platform/http/router.ts";
import { browsing, listQuery, search } from "./params.ts";
import { listCampaigns, readCampaign } from "./campaigns.ts";
import { listGroups, readGroup } from "./groups.ts";
import {
  campaignDetailSchema,
  campaignListItemSchema,
  groupDetailSchema,
  groupListItemSchema,
  tacticSchema,
  techniqueDetailSchema,
  techniqueListItemSchema,
} from "./schema.ts";
import { mountSoftware } from "./software/routes.ts";
import { listTactics, listTechniques, readTechnique } from "./techniques.ts";

const listGroupsRoute = defineRoute({
  ...browsing,
  path: "/api/apt/groups",
  summary: "List groups",
  description:
    "Lists the active groups of a release with the number of techniques that each uses directly.",
  problems: [...RELEASE_PROBLEMS],
  request: { query: z.object({ ...listQuery, search }) },
  responses: { 200: jsonList("Groups, sorted by name.", groupListItemSchema) },
});

const readGroupRoute = defineRoute({
  ...browsing,
  path: "/api/apt/groups/{group_id}",
  summary: "Get a group",
  description: "Includes the techniques, software and campaigns of the group.",
  problems: [...RELEASE_PROBLEMS],
  request: { params: z.object({ group_id: groupIdParam }), query: z.object(releaseQuery) },
  responses: { 200: jsonContent("The group with all details.", groupDetailSchema) },
});

const listCampaignsRoute = defineRoute({
  ...browsing,
  path: "/api/apt/campaigns",
  summary: "List campaigns",
  description: "Lists the active campaigns of a release; for ATLAS the case studies.",
  problems: [...RELEASE_PROBLEMS],
  request: {
    query: z.object({
      ...listQuery,
      search,
      group_id: groupIdParam
        .optional()
        .meta({ description: "Return only campaigns attributed to this group." }),
    }),
  },
  responses: { 200: jsonList("Campaigns, sorted by name.", campaignListItemSchema) },
});

const readCampaignRoute = defineRoute({
  ...browsing,
  path: "/api/apt/campaigns/{campaign_id}",
  summary: "Get a campaign",
  description: "Includes the techniques, software and groups of the campaign.",
  problems: [...RELEASE_PROBLEMS],
  request: { params: z.object({ campaign_id: campaignIdParam }), query: z.object(releaseQuery) },
  responses: { 200: jsonContent("The campaign with all details.", campaignDetailSchema) },
});

const listTacticsRoute = defineRoute({
  ...browsing,
  path: "/api/attack/tactics",
  summary: "List tactics",
  description: "Lists the tactics of the matrix with the number of techniques of each.",
  problems: [...RELEASE_PROBLEMS],
  request: { query: z.object(listQuery) },
  responses: { 200: jsonList("Tactics, in matrix order.", tacticSchema) },
});

const listTechniquesRoute = defineRoute({
  ...browsing,
  path: "/api/attack/techniques",
  summary: "List techniques",
  description: "Leaves out revoked and deprecated techniques.",
  problems: [...RELEASE_PROBLEMS, "not_found"],
  request: {
    query: z.object({
      ...listQuery,
      search,
      tactic: z.string().max(64).optional().meta({ example: "initial-access" }),
      platform: z.string().max(64).optional().meta({ example: "Windows" }),
      subtechniques: booleanParam(true),
    }),
  },
  responses: { 200: jsonList("Active techniques, sorted by ID.", techniqueListItemSchema) },
});

const readTechniqueRoute = defineRoute({
  ...browsing,
  path: "/api/attack/techniques/{attack_id}",
  summary: "Get a technique",
  description:
    "Includes the groups, campaigns and software that use the technique. Revoked and deprecated techniques are returned too; a revoked one names its successor.",
  problems: [...RELEASE_PROBLEMS],
  request: { params: z.object({ attack_id: techniqueIdParam }), query: z.object(releaseQuery) },
  responses: { 200: jsonContent("The technique with all details.", techniqueDetailSchema) },
});

/** Mounts the routes for groups, campaigns, software, tactics and techniques. */
export function mountBrowsing(app: App<AttackDeps & RateLimitDeps>): void {
  mountActors(app);
  mountSoftware(app);
  mountTechniques(app);
}

function mountActors(app: App<AttackDeps & RateLimitDeps>): void {
  app.openapi(listGroupsRoute, async (c) => {
    const query = c.req.valid("query");
    return c.json(servePage(c, query, await listGroups(c.var.deps, query)), 200);
  });
  app.openapi(readGroupRoute, async (c) => {
    const { group_id: groupId } = c.req.valid("param");
    return c.json(await readGroup(c.var.deps, c.req.valid("query"), groupId), 200);
  });
  app.openapi(listCampaignsRoute, async (c) => {
    const query = c.req.valid("query");
    return c.json(servePage(c, query, await listCampaigns(c.var.deps, query)), 200);
  });
  app.openapi(readCampaignRoute, async (c) => {
    const { campaign_id: campaignId } = c.req.valid("param");
    return c.json(await readCampaign(c.var.deps, c.req.valid("query"), campaignId), 200);
  });
}

function mountTechniques(app: App<AttackDeps & RateLimitDeps>): void {
  app.openapi(listTacticsRoute, async (c) => {
    const query = c.req.valid("query");
    return c.json(servePage(c, query, await listTactics(c.var.deps, query)), 200);
  });
  app.openapi(listTechniquesRoute, async (c) => {
    const query = c.req.valid("query");
    return c.json(servePage(c, query, await listTechniques(c.var.deps, query)), 200);
  });
  app.openapi(readTechniqueRoute, async (c) => {
    const { attack_id: attackId } = c.req.valid("param");
    return c.json(await readTechnique(c.var.deps, c.req.valid("query"), attackId), 200);
  });
}
