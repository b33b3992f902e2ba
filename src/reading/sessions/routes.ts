import { z } from "zod";
import { cacheTagged } from "../../platform/response-cache/cache-response.ts";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import type { SessionDeps } from "./deps.ts";
import { etagHeader, ifMatchHeader } from "../../platform/http/if-match.ts";
import { jsonContent } from "../../platform/http/json-content.ts";
import { booleanParam, uuidParam } from "../../platform/http/params.ts";
import { limitRate } from "../../platform/rate-limits/rate-limit.ts";
import {
  DOCUMENT_PROBLEMS,
  PROVIDER_PROBLEMS,
  RELEASE_PROBLEMS,
} from "../../platform/http/route-problems.ts";
import { type App, currentActor, defineRoute } from "../../platform/http/router.ts";
import { streamEvents } from "../../platform/http/stream-events.ts";
import { analyseReport } from "./analyse-report.ts";
import { ANALYSIS_MODES } from "../analyser/strictness.ts";
import { otherModeParam, otherProviderParam } from "../providers/params.ts";
import { beginSession } from "./begin-session.ts";
import { bufferForm } from "../../platform/http/buffer-form.ts";
import { deleteSession } from "./delete-session.ts";
import { mountSessionList } from "./list/routes.ts";
import { nameSession } from "./name-session.ts";
import { readAnalysisInput } from "./read-analysis-input.ts";
import { ANALYSIS_EXAMPLES, analysisFormSchema, FORM_FIELDS, withQuery } from "./analysis-form.ts";
import { readSession, readSessionState } from "./read-session.ts";
import { analysisSchema, type StreamEvent, streamEventSchema } from "./schema.ts";
import { retrySession } from "./retry-session.ts";
import { streamAnalysis } from "./stream-analysis.ts";
import { mountSessionText } from "./text/routes.ts";

const sessionParams = z.object({ session_id: uuidParam });
const version = z.string().min(1).max(32).optional();
const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, "must have 1 to 255 printable characters and no space")
  .optional()
  .meta({
    description:
      "A request that is sent again with the same key and input answers the session of the first one.",
  });
const inQuery = (name: string) =>
  `The same as the form field \`${name}\`; refused if the two differ.`;
const analysisRequest = {
  headers: z.object({ "idempotency-key": idempotencyKey }),
  query: z.object({
    provider: z
      .string()
      .max(64)
      .optional()
      .meta({ description: inQuery("provider") }),
    mode: z
      .enum(ANALYSIS_MODES)
      .optional()
      .meta({ description: inQuery("mode") }),
    version: version.meta({ description: inQuery("version") }),
  }),
  body: {
    content: {
      "multipart/form-data": { schema: analysisFormSchema, examples: ANALYSIS_EXAMPLES },
    },
  },
};
/** Settings shared by all routes that accept a report. */
export const analysisRoute = {
  method: "post" as const,
  role: "analyst" as const,
  before: [limitRate("analyses"), bufferForm(FORM_FIELDS)],
  problems: [
    ...RELEASE_PROBLEMS,
    ...DOCUMENT_PROBLEMS,
    ...PROVIDER_PROBLEMS,
    "conflict" as const,
    "analysis_failed" as const,
    "not_found" as const,
  ],
  tags: ["Analysis"],
  request: analysisRequest,
};

const analyseRoute = defineRoute({
  ...analysisRoute,
  path: "/api/analyze",
  summary: "Analyze a report",
  description:
    "Finds the ATT&CK techniques of a text, of a PDF, DOCX, HTML or TXT file, or of what an address leads to, with the " +
    "evidence for each, and stores the result as a session.",
  responses: { 200: jsonContent("The stored analysis.", analysisSchema) },
});

const streamRoute = defineRoute({
  ...analysisRoute,
  path: "/api/analyze/stream",
  summary: "Analyze a report and stream its progress",
  description:
    "The same analysis as Server-Sent Events. Errors in the input are answered before the stream begins.",
  responses: {
    200: {
      description:
        "Server-Sent Events, each as `data: {...}`; the last one is `result` or `error`.",
      content: { "text/event-stream": { schema: streamEventSchema } },
    },
  },
});

const readSessionRoute = defineRoute({
  method: "get",
  path: "/api/analyze/{session_id}",
  role: "viewer",
  before: [cacheTagged],
  tags: ["Analysis"],
  summary: "Get a session",
  description:
    "Answers 202 while the report is still being analyzed, and 409 with the reason when the analysis failed. `ETag` names its state: `If-None-Match` gets 304 until somebody changes the session, also when its leads follow another release.",
  problems: [...RELEASE_PROBLEMS, "analysis_failed"],
  request: {
    params: sessionParams,
    query: z.object({
      explain: booleanParam(false).meta({
        description: "Adds to each technique why the embedded analyzer found it.",
      }),
    }),
  },
  responses: {
    200: { ...jsonContent("The stored analysis.", analysisSchema), headers: etagHeader },
    202: jsonContent(
      "The report is still being analyzed.",
      z.object({ status: z.literal("processing") }),
    ),
  },
});

