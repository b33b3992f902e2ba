import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf, pageOf, type Schema } from "./client.ts";
import type { paths } from "./schema.d.ts";

export type Evidence = Schema<"Evidence">;
export type TechniqueCounts = Schema<"TechniqueCounts">;
type EvidenceWanted = NonNullable<paths["/api/evidence"]["get"]["parameters"]["query"]>;
type IntakeWanted = NonNullable<paths["/api/pipeline/intake"]["get"]["parameters"]["query"]>;

/** Returns the passages in all sessions that show a technique. */
export const evidenceQuery = (query: EvidenceWanted) =>
  queryOptions({
    queryKey: ["sessions", "evidence", query],
    queryFn: ({ signal }) => pageOf(api.GET("/api/evidence", { params: { query }, signal })),
  });

/** The number of sessions and rules per technique ID. */
export const techniqueCountsQuery = queryOptions({
  queryKey: ["sessions", "technique-counts"],
  queryFn: async ({ signal }) => {
    const counts = await bodyOf(api.GET("/api/evidence/techniques", { signal }));
    return new Map(counts.map((one) => [one.attack_id, one]));
  },
});

/** Returns collected reports that mention something. */
export const namingReportsQuery = (query: IntakeWanted) =>
  queryOptions({
    queryKey: ["intake", "naming", query],
    queryFn: ({ signal }) => pageOf(api.GET("/api/pipeline/intake", { params: { query }, signal })),
  });
