import { queryOptions } from "@tanstack/react-query";
import { queryOf, type Release, STABLE_MS } from "./attack.ts";
import { api, bodyOf, ifMatch, type Schema, type Stated, statedOf } from "./client.ts";
import type { paths } from "./schema.d.ts";

export type Coverage = Schema<"Coverage">;
export type CoveredTechnique = Schema<"CoveredTechnique">;
/** A state as displayed: detected is divided by its proof. */
export type Standing =
  | Exclude<CoveredTechnique["state"], "detected">
  | NonNullable<CoveredTechnique["detection"]>;
export type CoverageSet = Schema<"CoverageSet">;
export type CoverageRule = Schema<"CoverageRule">;
export type CoverageAnalytic = Schema<"CoverageAnalytic">;
export type TestFirst = Schema<"TestFirst">;
export type TestFirstItem = Schema<"TestFirstItem">;
export type CollectNext = Schema<"CollectNext">;
/** The log inventory, and the entity tag for changes to it. */
export type LogInventory = Schema<"LogInventory"> & { etag: string };
export type LogSourceEntry = Schema<"LogSourceEntry">;
export type LogSource = Schema<"LogSource">;
export type InventoryImport = Schema<"LogInventoryImport">;

/** Coverage query parameters; lists are comma-separated. */
export type CoverageWanted = Omit<
  NonNullable<paths["/api/coverage"]["get"]["parameters"]["query"]>,
  "proof"
>;

/** Returns states and numbers of all techniques. The proof of each is a separate request. */
export const coverageQuery = (query: CoverageWanted) =>
  queryOptions({
    queryKey: ["coverage", query],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/coverage", { params: { query: { ...query, proof: "false" } }, signal })),
  });

/** Returns one technique with the proof of its state; null if the release does not have it. */
export const proofQuery = (query: CoverageWanted, attackId: string) =>
  queryOptions({
    queryKey: ["coverage", "proof", query, attackId],
    queryFn: async ({ signal }): Promise<CoveredTechnique | null> => {
      const { domain, version, platforms, demand } = query;
      const asked = {
        ...queryOf({ domain, version }),
        ...(platforms === undefined ? {} : { platforms }),
        ...(demand === undefined ? {} : { demand }),
        technique_ids: attackId,
      };
      const { techniques } = await bodyOf(
        api.GET("/api/coverage", { params: { query: asked }, signal }),
      );
      return techniques[0] ?? null;
    },
  });

export const testFirstQuery = (query: CoverageWanted) =>
  queryOptions({
    queryKey: ["coverage", "test-first", query],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/coverage/test-first", { params: { query }, signal })),
  });

export const collectNextQuery = (query: CoverageWanted) =>
  queryOptions({
    queryKey: ["coverage", "collect-next", query],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/coverage/collect-next", { params: { query }, signal })),
  });

const toStored = <T>({ body, etag }: Stated<T>): T & { etag: string } => ({ ...body, etag });

/** The team's log inventory. */
export const inventoryQuery = queryOptions({
  queryKey: ["log-inventory"],
  queryFn: async ({ signal }) =>
    toStored(await statedOf(api.GET("/api/coverage/log-sources", { signal }))),
});

/** Returns the log sources of a release: some hundreds, each with the techniques that need it. */
export const logSourcesQuery = (release: Release) =>
  queryOptions({
    queryKey: ["log-sources", queryOf(release)],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/attack/log-sources", { params: { query: queryOf(release) }, signal })),
    staleTime: STABLE_MS,
  });

/**
 * Replaces the stored list.
 * @throws Problem 412 if it has changed in the meantime
 */
export async function replaceInventory(
  entries: readonly LogSourceEntry[],
  etag: string,
): Promise<LogInventory> {
  const order = { params: ifMatch(etag), body: { entries: [...entries] } };
  return toStored(await statedOf(api.PUT("/api/coverage/log-sources", order)));
}

/** Imports a DeTT&CT file, which replaces the list or is added to it. */
export async function importInventory(
  text: string,
  mode: "replace" | "add",
  etag: string,
): Promise<InventoryImport> {
  const options = {
    params: ifMatch(etag),
    body: text,
    bodySerializer: (file: string) => file,
    headers: { "Content-Type": "application/yaml" },
  };
  const path = "/api/coverage/log-sources/dettect";
  return await bodyOf(mode === "add" ? api.POST(path, options) : api.PUT(path, options));
}