const deleteRoute = defineRoute({
  method: "delete",
  path: "/api/analyze/sessions/{session_id}",
  role: "analyst",
  before: [limitRate("writes")],
  tags: ["Analysis"],
  summary: "Delete a session",
  description:
    "Also deletes its text, its file, its stored exports, and the observables that no other report or session mentions, unless an analyst added or confirmed them. A signed report is not deleted until it is reopened.",
  problems: ["conflict", "session_signed"],
  request: { headers: ifMatchHeader, params: sessionParams },
  responses: { 204: { description: "The session was deleted." } },
});

const retryRoute = defineRoute({
  method: "post",
  path: "/api/analyze/sessions/{session_id}/retry",
  role: "analyst",
  before: [limitRate("analyses")],
  tags: ["Analysis"],
  summary: "Retry a failed session",
  description:
    "Analyzes the stored text again, with the minimum confidence of the session, which keeps its id, name and file. What a judge had answered before the failure is not asked again.",
  problems: [...RELEASE_PROBLEMS, ...PROVIDER_PROBLEMS, "conflict", "session_signed"],
  request: {
    headers: ifMatchHeader,
    params: sessionParams,
    query: z.object({
      provider: otherProviderParam,
      mode: otherModeParam,
      version: version.meta({ description: "Default: the release of the session." }),
    }),
  },
  responses: { 200: jsonContent("The stored analysis.", analysisSchema) },
});

/** Routes for report analysis and its stored sessions. */
export function mountAnalysis(app: App<SessionDeps & RateLimitDeps>): void {
  mountSubmission(app);
  mountSessionList(app);
  mountSessions(app);
  mountSessionText(app);
}

function mountSubmission(app: App<SessionDeps & RateLimitDeps>): void {
  app.openapi(analyseRoute, async (c) => {
    const { deps, identity } = c.var;
    const form = withQuery(c.req.valid("form"), c.req.valid("query"));
    const input = await readAnalysisInput(deps, form, c.var.upload, currentActor(identity).name);
    const key = c.req.valid("header")["idempotency-key"] ?? null;
    const begun = await beginSession(deps, currentActor(identity), input, key);
    const stored = begun.isRepeated ? await readSession(deps, begun.id, false) : null;
    if (stored !== null) return c.json(stored, 200);
    const analysing = analyseReport(deps, begun.id, input, null, c.req.raw.signal);
    return c.json(await analysing.catch((error) => failNamed(error, begun.id)), 200);
  });
  app.openapi(streamRoute, async (c) => {
    const { deps, identity } = c.var;
    const form = withQuery(c.req.valid("form"), c.req.valid("query"));
    const input = await readAnalysisInput(deps, form, c.var.upload, currentActor(identity).name);
    const key = c.req.valid("header")["idempotency-key"] ?? null;
    const begun = await beginSession(deps, currentActor(identity), input, key);
    return streamEvents<StreamEvent>(
      c.req.raw,
      (work) => c.executionCtx.waitUntil(work),
      (send, signal) => streamAnalysis(deps, begun, input, send, signal),
    );
  });
}

function mountSessions(app: App<SessionDeps & RateLimitDeps>): void {
  app.openapi(readSessionRoute, async (c) => {
    const { session_id: id } = c.req.valid("param");
    const stored = await readSessionState(c.var.deps, id, c.req.valid("query").explain);
    return stored === null
      ? c.json({ status: "processing" as const }, 202)
      : c.json(stored.analysis, 200, { ETag: stored.etag });
  });
  app.openapi(deleteRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const ifMatch = c.req.valid("header")["if-match"];
    await deleteSession(c.var.deps, name, c.req.valid("param").session_id, ifMatch);
    return c.body(null, 204);
  });
  app.openapi(retryRoute, async (c) => {
    const { deps, identity } = c.var;
    const { session_id: id } = c.req.valid("param");
    const { name } = currentActor(identity);
    const ifMatch = c.req.valid("header")["if-match"];
    const query = c.req.valid("query");
    return c.json(await retrySession(deps, name, id, query, c.req.raw.signal, ifMatch), 200);
  });
}

function failNamed(error: unknown, sessionId: string): never {
  throw nameSession(error, sessionId);
}
