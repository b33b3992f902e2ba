import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf, pageOf, type Schema } from "./client.ts";

export type Source = Schema<"Source">;
export type SourcePreview = Schema<"SourcePreview">;
export type SourceRun = Schema<"Run">;
export type NewSource = Schema<"NewSource">;
export type SourceKind = Source["kind"];
export type SourceFilters = Schema<"SourceFilters">;
export type SourceChange = Schema<"SourceChange">;

const at = (id: string) => ({ path: { id } });
/** Detects runs that the scheduler started. */
const LOOK_MS = 30_000;

/** Returns sources by name. */
export const sourcesQuery = (query: { limit: number; offset: number }) =>
  queryOptions({
    queryKey: ["sources", query],
    queryFn: ({ signal }) =>
      pageOf(api.GET("/api/pipeline/sources", { params: { query }, signal })),
    refetchInterval: LOOK_MS,
  });

export const sourceQuery = (id: string) =>
  queryOptions({
    queryKey: ["sources", id],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/pipeline/sources/{id}", { params: at(id), signal })),
    refetchInterval: LOOK_MS,
  });

/** Returns the runs of a source, newest first. */
export const runsQuery = (query: { source_id: string; limit: number; offset: number }) =>
  queryOptions({
    queryKey: ["sources", query.source_id, "runs", query],
    queryFn: ({ signal }) => pageOf(api.GET("/api/pipeline/runs", { params: { query }, signal })),
    refetchInterval: LOOK_MS,
  });

/** Finds the source behind an address, optionally of a given kind. Stores nothing. */
export const previewSource = (body: Schema<"SourcePreviewRequest">): Promise<SourcePreview> =>
  bodyOf(api.POST("/api/pipeline/sources/preview", { body }));

export const addSource = (body: NewSource): Promise<Source> =>
  bodyOf(api.POST("/api/pipeline/sources", { body }));

export const changeSource = (id: string, body: SourceChange): Promise<Source> =>
  bodyOf(api.PATCH("/api/pipeline/sources/{id}", { params: at(id), body }));

export async function deleteSource(id: string): Promise<void> {
  await bodyOf(api.DELETE("/api/pipeline/sources/{id}", { params: at(id) }));
}

/** Runs a source now. After 25 seconds, returns the unfinished run. */
export const runSource = (id: string): Promise<SourceRun> =>
  bodyOf(api.POST("/api/pipeline/sources/{id}/run", { params: at(id) }));
