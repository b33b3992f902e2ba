import { z } from "zod";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import type { AttackDeps } from "../deps.ts";
import { jsonContent, jsonList } from "../../../platform/http/json-content.ts";
import { servePage, wholeListQuery } from "../../../platform/http/pagination.ts";
import { campaignIdParam, groupIdParam, releaseQuery, techniqueIdParam } from "../params.ts";
import { booleanParam } from "../../../platform/http/params.ts";
import { RELEASE_PROBLEMS } from "../../../platform/http/route-problems.ts";
import { type App, defineRoute } from "../../../platform/http/router.ts";
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
import { listTactics, listTechniques, readTechnique } from "./techniques.ts";

const search = z.string().max(100, "must have at most 100 characters").optional().meta({
  description: "Literal, in any case: looked for in id, name, aliases and description.",
});
const listQuery = { ...releaseQuery, ...wholeListQuery };
const browsing = { method: "get" as const, role: "viewer" as const, tags: ["Knowledge base"] };

const listGroupsRoute = defineRoute({
  ...browsing,
  path: "/api/apt/groups",
  summary: "List groups",
  description: "Active groups of a release, with how many techniques each uses directly.",
  problems: [...RELEASE_PROBLEMS],
  request: { query: z.object({ ...listQuery, search }) },
  responses: { 200: jsonList("Groups by name.", groupListItemSchema) },
});

const readGroupRoute = defineRoute({
  ...browsing,
  path: "/api/apt/groups/{group_id}",
  summary: "Read a group",
  description: "With the techniques, software and campaigns that belong to it.",
  problems: [...RELEASE_PROBLEMS],
  request: { params: z.object({ group_id: groupIdParam }), query: z.object(releaseQuery) },
  responses: { 200: jsonContent("The group in full.", groupDetailSchema) },
});

const listCampaignsRoute = defineRoute({
  ...browsing,
  path: "/api/apt/campaigns",
  summary: "List campaigns",
  description: "Active campaigns of a release; case studies for ATLAS.",
  problems: [...RELEASE_PROBLEMS],
  request: {
    query: z.object({
      ...listQuery,
      search,
      group_id: groupIdParam
        .optional()
        .meta({ description: "Only campaigns attributed to this group." }),
    }),
  },
  responses: { 200: jsonList("Campaigns by name.", campaignListItemSchema) },
});

const readCampaignRoute = defineRoute({
  ...browsing,
  path: "/api/apt/campaigns/{campaign_id}",
  summary: "Read a campaign",
  description: "With the techniques, software and groups that belong to it.",
  problems: [...RELEASE_PROBLEMS],
  request: { params: z.object({ campaign_id: campaignIdParam }), query: z.object(releaseQuery) },
  responses: { 200: jsonContent("The campaign in full.", campaignDetailSchema) },
});

const listTacticsRoute = defineRoute({
  ...browsing,
  path: "/api/attack/tactics",
  summary: "List tactics",
  description: "The columns of the matrix, each with how many techniques it has.",
  problems: [...RELEASE_PROBLEMS],
  request: { query: z.object(listQuery) },
  responses: { 200: jsonList("Tactics in matrix order.", tacticSchema) },
});

const listTechniquesRoute = defineRoute({
  ...browsing,
  path: "/api/attack/techniques",
  summary: "List techniques",
  description: "Without those that are revoked or deprecated.",
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
  responses: { 200: jsonList("Active techniques by id.", techniqueListItemSchema) },
});

const readTechniqueRoute = defineRoute({
  ...browsing,
  path: "/api/attack/techniques/{attack_id}",
  summary: "Read a technique, a former one included",
  description: "With what uses it. A revoked one names its successor.",
  problems: [...RELEASE_PROBLEMS],
  request: { params: z.object({ attack_id: techniqueIdParam }), query: z.object(releaseQuery) },
  responses: { 200: jsonContent("The technique in full.", techniqueDetailSchema) },
});

/** Browsing of groups, campaigns, tactics and techniques. */
export function mountBrowsing(app: App<AttackDeps & RateLimitDeps>): void {
  mountActors(app);
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
