import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf, pageOf, type Schema } from "./client.ts";
import type { Observable } from "./observables.ts";
import type { paths } from "./schema.d.ts";

export type Suppression = Schema<"Suppression">;
export type SuppressionRule = Suppression["rule"];
export type WarningList = Schema<"WarningList">;

export type SuppressionsWanted = NonNullable<
  paths["/api/pipeline/suppressions"]["get"]["parameters"]["query"]
>;

export type WarningListFile =
  paths["/api/pipeline/warning-lists/{name}"]["put"]["requestBody"]["content"]["application/json"];

/** Returns suppressed values, last seen first. */
export const suppressionsQuery = (query: SuppressionsWanted) =>
  queryOptions({
    queryKey: ["suppressions", query],
    queryFn: ({ signal }) =>
      pageOf(api.GET("/api/pipeline/suppressions", { params: { query }, signal })),
  });

/** Restores a suppressed value to the observables permanently. */
export const restoreSuppression = (id: string): Promise<Observable> =>
  bodyOf(api.POST("/api/pipeline/suppressions/{id}/restore", { params: { path: { id } } }));

export const warningListsQuery = queryOptions({
  queryKey: ["warning-lists"],
  queryFn: ({ signal }) => bodyOf(api.GET("/api/pipeline/warning-lists", { signal })),
});

/** Returns the warning lists that contain a value. */
export const valueCheckQuery = (value: string) =>
  queryOptions({
    queryKey: ["warning-lists", "check", value],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/api/pipeline/warning-lists/check", { params: { query: { value } }, signal }),
      ),
    retry: false,
  });

/** Adds a list in MISP's format, or replaces the one with this name. */
export const replaceWarningList = (name: string, body: WarningListFile): Promise<WarningList> =>
  bodyOf(api.PUT("/api/pipeline/warning-lists/{name}", { params: { path: { name } }, body }));

export const deleteWarningList = (name: string): Promise<unknown> =>
  bodyOf(api.DELETE("/api/pipeline/warning-lists/{name}", { params: { path: { name } } }));
