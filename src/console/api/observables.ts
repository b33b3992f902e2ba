import { queryOptions } from "@tanstack/react-query";
import { STABLE_MS } from "./attack.ts";
import { api, bodyOf, pageOf, type Schema } from "./client.ts";
import type { paths } from "./schema.d.ts";

export type Observable = Schema<"Observable">;
export type ObservableRole = Observable["role"];
export type ObservableContext = Schema<"ObservableContext">;
export type ObservableMention = Schema<"ObservableMention">;
export type Enrichment = Schema<"Enrichment">;
export type EnrichmentProvider = Schema<"EnrichmentProvider">;
export type BulkChange = Schema<"BulkObservableChange">;
export type BulkOutcome = Schema<"BulkObservableOutcome">;

export type ObservablesWanted = NonNullable<
  paths["/api/pipeline/observables"]["get"]["parameters"]["query"]
>;

const ENRICHMENTS = 20;
const at = (id: string) => ({ path: { id } });

/** Returns matching observables, most recently seen first. */
export const observablesQuery = (query: ObservablesWanted) =>
  queryOptions({
    queryKey: ["observables", query],
    queryFn: ({ signal }) =>
      pageOf(api.GET("/api/pipeline/observables", { params: { query }, signal })),
  });

/** Returns everything known about an observable. */
export const observableQuery = (id: string) =>
  queryOptions({
    queryKey: ["observable", id],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/pipeline/observables/{id}/context", { params: at(id), signal })),
  });

/** Returns the results of registries and other providers for an observable, newest first. */
export const enrichmentsQuery = (id: string) =>
  queryOptions({
    queryKey: ["observable", id, "enrichments"],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET("/api/pipeline/observables/{id}/enrichments", {
          params: { ...at(id), query: { limit: ENRICHMENTS } },
          signal,
        }),
      ),
  });

/** Queries a provider now. */
export const enrichObservable = (
  id: string,
  body: Schema<"EnrichmentRequest">,
): Promise<Enrichment> =>
  bodyOf(api.POST("/api/pipeline/observables/{id}/enrich", { params: at(id), body }));

/** Every enrichment provider, and whether it is enabled. Changes only with a restart. */
export const providersQuery = queryOptions({
  queryKey: ["enrichment-providers"],
  queryFn: ({ signal }) => bodyOf(api.GET("/api/pipeline/enrichments/providers", { signal })),
  staleTime: STABLE_MS,
});

/** Adds an observable manually. Returns an existing one unchanged. */
export const addObservable = (body: Schema<"NewObservable">): Promise<Observable> =>
  bodyOf(api.POST("/api/pipeline/observables", { body }));

/** Changes tags, role or confidence of an observable. */
export const changeObservable = (
  id: string,
  body: Schema<"ObservableChange">,
): Promise<Observable> =>
  bodyOf(api.PATCH("/api/pipeline/observables/{id}", { params: at(id), body }));

const BULK = "/api/pipeline/observables/bulk";

/** Applies one change to many observables in one step. */
export const changeObservables = (body: BulkChange): Promise<BulkOutcome> =>
  bodyOf(api.POST(BULK, { body }));

/** Sends the same change while the page closes. The browser delivers it, but the response is lost. */
export function changeObservablesUnseen(body: BulkChange): void {
  const headers = { "Content-Type": "application/json" };
  void fetch(BULK, { method: "POST", headers, body: JSON.stringify(body), keepalive: true });
}

export type EnrichmentTask = Schema<"BulkEnrichmentTask">;

/** The polling interval for enrichment progress. */
const PROGRESS_MS = 1_000;

/** Queries a provider about several observables, and skips unsupported kinds. */
export const enrichObservables = (body: Schema<"BulkEnrichment">): Promise<Schema<"BulkTicket">> =>
  bodyOf(api.POST("/api/pipeline/enrichments/bulk", { body }));

/** Returns the progress of a bulk enrichment. */
export const enrichmentTaskQuery = (taskId: string) =>
  queryOptions({
    queryKey: ["enrichment-task", taskId],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/api/pipeline/enrichments/bulk/{task_id}", {
          params: { path: { task_id: taskId } },
          signal,
        }),
      ),
    refetchInterval: ({ state: { data } }) =>
      data?.status === "complete" || data?.status === "failed" ? false : PROGRESS_MS,
  });

/** Returns the first lines of a block list for a firewall, and their total number. */
export const blockListQuery = (address: string) =>
  queryOptions({
    queryKey: ["observables", "block-list", address],
    queryFn: async ({ signal }) => {
      const lines = (await (await fetch(address, { signal })).text()).trimEnd().split("\n");
      return { first: lines.slice(0, PREVIEWED), total: lines[0] === "" ? 0 : lines.length };
    },
  });

/** Enough to show what would be blocked. */
const PREVIEWED = 12;
