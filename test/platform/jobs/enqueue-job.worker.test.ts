import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import type { WorkspaceDb } from "../../../src/platform/d1/databases.ts";
import { insertJob } from "../../../src/platform/jobs/enqueue-job.ts";
import { JobStore } from "../../../src/platform/jobs/store.ts";
import { testServices } from "../../support/service.ts";

it("a job that somebody has done the moment after it was queued is queued once", async () => {
  const services = testServices();
  const { workspace: db } = services;
  const workspace: WorkspaceDb = {
    ...db,
    unrecordedBatch: async (why, changes) => {
      const results = await db.unrecordedBatch(why, changes);
      await env.WORKSPACE_DB.prepare("UPDATE jobs SET state = 'done'").run();
      return results;
    },
  };
  const id = services.newId();
  const wanted = {
    id,
    kind: "load_seed" as const,
    actor: "scheduler",
    payload: {},
    progress: {},
    dedupe_key: "done at once",
  };
  const deps = { ...services, workspace, jobs: new JobStore(workspace) };
  expect(await insertJob(deps, wanted, null)).toMatchObject({ id, state: "queued" });
  const rows = await env.WORKSPACE_DB.prepare("SELECT state FROM jobs WHERE dedupe_key = ?")
    .bind(wanted.dedupe_key)
    .all();
  expect(rows.results).toEqual([{ state: "done" }]);
});
