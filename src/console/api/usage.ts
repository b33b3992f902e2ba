import { api, bodyOf, type Schema } from "./client.ts";

/** The language model usage of an analysis. */
export type ModelUsage = Schema<"ModelUsage">;
export type AnalysisMode = Schema<"AnalysisOut">["mode"];

/** The provider and mode of a new analysis. Missing fields stay unchanged. */
export interface AnalyserQuery {
  provider?: string;
  mode?: AnalysisMode;
}

/** Estimates the analysis of an uploaded report. */
export function estimateAnalysis(form: FormData): Promise<ModelUsage> {
  return bodyOf(
    // The report is in the form, not in the body.
    api.POST("/api/analyze/estimate", { body: {}, bodySerializer: () => form }),
  );
}

/** Estimates a new analysis of a session. */
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
