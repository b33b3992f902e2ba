import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf, pageOf, type Schema } from "./client.ts";

export type Job = Schema<"Job">;
export type JobState = Job["state"];
export interface JobsWanted {
  limit: number;
  offset: number;
  state?: JobState;
}

const LOOK_MS = 5_000;

/** Returns jobs, newest first. Refetches regularly, because they progress by themselves. */
export const jobsQuery = (query: JobsWanted) =>
  queryOptions({
    queryKey: ["jobs", query],
    queryFn: ({ signal }) => pageOf(api.GET("/api/jobs", { params: { query }, signal })),
    refetchInterval: LOOK_MS,
  });

/** Retries a dead job with all its attempts. */
export const retryJob = (id: string): Promise<Job> =>
  bodyOf(api.POST("/api/jobs/{id}/retry", { params: { path: { id } } }));
