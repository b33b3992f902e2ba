import { jsonBody, jsonContent } from "../../../platform/http/json-content.ts";
import { type App, currentActor, defineRoute } from "../../../platform/http/router.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import type { ObservableRoomDeps } from "../value-page/deps.ts";
import { changeMany } from "./change-many.ts";
import { bulkChangeSchema, bulkOutcomeSchema } from "./schema.ts";

const bulkRoute = defineRoute({
  method: "post",
  path: "/api/pipeline/observables/bulk",
  role: "analyst",
  tags: ["Observables"],
  before: [limitRate("writes")],
  summary: "Update many observables",
  description:
    "Confirms, suppresses, expires, tags or untags up to 500 observables in one transaction.",
  problems: ["conflict"],
  request: { body: jsonBody(bulkChangeSchema) },
  responses: {
    200: jsonContent("How many observables were changed.", bulkOutcomeSchema),
  },
});

/** Mounts the route that changes many observables. */
export function mountBulk(app: App<ObservableRoomDeps>): void {
  app.openapi(bulkRoute, async (c) => {
    const actor = currentActor(c.var.identity);
    return c.json(await changeMany(c.var.deps, actor, c.req.valid("json")), 200);
  });
}
