import { z } from "zod";
import { jsonBody, jsonContent } from "../../../platform/http/json-content.ts";
import { RELEASE_PROBLEMS } from "../../../platform/http/route-problems.ts";
import { type App, defineRoute } from "../../../platform/http/router.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import { combineSets } from "./combine-sets.ts";
import type { LayerDeps } from "../deps.ts";
import { combinationInputSchema, combinationSchema, layerQuery } from "../schema.ts";

const combineRoute = defineRoute({
  method: "post",
  path: "/api/layers/combine",
  // Viewers may combine sets, since nothing is stored.
  role: "viewer",
  before: [limitRate("computations")],
  tags: ["Layers"],
  summary: "Combine technique sets",
  problems: [...RELEASE_PROBLEMS, "not_found", "analysis_failed", "conflict"],
  description:
    "Operands are layers, sessions (without rejected techniques), groups and campaigns. `difference` is the " +
    "first operand without the others. Nothing is stored.",
  request: { query: z.object(layerQuery), body: jsonBody(combinationInputSchema) },
  responses: { 200: jsonContent("The resulting set, with names.", combinationSchema) },
});

/** Mounts set operations on layers, sessions, groups and campaigns. */
export function mountCombination(app: App<LayerDeps & RateLimitDeps>): void {
  app.openapi(combineRoute, async (c) => {
    const input = { ...c.req.valid("query"), ...c.req.valid("json") };
    return c.json(await combineSets(c.var.deps, input), 200);
  });
}
