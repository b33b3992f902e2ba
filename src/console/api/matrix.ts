import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf, pageOf, type Schema } from "./client.ts";

/** Releases never change once they are published. */
const STABLE_MS = 5 * 60_000;

/** A release that the knowledge base has. */
export interface Release {
  domain: string;
  version: string;
}

export const techniquesQuery = (release: Release) =>
  queryOptions({
    queryKey: ["techniques", release.domain, release.version],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/attack/techniques", { params: { query: release }, signal })),
    staleTime: STABLE_MS,
  });

export const techniqueQuery = (attackId: string, release: Release) =>
  queryOptions({
    queryKey: ["technique", attackId, release.domain, release.version],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/api/attack/techniques/{attack_id}", {
          params: { path: { attack_id: attackId }, query: release },
          signal,
        }),
      ),
    staleTime: STABLE_MS,
  });

export const groupsQuery = (release: Release) =>
  queryOptions({
    queryKey: ["matrix-groups", release.domain, release.version],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/apt/groups", { params: { query: release }, signal })),
    staleTime: STABLE_MS,
  });

export const campaignsQuery = (release: Release) =>
  queryOptions({
    queryKey: ["matrix-campaigns", release.domain, release.version],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/apt/campaigns", { params: { query: release }, signal })),
    staleTime: STABLE_MS,
  });

export const groupQuery = (groupId: string, release: Release) =>
  queryOptions({
    queryKey: ["matrix-group", groupId, release.domain, release.version],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/api/apt/groups/{group_id}", {
          params: { path: { group_id: groupId }, query: release },
          signal,
        }),
      ),
    staleTime: STABLE_MS,
  });

export const campaignQuery = (campaignId: string, release: Release) =>
  queryOptions({
    queryKey: ["matrix-campaign", campaignId, release.domain, release.version],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/api/apt/campaigns/{campaign_id}", {
          params: { path: { campaign_id: campaignId }, query: release },
          signal,
        }),
      ),
    staleTime: STABLE_MS,
  });

/** The newest sessions of a domain with these words; the interface answers at most 200 at once. */
export const domainSessionsQuery = (domain: string, search: string) =>
  queryOptions({
    queryKey: ["sessions", "of-domain", domain, search],
    queryFn: async ({ signal }) => {
      const page = { limit: 200, offset: 0, status: "completed" } as const;
      const query = search === "" ? page : { ...page, search };
      const { items } = await pageOf(
        api.GET("/api/analyze/sessions", { params: { query }, signal }),
      );
      return items.filter((session) => session.domain === domain);
    },
  });

type Operand = Schema<"CombinationInput">["operands"][number];
export type SetOperation = Schema<"CombinationInput">["operation"];

export const combinationQuery = (
  operands: Operand[],
  operation: SetOperation,
  { domain, version }: Release,
) =>
  queryOptions({
    queryKey: ["combination", operation, operands, domain, version],
    queryFn: ({ signal }) =>
      bodyOf(
        api.POST("/api/layers/combine", { body: { operands, operation, domain, version }, signal }),
      ),
  });
