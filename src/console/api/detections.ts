import { queryOptions } from "@tanstack/react-query";
import { queryOf, type Release, STABLE_MS } from "./attack.ts";
import { api, bodyOf, type Schema } from "./client.ts";

export type Detection = Schema<"TechniqueDetection">;
export type AtomicTest = Schema<"AtomicTest">;
export type Mitigation = Schema<"TechniqueMitigation">;

const of = (release: Release, attackId: string) => ({
  path: { attack_id: attackId },
  query: queryOf(release),
});

/** Returns how a release describes the detection of a technique. */
export const detectionQuery = (release: Release, attackId: string) =>
  queryOptions({
    queryKey: ["technique", queryOf(release), attackId, "detection"],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/api/attack/techniques/{attack_id}/detection", {
          params: of(release, attackId),
          signal,
        }),
      ),
    staleTime: STABLE_MS,
  });

export const mitigationsQuery = (release: Release, attackId: string) =>
  queryOptions({
    queryKey: ["technique", queryOf(release), attackId, "mitigations"],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/api/attack/techniques/{attack_id}/mitigations", {
          params: of(release, attackId),
          signal,
        }),
      ),
    staleTime: STABLE_MS,
  });

/** Returns the Atomic Red Team tests for a technique. */
export const atomicTestsQuery = (release: Release, attackId: string) =>
  queryOptions({
    queryKey: ["technique", queryOf(release), attackId, "tests"],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/api/attack/techniques/{attack_id}/tests", {
          params: of(release, attackId),
          signal,
        }),
      ),
    staleTime: STABLE_MS,
  });
