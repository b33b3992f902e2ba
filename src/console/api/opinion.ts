import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf, ifMatch, type Schema, type Stated, statedOf } from "./client.ts";
import { Problem } from "./problem.ts";
import type { Analysis } from "./session.ts";
import type { AnalysisMode } from "./usage.ts";

export type SecondOpinion = Schema<"SecondOpinion">;
export type OpinionRow = SecondOpinion["techniques"][number];

const PATH = "/api/analyze/sessions/{session_id}/second-opinion";
const of = (sessionId: string) => ({ session_id: sessionId });

/** Returns the last second opinion on a session; null if none was requested. */
export const opinionQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ["session-opinion", sessionId],
    queryFn: ({ signal }): Promise<SecondOpinion | null> =>
      bodyOf(api.GET(PATH, { params: { path: of(sessionId) }, signal })).catch((error: unknown) => {
        if (error instanceof Problem && error.status === 404) return null;
        throw error;
      }),
  });

/** Requests another provider's opinion on the text of a session. */
export function askSecondOpinion(
  sessionId: string,
  query: { provider: string; mode: AnalysisMode },
): Promise<SecondOpinion> {
  return bodyOf(api.POST(PATH, { params: { path: of(sessionId), query } }));
}

/** Applies the proposals of a second opinion, for all techniques or the given ones. */
export function acceptOpinion(
  sessionId: string,
  body: Schema<"AcceptedOpinion">,
  etag: string,
): Promise<Stated<Analysis>> {
  return statedOf(
    api.POST(`${PATH}/accept`, { params: { path: of(sessionId), ...ifMatch(etag) }, body }),
  );
}
