import { api, bodyOf, type Schema } from "./client.ts";

/** What an analysis takes of a language model. */
export type ModelUsage = Schema<"ModelUsage">;
export type AnalysisMode = Schema<"AnalysisOut">["mode"];

/** Who analyses a session again and how; what is absent stays as it was. */
export interface AnalyserQuery {
  provider?: string;
  mode?: AnalysisMode;
}

/** Estimates the analysis of a report, which is uploaded for it. */
export function estimateAnalysis(form: FormData): Promise<ModelUsage> {
  return bodyOf(
    // Without a report in it, since the form has it.
    api.POST("/api/analyze/estimate", { body: {}, bodySerializer: () => form }),
  );
}

/** Estimates another analysis of a session. */
export function estimateSession(
  sessionId: string,
  query: AnalyserQuery & { version?: string },
): Promise<ModelUsage> {
  return bodyOf(
    api.GET("/api/analyze/sessions/{session_id}/estimate", {
      params: { path: { session_id: sessionId }, query },
    }),
  );
}
