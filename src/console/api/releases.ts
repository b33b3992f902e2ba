import { queryOptions } from "@tanstack/react-query";
import { STABLE_MS } from "./attack.ts";
import { dropBookmark } from "./bookmark.ts";
import { api, bodyOf, pageOf, type Schema } from "./client.ts";
import { newId } from "./new-id.ts";
import { Problem, toProblem } from "./problem.ts";
import type { paths } from "./schema.d.ts";

export type ReleaseVersion = Schema<"ReleaseVersion">;
export type ReleaseDiff = Schema<"ReleaseDiff">;
export type Touched = Schema<"TouchedByRelease">;
export type SyncTask = Schema<"SyncTask">;
type ImpactQuery = paths["/api/attack/diff/impact"]["get"]["parameters"]["query"];

/** The polling interval for sync progress. */
const TASK_MS = 1_000;

/** Two releases of a domain to compare. */
export interface Compared {
  domain: string;
  from: string;
  to: string;
}

/**
 * The releases available upstream. Fetching this makes the service contact upstream, so it happens only on
 * request.
 */
export const syncStatusQuery = queryOptions({
  queryKey: ["sync", "status"],
  queryFn: ({ signal }) => bodyOf(api.GET("/api/sync/status", { signal })),
  retry: false,
});

export const syncTaskQuery = (taskId: string) =>
  queryOptions({
    queryKey: ["sync", "task", taskId],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/api/sync/tasks/{task_id}", { params: { path: { task_id: taskId } }, signal }),
      ),
    refetchInterval: ({ state: { data } }) => (isSyncing(data) ? TASK_MS : false),
  });

/** Returns whether a sync is in progress. */
export function isSyncing(task: SyncTask | undefined): boolean {
  return task?.status === "queued" || task?.status === "running";
}

export const triggerSync = (body: Schema<"SyncRequest">): Promise<Schema<"SyncTicket">> =>
  bodyOf(api.POST("/api/sync/trigger", { body }));

/**
 * Removes a release that is not the only one of its domain.
 * @throws Problem
 */
export async function removeRelease(path: { domain: string; version: string }): Promise<void> {
  await bodyOf(api.DELETE("/api/attack/versions/{domain}/{version}", { params: { path } }));
}

export const diffQuery = (query: Compared) =>
  queryOptions({
    queryKey: ["releases", "diff", query],
    queryFn: ({ signal }) => bodyOf(api.GET("/api/attack/diff", { params: { query }, signal })),
    staleTime: STABLE_MS,
  });

export const impactQuery = (query: ImpactQuery) =>
  queryOptions({
    queryKey: ["releases", "impact", query],
    queryFn: ({ signal }) =>
      pageOf(api.GET("/api/attack/diff/impact", { params: { query }, signal })),
  });

/**
 * Uploads a bundle and returns the id of the task that ingests it.
 * @param onProgress receives the share sent so far, 0 to 1, which `fetch` does not report
 * @throws Problem
 */
export async function uploadBundle(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isPacked = start[0] === 0x1f && start[1] === 0x8b;
  return await new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/sync/bundles");
    request.responseType = "json";
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.setRequestHeader("X-Request-ID", newId());
    if (isPacked) request.setRequestHeader("Content-Encoding", "gzip");
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener("load", () => {
      dropBookmark();
      const body = request.response as { task_id?: string } | null;
      if (request.status === 202 && typeof body?.task_id === "string") done(body.task_id);
      else fail(toProblem(body, new Response(null, { status: Math.max(request.status, 400) })));
    });
    request.addEventListener("error", () =>
      fail(new Problem(0, "unreachable", "The upload broke off. Try again in a moment.", null)),
    );
    request.addEventListener("abort", () => fail(new DOMException("Canceled", "AbortError")));
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}
