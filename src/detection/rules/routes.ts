import { z } from "zod";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import { etagHeader, ifMatchHeader } from "../../platform/http/if-match.ts";
import { jsonBody, jsonContent, jsonList } from "../../platform/http/json-content.ts";
import {
  growingListQuery,
  setPageHeaders,
  wholeNumberParam,
} from "../../platform/http/pagination.ts";
import { namedRelease, releaseOverride } from "../../knowledge/attack/params.ts";
import { uuidParam } from "../../platform/http/params.ts";
import { limitRate, limitSearches } from "../../platform/rate-limits/rate-limit.ts";
import { RELEASE_PROBLEMS } from "../../platform/http/route-problems.ts";
import { type App, currentActor, defineRoute } from "../../platform/http/router.ts";
import type { RuleDeps } from "./deps.ts";
import { diffVersions } from "./diff-versions.ts";
import { generateRule } from "./generate-rule.ts";
import { listRuleVersions } from "./list-rule-versions.ts";
import { listRules } from "./list-rules.ts";
import { readRule } from "./read-rule.ts";
import { ruleEtag } from "./rule-state.ts";
import { ruleFilter } from "./params.ts";
import { mountStates } from "./states/routes.ts";
import { mountRuleExport } from "./export/routes.ts";
import { saveVersion } from "./save-version.ts";
import {
  generateSchema,
  ruleDiffSchema,
  ruleSchema,
  saveSchema,
  validateSchema,
  validationSchema,
} from "./schema.ts";
import { validateRule } from "../languages/validate-rule.ts";

const studio = { tags: ["Detection Studio"] };
const reading = { ...studio, method: "get" as const, role: "viewer" as const };
const ruleParams = z.object({ rule_id: uuidParam });
const versionNumber = wholeNumberParam(1, 999_999_999);

const generateRoute = defineRoute({
  ...studio,
  method: "post",
  path: "/api/pipeline/rules/generate",
  role: "analyst",
  before: [limitRate("computations")],
  summary: "Generate a rule skeleton",
  problems: [...RELEASE_PROBLEMS, "not_found", "conflict"],
  description:
    "The skeleton holds the placeholder REPLACE_WITH_BEHAVIOR. Complete it and test it on representative telemetry before use.",
  request: {
    headers: ifMatchHeader,
    query: z.object(releaseOverride),
    body: jsonBody(generateSchema),
  },
  responses: {
    201: { ...jsonContent("The new version of the rule.", ruleSchema), headers: etagHeader },
  },
});

const validateRoute = defineRoute({
  ...studio,
  method: "post",
  path: "/api/pipeline/rules/validate",
  // Viewers may validate, since nothing is stored.
  role: "viewer",
  before: [limitRate("computations")],
  summary: "Validate a rule",
  description:
    "A placeholder that is left is a warning; broken structure is an error with its line.",
  request: { body: jsonBody(validateSchema) },
  responses: { 200: jsonContent("Errors and warnings with their places.", validationSchema) },
});

const listRoute = defineRoute({
  ...reading,
  path: "/api/pipeline/rules",
  before: [limitSearches],
  summary: "List rules",
  description: "One entry for each rule, at its latest version.",
  request: {
    query: z.object({
      ...growingListQuery,
      ...ruleFilter,
    }),
  },
  responses: { 200: jsonList("Rules at their latest versions, newest first.", ruleSchema) },
});

const readRoute = defineRoute({
  ...reading,
  path: "/api/pipeline/rules/{rule_id}",
  summary: "Get a rule",
  description: "With the findings of its validation.",
  request: { params: ruleParams },
  responses: {
    200: { ...jsonContent("The latest version of the rule.", ruleSchema), headers: etagHeader },
  },
});

const listVersionsRoute = defineRoute({
  ...reading,
  path: "/api/pipeline/rules/{rule_id}/versions",
  summary: "List the versions of a rule",
  description: "Lists all versions of the rule; a saved version never changes.",
  request: { params: ruleParams, query: z.object(growingListQuery) },
  responses: { 200: jsonList("Versions, newest first.", ruleSchema) },
});

