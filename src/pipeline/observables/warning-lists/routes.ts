import { z } from "zod";
import { cacheUntilChange } from "../../../platform/response-cache/cache-response.ts";
import { jsonContent, jsonList } from "../../../platform/http/json-content.ts";
import { servePage, wholeListQuery } from "../../../platform/http/pagination.ts";
import { identifierParam } from "../../../platform/http/params.ts";
import { bufferJson } from "../../../platform/http/read-body.ts";
import { type App, currentActor, defineRoute } from "../../../platform/http/router.ts";
import { toValidationError } from "../../../platform/http/to-validation-error.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import type { ObservableRoomDeps } from "../value-page/deps.ts";
import { observableKindSchema } from "../schema.ts";
import { checkValue } from "./check-value.ts";
import { deleteWarningList } from "./delete-warning-list.ts";
import { warningListFile } from "./list-file-schema.ts";
import { listWarningLists } from "./list-warning-lists.ts";
import { replaceWarningList } from "./replace-warning-list.ts";
import { valueCheckSchema, warningListFileSchema, warningListSchema } from "./schema.ts";

const PATH = "/api/pipeline/warning-lists";
const tags = ["Warning lists"];
/** Enough for a list of the maximum number of entries, each as long as a hash. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;

const nameParams = z.object({
  name: identifierParam("the name of a list", /^[a-z0-9][a-z0-9._-]{0,99}$/, (name) =>
    name.toLowerCase(),
  ),
});

const listRoute = defineRoute({
  method: "get",
  path: PATH,
  role: "viewer",
  before: [cacheUntilChange],
  tags,
  summary: "List warning lists",
  description: "All of them by name unless a limit is given, without their entries.",
  request: { query: z.object(wholeListQuery) },
  responses: { 200: jsonList("Warning lists and what follows from each.", warningListSchema) },
});

const checkRoute = defineRoute({
  method: "get",
  path: `${PATH}/check`,
  role: "viewer",
  tags,
  summary: "Get the warning lists that name a value",
  description: "Answers the lists that name a value, the entry of each, and what follows from it.",
  request: {
    query: z.object({
      value: z.string().trim().min(1, "must not be empty").max(2048).meta({
        description: "The value, defanged or not.",
        example: "docs.google.com",
      }),
      kind: observableKindSchema.optional().meta({
        description: "Kind of the value. Default: the first kind that the value has the form of.",
        example: "domain",
      }),
    }),
  },
  responses: { 200: jsonContent("The lists that name the value.", valueCheckSchema) },
});

const replaceRoute = defineRoute({
  method: "put",
  path: `${PATH}/{name}`,
  role: "admin",
  before: [limitRate("imports")],
  tags,
  summary: "Replace or add a warning list",
  description:
    "The body is a list as MISP publishes it. It stands in the place of a shipped one of its name; values that are suppressed or restored already stay so.",
  request: { params: nameParams, body: warningListFile },
  responses: {
    200: jsonContent("The list that replaced an uploaded one.", warningListSchema),
    201: jsonContent("The new list.", warningListSchema),
  },
});

const deleteRoute = defineRoute({
  method: "delete",
  path: `${PATH}/{name}`,
  role: "admin",
  before: [limitRate("writes")],
  tags,
  summary: "Delete an uploaded warning list",
  description: "A shipped list of its name applies again. Values that it suppressed stay so.",
  request: { params: nameParams },
  responses: { 204: { description: "The list was deleted." } },
});

/**
 * Mounts the routes for lists of values that are benign, shared by many, or of sites that publish about attackers.
 */
export function mountWarningLists(app: App<ObservableRoomDeps>): void {
  app.openapi(listRoute, async (c) => {
    const all = await listWarningLists(c.var.deps);
    return c.json(servePage(c, c.req.valid("query"), all), 200);
  });
  app.openapi(checkRoute, async (c) => {
    return c.json(await checkValue(c.var.deps, c.req.valid("query")), 200);
  });
  app.openapi(replaceRoute, async (c) => {
    const actor = currentActor(c.var.identity);
    await bufferJson(c, MAX_LIST_BYTES, true);
    const parsed = warningListFileSchema.safeParse(await c.req.json());
    if (!parsed.success) throw toValidationError(parsed.error.issues);
    const { name } = c.req.valid("param");
    const { list, created } = await replaceWarningList(c.var.deps, actor, name, parsed.data);
    return created ? c.json(list, 201) : c.json(list, 200);
  });
  app.openapi(deleteRoute, async (c) => {
    const actor = currentActor(c.var.identity);
    await deleteWarningList(c.var.deps, actor, c.req.valid("param").name);
    return c.body(null, 204);
  });
}
