import { z } from "zod";
import { jsonContent } from "../../../platform/http/json-content.ts";
import { uuidParam } from "../../../platform/http/params.ts";
import { type App, defineRoute } from "../../../platform/http/router.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import type { ObservableRoomDeps } from "./deps.ts";
import { readValuePage } from "./read-value-page.ts";
import { valuePageSchema } from "./schema.ts";

const contextRoute = defineRoute({
  method: "get",
  path: "/api/pipeline/observables/{id}/context",
  role: "viewer",
  tags: ["Observables"],
  // It is built from everything that mentions the value.
  before: [limitRate("searches")],
  summary: "Get an observable with its context",
  description:
    "Where it was seen and in which words, with which techniques, groups and other observables, and what people did with it.",
  request: { params: z.object({ id: uuidParam }) },
  responses: { 200: jsonContent("The observable and its context.", valuePageSchema) },
});

/** Mounts the page about one value. */
export function mountValuePage(app: App<ObservableRoomDeps>): void {
  app.openapi(contextRoute, async (c) =>
    c.json(await readValuePage(c.var.deps, c.req.valid("param").id), 200),
  );
}
