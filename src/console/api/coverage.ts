import { queryOptions } from "@tanstack/react-query";
import { queryOf, type Release, STABLE_MS } from "./attack.ts";
import { api, bodyOf, ifMatch, type Schema, type Stated, statedOf } from "./client.ts";
import type { paths } from "./schema.d.ts";

export type Coverage = Schema<"Coverage">;
export type CoveredTechnique = Schema<"CoveredTechnique">;
/** A state as it is shown: detected is divided by its proof. */
export type Standing =
  | Exclude<CoveredTechnique["state"], "detected">
  | NonNullable<CoveredTechnique["detection"]>;
export type CoverageSet = Schema<"CoverageSet">;
export type CoverageRule = Schema<"CoverageRule">;
export type CoverageAnalytic = Schema<"CoverageAnalytic">;
export type TestFirst = Schema<"TestFirst">;
export type TestFirstItem = Schema<"TestFirstItem">;
export type CollectNext = Schema<"CollectNext">;
/** The log inventory, and the state that changes of it are meant for. */
export type LogInventory = Schema<"LogInventory"> & { etag: string };
export type LogSourceEntry = Schema<"LogSourceEntry">;
export type LogSource = Schema<"LogSource">;
export type InventoryImport = Schema<"LogInventoryImport">;

/** What coverage is asked of; lists are texts with commas. */
export type CoverageWanted = Omit<
  NonNullable<paths["/api/coverage"]["get"]["parameters"]["query"]>,
  "proof"
>;

/** States and numbers of all techniques; the proof of each is asked for by itself. */
export const coverageQuery = (query: CoverageWanted) =>
  queryOptions({
    queryKey: ["coverage", query],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/coverage", { params: { query: { ...query, proof: "false" } }, signal })),
  });

/** One technique with all that proves its state; null where the release does not have it. */
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

/** What the team collects. */
export const inventoryQuery = queryOptions({
  queryKey: ["log-inventory"],
  queryFn: async ({ signal }) =>
    toStored(await statedOf(api.GET("/api/coverage/log-sources", { signal }))),
});

/** The log sources that a release names; some hundreds, each with the techniques that need it. */
export const logSourcesQuery = (release: Release) =>
  queryOptions({
    queryKey: ["log-sources", queryOf(release)],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/attack/log-sources", { params: { query: queryOf(release) }, signal })),
    staleTime: STABLE_MS,
  });

/** Puts a list in the place of the stored one. @throws Problem 412 when that was changed meanwhile */
export async function replaceInventory(
  entries: readonly LogSourceEntry[],
  etag: string,
): Promise<LogInventory> {
  const order = { params: ifMatch(etag), body: { entries: [...entries] } };
  return toStored(await statedOf(api.PUT("/api/coverage/log-sources", order)));
}

/** Takes in a file of DeTT&CT: in the place of the list, or added to it. */
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
