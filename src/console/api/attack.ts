import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf } from "./client.ts";

/** Published releases never change. */
export const STABLE_MS = 5 * 60_000;
/** How often to check for new releases. */
const NEW_MS = 15_000;

/** The requested release. Defaults to the current release of the default domain. */
export interface Release {
  domain?: string | undefined;
  version?: string | undefined;
}

/** A release in the knowledge base. */
export interface NamedRelease {
  domain: string;
  version: string;
}

/** Returns a release as query parameters, without undefined fields. */
export function queryOf({ domain, version }: Release): { domain?: string; version?: string } {
  return {
    ...(domain === undefined ? {} : { domain }),
    ...(version === undefined ? {} : { version }),
  };
}

export const versionsQuery = queryOptions({
  queryKey: ["versions"],
  queryFn: ({ signal }) => bodyOf(api.GET("/api/attack/versions", { signal })),
  staleTime: NEW_MS,
});

export const tacticsQuery = (release: Release) =>
  queryOptions({
    queryKey: ["tactics", queryOf(release)],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/attack/tactics", { params: { query: queryOf(release) }, signal })),
    staleTime: STABLE_MS,
  });

export const techniquesQuery = (release: Release) =>
  queryOptions({
    queryKey: ["techniques", queryOf(release)],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/attack/techniques", { params: { query: queryOf(release) }, signal })),
    staleTime: STABLE_MS,
  });

export const techniqueQuery = (release: Release, attackId: string) =>
  queryOptions({
    queryKey: ["technique", queryOf(release), attackId],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/api/attack/techniques/{attack_id}", {
          params: { path: { attack_id: attackId }, query: queryOf(release) },
          signal,
        }),
      ),
    staleTime: STABLE_MS,
  });
