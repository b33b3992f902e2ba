import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf, pageOf, type Schema } from "./client.ts";
import type { paths } from "./schema.d.ts";

export type Observable = Schema<"Observable">;
export type ObservableRole = Observable["role"];
export type ObservableContext = Schema<"ObservableContext">;
export type ObservableMention = Schema<"ObservableMention">;
export type Enrichment = Schema<"Enrichment">;
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

/** What registries said of an observable, newest first. */
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

/** Asks the registry now. */
export const enrichObservable = (id: string): Promise<Enrichment> =>
  bodyOf(api.POST("/api/pipeline/observables/{id}/enrich", { params: at(id) }));

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