const readVersionRoute = defineRoute({
  ...reading,
  path: "/api/pipeline/rules/{rule_id}/versions/{version}",
  summary: "Get a version of a rule",
  description: "With the findings of its validation at that time.",
  problems: ["version_not_found"],
  request: { params: ruleParams.extend({ version: versionNumber }) },
  responses: { 200: jsonContent("The requested version of the rule.", ruleSchema) },
});

const diffRoute = defineRoute({
  ...reading,
  path: "/api/pipeline/rules/{rule_id}/diff",
  before: [limitRate("computations")],
  summary: "Compare two versions of a rule",
  description: "Their differences line by line.",
  problems: ["version_not_found"],
  request: {
    params: ruleParams,
    query: z.object({
      from: versionNumber
        .optional()
        .meta({ description: "First version; the one before `to` if left out." }),
      to: versionNumber
        .optional()
        .meta({ description: "Second version; the latest one if left out." }),
    }),
  },
  responses: { 200: jsonContent("The lines of both versions, in order.", ruleDiffSchema) },
});

const saveRoute = defineRoute({
  ...studio,
  method: "post",
  path: "/api/pipeline/rules/{rule_id}/versions",
  role: "analyst",
  before: [limitRate("computations")],
  summary: "Save a new version of a rule",
  problems: ["conflict"],
  description: "The version is stored whether it is valid or not; `validation` lists its errors.",
  request: { headers: ifMatchHeader, params: ruleParams, body: jsonBody(saveSchema) },
  responses: {
    200: {
      ...jsonContent("The latest version, because the text is identical.", ruleSchema),
      headers: etagHeader,
    },
    201: { ...jsonContent("The saved version of the rule.", ruleSchema), headers: etagHeader },
  },
});

/** Mounts the Detection Studio: rules in four languages, their versions and their validation. */
export function mountRules(app: App<RuleDeps & RateLimitDeps>): void {
  app.openapi(generateRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const order = c.req.valid("json");
    const release = namedRelease(order, c.req.valid("query"));
    const ifMatch = c.req.valid("header")["if-match"];
    const rule = await generateRule(c.var.deps, name, { ...order, ...release }, ifMatch);
    return c.json(rule, 201, { ETag: ruleEtag(rule) });
  });
  app.openapi(validateRoute, async (c) => {
    const { language, content } = c.req.valid("json");
    const { tactics } = await c.var.deps.knownIds.open();
    return c.json(validateRule(language, content, tactics), 200);
  });
  app.openapi(saveRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const { rule_id: id } = c.req.valid("param");
    const { content } = c.req.valid("json");
    const ifMatch = c.req.valid("header")["if-match"];
    const { rule, isNew } = await saveVersion(c.var.deps, name, id, content, ifMatch);
    return c.json(rule, isNew ? 201 : 200, { ETag: ruleEtag(rule) });
  });
  // Must precede the route whose rule id would match this path.
  mountRuleExport(app);
  mountReading(app);
  mountStates(app);
}

function mountReading(app: App<RuleDeps & RateLimitDeps>): void {
  app.openapi(listRoute, async (c) => {
    const query = c.req.valid("query");
    const { items, total } = await listRules(c.var.deps, query);
    setPageHeaders(c, query, total);
    return c.json(items, 200);
  });
  app.openapi(readRoute, async (c) => {
    const rule = await readRule(c.var.deps, c.req.valid("param").rule_id);
    return c.json(rule, 200, { ETag: ruleEtag(rule) });
  });
  app.openapi(listVersionsRoute, async (c) => {
    const query = c.req.valid("query");
    const { rule_id: id } = c.req.valid("param");
    const { items, total } = await listRuleVersions(c.var.deps, id, query);
    setPageHeaders(c, query, total);
    return c.json(items, 200);
  });
  app.openapi(readVersionRoute, async (c) => {
    const { rule_id: id, version } = c.req.valid("param");
    return c.json(await readRule(c.var.deps, id, version), 200);
  });
  app.openapi(diffRoute, async (c) => {
    const { rule_id: id } = c.req.valid("param");
    return c.json(await diffVersions(c.var.deps, id, c.req.valid("query")), 200);
  });
}
