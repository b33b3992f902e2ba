import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf, pageOf, type Schema } from "./client.ts";

export type ProofLink = Schema<"ProofLink">;
export type CreatedProofLink = Schema<"CreatedProofLink">;

/** More links than a report may have. */
const ALL = 50;

/** Returns the proof links of a report, newest first, without their secrets. */
export const proofLinksQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ["proof-links", sessionId],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET("/api/analyze/sessions/{session_id}/proof-links", {
          params: { path: { session_id: sessionId }, query: { limit: ALL } },
          signal,
        }),
      ),
  });

/** Creates a proof link. Only this response contains its path. */
export const createProofLink = (sessionId: string, days: number): Promise<CreatedProofLink> =>
  bodyOf(
    api.POST("/api/analyze/sessions/{session_id}/proof-links", {
      params: { path: { session_id: sessionId } },
      body: { expires_in_days: days },
    }),
  );

export const revokeProofLink = ({ session_id, id }: ProofLink): Promise<unknown> =>
  bodyOf(
    api.DELETE("/api/analyze/sessions/{session_id}/proof-links/{id}", {
      params: { path: { session_id, id } },
    }),
  );
