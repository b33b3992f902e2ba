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

/** Observables that fit, most recently seen first. */
export const observablesQuery = (query: ObservablesWanted) =>
  queryOptions({
    queryKey: ["observables", query],
    queryFn: ({ signal }) =>
      pageOf(api.GET("/api/pipeline/observables", { params: { query }, signal })),
  });

/** Everything that is known of an observable. */
export const observableQuery = (id: string) =>
  queryOptions({
    queryKey: ["observable", id],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/pipeline/observables/{id}/context", { params: at(id), signal })),
  });

/** What registries and other providers said of an observable, newest first. */
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

/** Asks a provider now. */
export const enrichObservable = (
  id: string,
  body: Schema<"EnrichmentRequest">,
): Promise<Enrichment> =>
  bodyOf(api.POST("/api/pipeline/observables/{id}/enrich", { params: at(id), body }));

/** Every enrichment provider, and whether it is on; they change only with a restart. */
export const providersQuery = queryOptions({
  queryKey: ["enrichment-providers"],
  queryFn: ({ signal }) => bodyOf(api.GET("/api/pipeline/enrichments/providers", { signal })),
  staleTime: STABLE_MS,
});

/** Adds an observable by hand; one that is known is answered as it is. */
export const addObservable = (body: Schema<"NewObservable">): Promise<Observable> =>
  bodyOf(api.POST("/api/pipeline/observables", { body }));

/** Changes tags, role or confidence of one. */
export const changeObservable = (
  id: string,
  body: Schema<"ObservableChange">,
): Promise<Observable> =>
  bodyOf(api.PATCH("/api/pipeline/observables/{id}", { params: at(id), body }));

const BULK = "/api/pipeline/observables/bulk";

/** Does the same to many, in one step. */
export const changeObservables = (body: BulkChange): Promise<BulkOutcome> =>
  bodyOf(api.POST(BULK, { body }));

/** The same as the page goes away: nobody waits for the answer, and the browser sends it all the same. */
export function changeObservablesUnseen(body: BulkChange): void {
  const headers = { "Content-Type": "application/json" };
  void fetch(BULK, { method: "POST", headers, body: JSON.stringify(body), keepalive: true });
}

export type EnrichmentTask = Schema<"BulkEnrichmentTask">;

/** How often the progress of an enrichment is asked for. */
const PROGRESS_MS = 1_000;

/** Asks a provider about several; those of other kinds are skipped. */
export const enrichObservables = (body: Schema<"BulkEnrichment">): Promise<Schema<"BulkTicket">> =>
  bodyOf(api.POST("/api/pipeline/enrichments/bulk", { body }));

/** How far an enrichment of several is. */
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

/** The first lines of a block list: the values that a firewall would get, and how many there are. */
export const blockListQuery = (address: string) =>
  queryOptions({
    queryKey: ["observables", "block-list", address],
    queryFn: async ({ signal }) => {
      const lines = (await (await fetch(address, { signal })).text()).trimEnd().split("\n");
      return { first: lines.slice(0, PREVIEWED), total: lines[0] === "" ? 0 : lines.length };
    },
  });

/** Enough to see what would be blocked. */
const PREVIEWED = 12;
