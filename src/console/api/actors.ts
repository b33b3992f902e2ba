import { queryOptions } from "@tanstack/react-query";
import { queryOf, type Release, STABLE_MS } from "./attack.ts";
import { api, bodyOf, type Schema } from "./client.ts";

export const groupsQuery = (release: Release) =>
  queryOptions({
    queryKey: ["groups", queryOf(release)],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/apt/groups", { params: { query: queryOf(release) }, signal })),
    staleTime: STABLE_MS,
  });

export const groupQuery = (release: Release, groupId: string) =>
  queryOptions({
    queryKey: ["group", queryOf(release), groupId],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/api/apt/groups/{group_id}", {
          params: { path: { group_id: groupId }, query: queryOf(release) },
          signal,
        }),
      ),
    staleTime: STABLE_MS,
  });

export const campaignsQuery = (release: Release) =>
  queryOptions({
    queryKey: ["campaigns", queryOf(release)],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/apt/campaigns", { params: { query: queryOf(release) }, signal })),
    staleTime: STABLE_MS,
  });

export const campaignQuery = (release: Release, campaignId: string) =>
  queryOptions({
    queryKey: ["campaign", queryOf(release), campaignId],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/api/apt/campaigns/{campaign_id}", {
          params: { path: { campaign_id: campaignId }, query: queryOf(release) },
          signal,
        }),
      ),
    staleTime: STABLE_MS,
  });

export const MODES = ["mixed", "jaccard", "rollup", "containment", "weighted"] as const;
export type Mode = (typeof MODES)[number];
export const SIDES = ["groups", "campaigns"] as const;
export type Side = (typeof SIDES)[number];

/** A group or campaign that shares techniques with a set. */
export interface Match {
  attackId: string;
  name: string;
  similarity: number;
  shared: readonly string[];
}

export interface Comparison {
  matches: Match[];
  /** Ids of the set that do not exist in the release. */
  unknown: string;
  /** `T1685=enterprise-attack/19.1`: ids that belong to another release or domain. */
  elsewhere: string;
  /** Ids that were replaced, as `old=new`. */
  replaced: string;
}

const TOP = { groups: 50, campaigns: 100 };

/** Compares a set of techniques with all groups or campaigns of a release. */
export const comparisonQuery = (
  release: Release,
  side: Side,
  mode: Mode,
  techniqueIds: readonly string[],
) =>
  queryOptions({
    queryKey: ["comparison", queryOf(release), side, mode, techniqueIds],
    queryFn: async ({ signal }): Promise<Comparison> => {
      const asked = {
        params: { query: { ...queryOf(release), mode, top_n: TOP[side] } },
        body: { technique_ids: [...techniqueIds] },
        signal,
      };
      return side === "groups"
        ? await comparisonOf(api.POST("/api/apt/compare", asked), toGroup)
        : await comparisonOf(api.POST("/api/apt/campaigns/compare", asked), toCampaign);
    },
    enabled: techniqueIds.length > 0,
    staleTime: STABLE_MS,
  });

async function comparisonOf<T>(
  asked: Promise<{ data?: T[]; error?: unknown; response: Response }>,
  toMatch: (row: T) => Match,
): Promise<Comparison> {
  let headers = new Headers();
  const rows = await bodyOf(
    asked.then((answer) => {
      headers = answer.response.headers;
      return answer;
    }),
  );
  return {
    matches: rows.map(toMatch),
    unknown: headers.get("X-Unknown-Techniques") ?? "",
    elsewhere: headers.get("X-Other-Release-Techniques") ?? "",
    replaced: headers.get("X-Replaced-Techniques") ?? "",
  };
}

const toGroup = (row: Schema<"GroupMatch">): Match => ({
  attackId: row.group_attack_id,
  name: row.group_name,
  similarity: row.similarity,
  shared: row.shared_techniques,
});

const toCampaign = (row: Schema<"CampaignMatch">): Match => ({
  attackId: row.campaign_attack_id,
  name: row.campaign_name,
  similarity: row.similarity,
  shared: row.shared_techniques,
});
