import { queryOptions } from "@tanstack/react-query";
import { queryOf, type Release, STABLE_MS } from "./attack.ts";
import { api, bodyOf } from "./client.ts";

export const softwareListQuery = (release: Release) =>
  queryOptions({
    queryKey: ["software", queryOf(release)],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/attack/software", { params: { query: queryOf(release) }, signal })),
    staleTime: STABLE_MS,
  });

export const softwareQuery = (release: Release, attackId: string) =>
  queryOptions({
    queryKey: ["software", queryOf(release), attackId],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/api/attack/software/{attack_id}", {
          params: { path: { attack_id: attackId }, query: queryOf(release) },
          signal,
        }),
      ),
    staleTime: STABLE_MS,
  });
