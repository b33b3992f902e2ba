import { z } from "zod";
import {
  growingListQuery,
  listHeaders,
  pageOf,
  setPageHeaders,
  wholeListQuery,
} from "../http/pagination.ts";
import { booleanParam, uuidParam } from "../http/params.ts";
import { limitRate } from "../http/rate-limit.ts";
import { type App, currentActor, defineRoute } from "../http/router.ts";
import { streamEvents } from "../http/sse.ts";
import {
  comparisonHeaders,
  setComparisonHeaders,
  similarityMode,
  topGroups,
} from "../similarity/comparison-request.ts";
import { groupChangeSchema, groupRowSchema } from "../similarity/schema.ts";
import { analyseReport, beginSession } from "./analyse-report.ts";
import { bufferForm } from "./buffer-form.ts";
import { compareSession, listCompareChanges } from "./compare-session.ts";
import { deleteSession } from "./delete-session.ts";
import { analysisFormSchema, readInput } from "./read-input.ts";
import { readSession, readSessionText } from "./read-session.ts";
import {
  analysisSchema,
  sessionListItemSchema,
  type StreamEvent,
  streamEventSchema,
} from "./schema.ts";
import { streamAnalysis } from "./stream-analysis.ts";

const sessionParams = z.object({ session_id: uuidParam });
const version = z.string().min(1).max(32).optional();
const analysisRequest = {
  query: z.object({ version: version.meta({ description: "Same as the form field." }) }),
  body: { content: { "multipart/form-data": { schema: analysisFormSchema } } },
};
const analysisRoute = {
  method: "post" as const,
  role: "analyst" as const,
  before: [limitRate("analyses"), bufferForm],
  tags: ["Analysis"],
  request: analysisRequest,
};

const analyseRoute = defineRoute({
  ...analysisRoute,
  path: "/api/analyze",
  summary: "Analyse a report",
  responses: {
    200: {
      description: "The stored analysis.",
      content: { "application/json": { schema: analysisSchema } },
    },
  },
});

const streamRoute = defineRoute({
  ...analysisRoute,
  path: "/api/analyze/stream",
  summary: "Analyse a report, streamed",
  responses: {
    200: {
      description: "Server-Sent Events, each `data: {...}`; one `result` or `error` comes last.",
      content: { "text/event-stream": { schema: streamEventSchema } },
    },
  },
});

const listSessionsRoute = defineRoute({
  method: "get",
  path: "/api/analyze/sessions",
  role: "viewer",
  tags: ["Analysis"],
  summary: "List completed sessions",
  request: { query: z.object(growingListQuery) },
  responses: {
    200: {
      description: "Completed sessions, newest first.",
      content: { "application/json": { schema: z.array(sessionListItemSchema) } },
      headers: listHeaders,
    },
  },
});

const readSessionRoute = defineRoute({
  method: "get",
  path: "/api/analyze/{session_id}",
  role: "viewer",
  tags: ["Analysis"],
  summary: "Read a session",
  request: {
    params: sessionParams,
    query: z.object({
      explain: booleanParam(false).meta({
        description: "Adds to each technique why the embedded analyser names it.",
      }),
    }),
  },
  responses: {
    200: {
      description: "The stored analysis.",
      content: { "application/json": { schema: analysisSchema } },
    },
    202: {
      description: "The report is still being analysed.",
      content: { "application/json": { schema: z.object({ status: z.literal("processing") }) } },
    },
  },
});

const readTextRoute = defineRoute({
  method: "get",
  path: "/api/analyze/{session_id}/text",
  role: "viewer",
  tags: ["Analysis"],
  summary: "Read the analysed text",
  description: "The text that `evidence_start` and `evidence_end` refer to.",
  request: { params: sessionParams },
  responses: {
    200: { description: "The text.", content: { "text/plain": { schema: z.string() } } },
  },
});

const compareRoute = defineRoute({
  method: "post",
  path: "/api/analyze/sessions/{session_id}/compare",
  // It stores nothing, so whoever may read may compare.
  role: "viewer",
  tags: ["Analysis", "Comparison"],
  summary: "Compare a session with groups again",
  request: {
    params: sessionParams,
    query: z.object({ top_n: topGroups, version, mode: similarityMode }),
  },
  responses: {
    200: {
      description: "Groups that share techniques, most similar first.",
      content: { "application/json": { schema: z.array(groupRowSchema) } },
      headers: comparisonHeaders,
    },
  },
});

