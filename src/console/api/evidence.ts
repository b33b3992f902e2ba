import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf, pageOf, type Schema } from "./client.ts";
import type { paths } from "./schema.d.ts";

export type Evidence = Schema<"Evidence">;
export type TechniqueCounts = Schema<"TechniqueCounts">;
type EvidenceWanted = NonNullable<paths["/api/evidence"]["get"]["parameters"]["query"]>;
type IntakeWanted = NonNullable<paths["/api/pipeline/intake"]["get"]["parameters"]["query"]>;

/** The passages that show a technique in all sessions. */
export const evidenceQuery = (query: EvidenceWanted) =>
  queryOptions({
    queryKey: ["sessions", "evidence", query],
    queryFn: ({ signal }) => pageOf(api.GET("/api/evidence", { params: { query }, signal })),
  });

/** How many sessions and rules each technique has, by its ID. */
export const techniqueCountsQuery = queryOptions({
  queryKey: ["sessions", "technique-counts"],
  queryFn: async ({ signal }) => {
    const counts = await bodyOf(api.GET("/api/evidence/techniques", { signal }));
    return new Map(counts.map((one) => [one.attack_id, one]));
  },
});

/** Collected reports that name something. */
export const namingReportsQuery = (query: IntakeWanted) =>
  queryOptions({
    queryKey: ["intake", "naming", query],
    queryFn: ({ signal }) => pageOf(api.GET("/api/pipeline/intake", { params: { query }, signal })),
  });
