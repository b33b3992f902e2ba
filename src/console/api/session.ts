import { queryOptions } from "@tanstack/react-query";
import type { Mode } from "./actors.ts";
import { STABLE_MS } from "./attack.ts";
import { api, bodyOf, ifMatch, pageOf, type Schema, type Stated, statedOf } from "./client.ts";
import { Problem } from "./problem.ts";
import type { AnalyserQuery } from "./usage.ts";

export type Analysis = Schema<"AnalysisOut">;
/** A session as received. */
export type StoredAnalysis = Analysis & {
  /** The entity tag for changes to it. */
  etag: string;
  /** The tag of the full response; null once parts of it were replaced here. */
  readAs: string | null;
};
export type Technique = Schema<"TechniqueResult">;
export type HistoryEntry = Schema<"HistoryEntry">;
export type Outline = Schema<"OutlineOut">;
export type OutlineBlock = Schema<"OutlineBlock">;
export type OutlinePage = Schema<"OutlinePage">;
/** A highlighted passage of the text, in UTF-16 code units. */
export interface Span {
  start: number;
  end: number;
}

/** The polling interval of a running analysis. */
const RUNNING_MS = 1_000;
const HISTORY_ENTRIES = 100;
const TOP_GROUPS = 20;

const of = (sessionId: string) => ({ session_id: sessionId });

export const sessionQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ["session", sessionId],
    queryFn: ({ signal, client, queryKey }) =>
      readSession(sessionId, client.getQueryData<SessionAnswer>(queryKey), signal),
    refetchInterval: ({ state }) =>
      isRunning(state.data) && !hasEnded(state.error) ? RUNNING_MS : false,
  });

type SessionAnswer = StoredAnalysis | { status: "processing" };

/** Reads a session. Reuses the cached one if it has not changed. */
async function readSession(
  sessionId: string,
  known: SessionAnswer | undefined,
  signal: AbortSignal,
): Promise<SessionAnswer> {
  const stored = known === undefined || isRunning(known) ? null : known;
  const tag = stored?.readAs ?? null;
  const asked = api.GET("/api/analyze/{session_id}", {
    params: { path: of(sessionId), query: { explain: "true" } },
    signal,
    ...(tag === null ? {} : { headers: { "If-None-Match": tag } }),
  });
  const isUnchanged = await asked.then(
    ({ response }) => response.status === 304,
    () => false,
  );
  if (stored !== null && isUnchanged) return stored;
  const { body, etag } = await statedOf(asked);
  return "session_id" in body ? { ...body, etag, readAs: etag } : body;
}

/** Returns whether the report of a session is still being analyzed. */
export function isRunning(answer: SessionAnswer | undefined): answer is { status: "processing" } {
  return answer?.status === "processing" && !("session_id" in answer);
}

/** Returns whether a session has no analysis to wait for, because it failed or the session was deleted. */
export function hasEnded(error: unknown): error is Problem {
  return error instanceof Problem && ["analysis_failed", "not_found"].includes(error.code);
}

export const sessionTextQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ["session-text", sessionId],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/api/analyze/{session_id}/text", {
          params: { path: { session_id: sessionId } },
          parseAs: "text",
          signal,
        }),
      ),
    staleTime: STABLE_MS,
  });

/** Returns the outline used for the analysis. Keyed by release, because a new analysis may produce another. */
export const sessionOutlineQuery = (sessionId: string, version: string) =>
  queryOptions({
    queryKey: ["session-outline", sessionId, version],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/api/analyze/{session_id}/outline", { params: { path: of(sessionId) }, signal }),
      ),
    staleTime: STABLE_MS,
    retry: false,
  });

/** Returns the manual changes of a session up to a state, newest first. */
export const historyQuery = (sessionId: string, etag: string) =>
  queryOptions({
    queryKey: ["session-history", sessionId, etag],
    queryFn: ({ signal }) => readHistory(sessionId, signal),
  });

/** Returns the newest changes of a session and their total number. */
export function readHistory(sessionId: string, signal?: AbortSignal) {
  return pageOf(
    api.GET("/api/analyze/sessions/{session_id}/history", {
      params: { path: of(sessionId), query: { limit: HISTORY_ENTRIES } },
      ...(signal === undefined ? {} : { signal }),
    }),
  );
}

/** Reverts a change, or all changes of its batch. */
export function undoChange(
  sessionId: string,
  changeId: string,
  etag: string,
  isBatch: boolean,
): Promise<Stated<HistoryEntry>> {
  const path = { ...of(sessionId), change_id: changeId };
  return statedOf(
    api.POST("/api/analyze/sessions/{session_id}/history/{change_id}/undo", {
      params: { path, query: { batch: isBatch ? "true" : "false" }, ...ifMatch(etag) },
    }),
  );
}

/** Compares groups with the techniques of a session, in a release and a mode. */
export const sessionComparisonQuery = (sessionId: string, version: string, mode: Mode) =>
  queryOptions({
    queryKey: ["session-comparison", sessionId, version, mode],
    queryFn: ({ signal }) =>
      bodyOf(
        api.POST("/api/analyze/sessions/{session_id}/compare", {
          params: { path: of(sessionId), query: { version, mode, top_n: TOP_GROUPS } },
          signal,
        }),
      ),
  });

/** Returns how group ranks for the techniques of a session differ in another release. */
export const standingsQuery = (sessionId: string, from: string, to: string, mode: Mode) =>
  queryOptions({
    queryKey: ["session-standings", sessionId, from, to, mode],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/api/analyze/sessions/{session_id}/compare/changes", {
          params: { path: of(sessionId), query: { from, to, mode } },
          signal,
        }),
      ),
  });

/**
 * Analyzes a failed session again.
 * @param etag its state, if known; a failure has none
 */
export function retrySession(
  sessionId: string,
  query: AnalyserQuery,
  signal?: AbortSignal,
  etag?: string,
): Promise<Analysis> {
  return bodyOf(
    api.POST("/api/analyze/sessions/{session_id}/retry", {
      params: { path: of(sessionId), query, ...(etag === undefined ? {} : ifMatch(etag)) },
      ...(signal === undefined ? {} : { signal }),
    }),
  );
}

/** Analyzes a session again with the current release, and preserves manual decisions. */
export function reanalyseSession(
  sessionId: string,
  query: AnalyserQuery,
  etag: string,
): Promise<Stated<Analysis>> {
  return statedOf(
    api.POST("/api/analyze/sessions/{session_id}/reanalyse", {
      params: { path: of(sessionId), query, ...ifMatch(etag) },
    }),
  );
}

/** Changes the name, tags, marking or note of a session. */
export function changeSession(sessionId: string, body: Schema<"SessionChange">, etag: string) {
  return statedOf(
    api.PATCH("/api/analyze/sessions/{session_id}", {
      params: { path: of(sessionId), ...ifMatch(etag) },
      body,
    }),
  );
}

/** Deletes a session with its text and file. */
export function deleteSession(sessionId: string, etag: string): Promise<unknown> {
  return bodyOf(
    api.DELETE("/api/analyze/sessions/{session_id}", {
      params: { path: of(sessionId), ...ifMatch(etag) },
    }),
  );
}