const changesRoute = defineRoute({
  method: "get",
  path: "/api/analyze/sessions/{session_id}/compare/changes",
  role: "viewer",
  tags: ["Analysis", "Comparison"],
  summary: "List the groups whose match with a session moved between two releases",
  request: {
    params: sessionParams,
    query: z.object({
      ...wholeListQuery,
      from: version.meta({
        description: "Without it the release that the session was analysed with.",
      }),
      to: version.meta({ description: "Without it the current release." }),
      mode: similarityMode,
    }),
  },
  responses: {
    200: {
      description: "Groups by their rank in the second release; those that left it come last.",
      content: { "application/json": { schema: z.array(groupChangeSchema) } },
      headers: listHeaders,
    },
  },
});

const deleteRoute = defineRoute({
  method: "delete",
  path: "/api/analyze/sessions/{session_id}",
  role: "analyst",
  tags: ["Analysis"],
  summary: "Delete a session",
  request: { params: sessionParams },
  responses: { 204: { description: "The session, its text and its file are gone." } },
});

/** Report analysis and its stored sessions. */
export function mountAnalysis(app: App): void {
  mountSubmission(app);
  mountSessions(app);
}

function mountSubmission(app: App): void {
  const silent = { token: () => undefined, progress: () => undefined };
  app.openapi(analyseRoute, async (c) => {
    const { context, identity } = c.var;
    const form = { ...c.req.valid("query"), ...c.req.valid("form") };
    const input = await readInput(context, form);
    const sessionId = await beginSession(context, currentActor(identity), input);
    const { signal } = c.req.raw;
    return c.json(await analyseReport(context, sessionId, input, silent, signal), 200);
  });
  app.openapi(streamRoute, async (c) => {
    const { context, identity } = c.var;
    const form = { ...c.req.valid("query"), ...c.req.valid("form") };
    const input = await readInput(context, form);
    const sessionId = await beginSession(context, currentActor(identity), input);
    return streamEvents<StreamEvent>(
      c.req.raw,
      (work) => c.executionCtx.waitUntil(work),
      (send, signal) => streamAnalysis(context, sessionId, input, send, signal),
    );
  });
}

function mountSessions(app: App): void {
  app.openapi(listSessionsRoute, async (c) => {
    const page = c.req.valid("query");
    const { items, total } = await c.var.context.sessions.list(page);
    setPageHeaders(c, page, total);
    return c.json(items, 200);
  });
  app.openapi(readSessionRoute, async (c) => {
    const { session_id: id } = c.req.valid("param");
    const analysis = await readSession(c.var.context, id, c.req.valid("query").explain);
    return analysis === null
      ? c.json({ status: "processing" as const }, 202)
      : c.json(analysis, 200);
  });
  app.openapi(readTextRoute, async (c) => {
    return c.text(await readSessionText(c.var.context, c.req.valid("param").session_id), 200);
  });
  app.openapi(compareRoute, async (c) => {
    const { top_n: topN, version: wanted, mode } = c.req.valid("query");
    const { session_id: id } = c.req.valid("param");
    const options = { topN, version: wanted, mode };
    const { rows, resolved } = await compareSession(c.var.context, id, options);
    setComparisonHeaders(c, mode, resolved);
    return c.json(rows, 200);
  });
  app.openapi(changesRoute, async (c) => {
    const query = c.req.valid("query");
    const { from, to, mode } = query;
    const { session_id: id } = c.req.valid("param");
    const changes = await listCompareChanges(c.var.context, id, { from, to, mode });
    const { items, total } = pageOf(changes, query);
    setPageHeaders(c, query, total);
    return c.json(items, 200);
  });
  app.openapi(deleteRoute, async (c) => {
    const actor = currentActor(c.var.identity);
    await deleteSession(c.var.context, actor, c.req.valid("param").session_id);
    return c.body(null, 204);
  });
}
