import { z } from "zod";
import type { RateLimitDeps } from "../rate-limits/deps.ts";
import type { JobRoomDeps } from "./deps.ts";
import { jsonContent, jsonList } from "../http/json-content.ts";
import { growingListQuery, setPageHeaders } from "../http/pagination.ts";
import { uuidParam } from "../http/params.ts";
import { limitRate } from "../rate-limits/rate-limit.ts";
import { type App, currentActor, defineRoute } from "../http/router.ts";
import { listJobs } from "./list-jobs.ts";
import { retryJob } from "./retry-job.ts";
import { jobKindSchema, jobSchema, jobStateSchema } from "./schema.ts";

const listJobsRoute = defineRoute({
  method: "get",
  path: "/api/jobs",
  role: "admin",
  tags: ["Service"],
  summary: "List background jobs",
  description: "Lists the background jobs of the service with their states.",
  request: {
    query: z.object({
      ...growingListQuery,
      state: jobStateSchema.optional(),
      kind: jobKindSchema.optional(),
    }),
  },
  responses: { 200: jsonList("Jobs, newest first.", jobSchema) },
});

const retryJobRoute = defineRoute({
  method: "post",
  path: "/api/jobs/{id}/retry",
  role: "admin",
  before: [limitRate("writes")],
  tags: ["Service"],
  summary: "Retry a dead job",
  description: "Restarts a job that has used up its attempts; other jobs cannot be retried.",
  problems: ["invalid_transition", "conflict"],
  request: { params: z.object({ id: uuidParam }) },
  responses: { 202: jsonContent("The job, which is queued again.", jobSchema) },
});

/** Mounts the routes for the service's background jobs, for its operator. */
export function mountJobs(app: App<JobRoomDeps & RateLimitDeps>): void {
  app.openapi(listJobsRoute, async (c) => {
    const query = c.req.valid("query");
    const { items, total } = await listJobs(c.var.deps, query);
    setPageHeaders(c, query, total);
    return c.json(items, 200);
  });
  app.openapi(retryJobRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    return c.json(await retryJob(c.var.deps, name, c.req.valid("param").id), 202);
  });
}
