import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf, pageOf, type Schema } from "./client.ts";
import type { paths } from "./schema.d.ts";

/** Releases never change once they are published. */
const STABLE_MS = 5 * 60_000;
const HEALTH_MS = 15_000;
const RUNNING_MS = 1_000;
/** How often a service that is away is asked whether it is back. */
const AWAY_MS = 2_000;

/** What a service that is starting says comes with 503, and is an answer all the same. */
export const healthQuery = queryOptions({
  queryKey: ["health"],
  queryFn: async ({ signal }): Promise<Schema<"Health">> => {
    let starting: Schema<"Health"> | null = null;
    const asked = api.GET("/api/health", { signal }).then((answer) => {
      if (isHealth(answer.error)) starting = answer.error;
      return answer;
    });
    return await bodyOf(asked).catch((error: unknown) => {
      if (starting === null) throw error;
      return starting;
    });
  },
  refetchInterval: ({ state }) =>
    state.status === "error" || state.data?.status === "starting" ? AWAY_MS : HEALTH_MS,
  retry: false,
});

function isHealth(body: unknown): body is Schema<"Health"> {
  return typeof body === "object" && body !== null && "knowledge_base" in body;
}

export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => bodyOf(api.GET("/api/me", { signal })),
  staleTime: STABLE_MS,
  // A login that was renewed in another tab is noticed here.
  refetchInterval: ({ state }) => (state.status === "error" ? AWAY_MS : false),
});

export const versionsQuery = queryOptions({
  queryKey: ["versions"],
  queryFn: ({ signal }) => bodyOf(api.GET("/api/attack/versions", { signal })),
  staleTime: HEALTH_MS,
});

export const tacticsQuery = (domain: string, version: string) =>
  queryOptions({
    queryKey: ["tactics", domain, version],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/attack/tactics", { params: { query: { domain, version } }, signal })),
    staleTime: STABLE_MS,
  });

export const sessionQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ["session", sessionId],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/api/analyze/{session_id}", {
          params: { path: { session_id: sessionId }, query: { explain: "true" } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (isRunning(state.data) ? RUNNING_MS : false),
  });

type SessionAnswer = Schema<"AnalysisOut"> | { status: "processing" };

/** Whether the report of a session is still being read. */
export function isRunning(answer: SessionAnswer | undefined): answer is { status: "processing" } {
  return answer?.status === "processing" && !("session_id" in answer);
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

export type SessionsWanted = NonNullable<
  paths["/api/analyze/sessions"]["get"]["parameters"]["query"]
>;

export const sessionsQuery = (query: SessionsWanted) =>
  queryOptions({
    queryKey: ["sessions", query],
    queryFn: ({ signal }) =>
      pageOf(api.GET("/api/analyze/sessions", { params: { query }, signal })),
  });
