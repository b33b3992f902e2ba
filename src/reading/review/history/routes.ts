import { z } from "zod";
import { etagHeader, ifMatchHeader } from "../../../platform/http/if-match.ts";
import { jsonContent, jsonList } from "../../../platform/http/json-content.ts";
import { growingListQuery, setPageHeaders } from "../../../platform/http/pagination.ts";
import { booleanParam, uuidParam } from "../../../platform/http/params.ts";
import { type App, currentActor, defineRoute } from "../../../platform/http/router.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import type { ReviewDeps } from "../deps.ts";
import { listHistory } from "./list-history.ts";
import { historyEntrySchema } from "./schema.ts";
import { undoChange } from "./undo-change.ts";

const PATH = "/api/analyze/sessions/{session_id}/history";
const sessionParams = z.object({ session_id: uuidParam });

const historyRoute = defineRoute({
  method: "get",
  path: PATH,
  role: "viewer",
  tags: ["Analysis"],
  summary: "List the history of a session",
  description:
    "What analysts changed of the session and its techniques, with the values before and after.",
  request: { params: sessionParams, query: z.object(growingListQuery) },
  responses: { 200: jsonList("The changes, newest first.", historyEntrySchema) },
});

const undoRoute = defineRoute({
  method: "post",
  path: `${PATH}/{change_id}/undo`,
  role: "analyst",
  before: [limitRate("writes")],
  tags: ["Analysis"],
  summary: "Undo a change of a session",
  description:
    "Puts back what the change replaced, unless that was changed again since. With `batch`, all changes of its request are undone together, or none. An undo is a change itself and can be undone. Undoing a signature reopens the report; a signature itself cannot be restored.",
  problems: ["analysis_failed", "conflict", "session_signed"],
  request: {
    headers: ifMatchHeader,
    params: sessionParams.extend({ change_id: uuidParam }),
    query: z.object({
      batch: booleanParam(false).meta({
        description: "Undoes all changes with the same `batch_id`, in one change.",
      }),
    }),
  },
  responses: {
    200: {
      ...jsonContent("The change that undid it; of a batch the last one.", historyEntrySchema),
      headers: etagHeader,
    },
  },
});

/** Routes for the history of a session's changes. */
export function mountHistory(app: App<ReviewDeps & RateLimitDeps>): void {
  app.openapi(historyRoute, async (c) => {
    const page = c.req.valid("query");
    const { session_id: id } = c.req.valid("param");
    const { items, total } = await listHistory(c.var.deps, id, page);
    setPageHeaders(c, page, total);
    return c.json(items, 200);
  });
  app.openapi(undoRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const { session_id: id, change_id: changeId } = c.req.valid("param");
    const ifMatch = c.req.valid("header")["if-match"];
    const options = { isBatch: c.req.valid("query").batch, ifMatch };
    const { entry, etag } = await undoChange(c.var.deps, name, id, changeId, options);
    return c.json(entry, 200, { ETag: etag });
  });
}
