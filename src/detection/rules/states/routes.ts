import { z } from "zod";
import { etagHeader, ifMatchHeader } from "../../../platform/http/if-match.ts";
import { jsonBody, jsonContent } from "../../../platform/http/json-content.ts";
import { uuidParam } from "../../../platform/http/params.ts";
import { type App, currentActor, defineRoute } from "../../../platform/http/router.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import { ruleEtag } from "../rule-state.ts";
import { ruleSchema } from "../schema.ts";
import type { RuleDeps } from "../deps.ts";
import { deleteRule } from "./delete-rule.ts";
import { ruleBulkOutcomeSchema, ruleBulkSchema, ruleStateSchema } from "./schema.ts";
import { setState } from "./set-state.ts";
import { setStates } from "./set-states.ts";

const changing = {
  role: "analyst" as const,
  tags: ["Detection Studio"],
  before: [limitRate("writes")],
};
const ruleParams = z.object({ rule_id: uuidParam });

const stateRoute = defineRoute({
  ...changing,
  method: "patch",
  path: "/api/pipeline/rules/{rule_id}",
  summary: "Update the state of a rule",
  description:
    "Only enabled rules count as detecting something; the text does not change. Samples of a rule that is enabled run: `test_run` says how they came out.",
  request: { headers: ifMatchHeader, params: ruleParams, body: jsonBody(ruleStateSchema) },
  responses: { 200: { ...jsonContent("The rule in its state.", ruleSchema), headers: etagHeader } },
});

const bulkRoute = defineRoute({
  ...changing,
  method: "post",
  path: "/api/pipeline/rules/bulk",
  summary: "Update the state of many rules",
  description: "Those that are named, or all of a filter, in one transaction.",
  request: { body: jsonBody(ruleBulkSchema) },
  responses: { 200: jsonContent("How many rules were changed.", ruleBulkOutcomeSchema) },
});

const deleteRoute = defineRoute({
  ...changing,
  method: "delete",
  path: "/api/pipeline/rules/{rule_id}",
  summary: "Delete a rule",
  description: "With all its versions and samples; an import of the same rule makes it anew.",
  request: { headers: ifMatchHeader, params: ruleParams },
  responses: { 204: { description: "The rule is deleted." } },
});

/** Mounts the states and the deletion of rules. */
export function mountStates(app: App<RuleDeps & RateLimitDeps>): void {
  app.openapi(stateRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const { rule_id: id } = c.req.valid("param");
    const ifMatch = c.req.valid("header")["if-match"];
    const rule = await setState(c.var.deps, name, id, c.req.valid("json").state, ifMatch);
    return c.json(rule, 200, { ETag: ruleEtag(rule) });
  });
  app.openapi(bulkRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    return c.json(await setStates(c.var.deps, name, c.req.valid("json")), 200);
  });
  app.openapi(deleteRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const ifMatch = c.req.valid("header")["if-match"];
    await deleteRule(c.var.deps, name, c.req.valid("param").rule_id, ifMatch);
    return c.body(null, 204);
  });
}
