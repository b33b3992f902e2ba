import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { insertJob } from "../../../src/platform/jobs/enqueue-job.ts";
import { IndexStore } from "../../../src/knowledge/attack/index-store.ts";
import { runJob } from "../../../src/platform/jobs/run-job.ts";
import { tick } from "../../../src/background.ts";
import { smallBundle } from "../../support/bundles.ts";
import { ingestSmallRelease, requestJson, testServices } from "../../support/service.ts";

/** A context whose clock can be moved, and whose object storage can be made to fail. */
function movable() {
  const state = { offset: 0, broken: false, sent: [] as string[] };
  const real = testServices();
  class FailingIndexes extends IndexStore {
    override async put(...args: Parameters<IndexStore["put"]>): Promise<void> {
      if (state.broken) throw new Error("put: We encountered an internal error. (10001)");
      await super.put(...args);
    }
  }
  const context = testServices({
    now: (seconds = 0) => real.now(seconds + state.offset),
    indexes: new FailingIndexes(env.FILES, { list: async () => [] }),
    sendMessage: async ({ job_id }) => void state.sent.push(job_id),
  });
  return { state, context };
}

async function upload(version: string): Promise<string> {
  const { body } = await requestJson<{ task_id: string }>("/api/sync/bundles", {
    method: "POST",
    body: JSON.stringify(smallBundle(version)),
  });
  return body.task_id;
}

const jobOf = async (id: string) =>
  await env.WORKSPACE_DB.prepare("SELECT * FROM jobs WHERE id = ?").bind(id).first<{
    state: string;
    attempts: number;
    run_after: string;
    error: string | null;
  }>();
const taskOf = async (id: string) => (await requestJson(`/api/sync/tasks/${id}`)).body;

beforeEach(async () => {
  await ingestSmallRelease();
  // The test Worker's own queue must not take the jobs away from the test.
  await env.WORKSPACE_DB.exec("DELETE FROM jobs");
});

/** Puts a job back as it was before anybody worked on it. */
async function reset(id: string): Promise<void> {
  await env.WORKSPACE_DB.prepare(
    "UPDATE jobs SET state = 'queued', attempts = 0, lease_owner = NULL, lease_until = NULL WHERE id = ?",
  )
    .bind(id)
    .run();
}

describe("runJob", () => {
  it("tries a transient failure again with growing delay, and at last gives the job up as dead", async () => {
    const { state, context } = movable();
    const id = await upload("30.1");
    await reset(id);
    state.broken = true;
    const delays = [];
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await runJob(context, id);
      const job = await jobOf(id);
      expect(job).toMatchObject({ state: "queued", attempts: attempt });
      delays.push(
        Math.round((Date.parse(job?.run_after ?? "") - Date.parse(context.now())) / 1000),
      );
      await runJob(context, id);
      expect((await jobOf(id))?.attempts).toBe(attempt);
      state.offset += 1000;
    }
    expect(delays).toEqual([10, 20, 40, 80]);
    await runJob(context, id);
    expect(await jobOf(id)).toMatchObject({ state: "dead", attempts: 5 });
    expect(await taskOf(id)).toMatchObject({ status: "failed" });
    expect((await requestJson("/api/health")).body).toMatchObject({ jobs: { dead: 1 } });
    expect((await requestJson("/api/apt/groups?version=30.1")).status).toBe(404);
  });

  it("succeeds when the fault has gone, and leaves nothing of the failed attempt", async () => {
    const { state, context } = movable();
    const id = await upload("31.1");
    await reset(id);
    state.broken = true;
    await runJob(context, id);
    state.broken = false;
    state.offset = 60;
    await runJob(context, id);
    expect(await taskOf(id)).toMatchObject({ status: "complete", domains: [{ error: null }] });
    state.offset = 2 * 60 * 60;
    await tick(context, "@tick");
    const { results } = await env.KNOWLEDGE_DB.prepare(
      "SELECT state, (SELECT count(*) FROM techniques t WHERE t.release_id = r.id) AS n FROM releases r WHERE version = '31.1'",
    ).all();
    expect(results).toEqual([{ state: "ready", n: 8 }]);
  });

  it("is done once, however many are woken for it at the same time", async () => {
    const id = await upload("32.1");
    await reset(id);
    const { context } = movable();
    await Promise.all(Array.from({ length: 10 }, () => runJob(context, id)));
    expect(await jobOf(id)).toMatchObject({ state: "done", attempts: 1 });
  });

  it("is taken over only when its lease ran out, and the former owner cannot write any more", async () => {
    const id = await upload("33.1");
    await reset(id);
    const { state, context } = movable();
    const claim = async (owner: string) =>
      await context.jobs.claim(id, owner, context.now(), context.now(60));
    const first = await claim("first");
    expect(first).not.toBeNull();
    expect(await claim("second")).toBeNull();
    await tick(context, "@tick");
    expect(state.sent).not.toContain(id);
    state.offset = 61;
    await tick(context, "@tick");
    expect(state.sent).toContain(id);
    expect(await claim("second")).toMatchObject({ attempts: 2 });
    if (first === null) throw new Error("not claimed");
    expect(await context.jobs.renew(first, context.now(), context.now(60), {})).toBe(false);
    await context.jobs.giveUp(first, "dead", context.now(), "too late");
    expect(await jobOf(id)).toMatchObject({ state: "running", error: null });
  });

  it("waits for no time that a clock set back since has written", async () => {
    const [held, queued] = [await upload("36.1"), await upload("37.1")];
    const { state, context } = movable();
    await reset(held);
    await reset(queued);
    const ahead = (seconds: number) => context.now(3_600 + seconds);
    await context.jobs.claim(held, "before the clock was set back", ahead(0), ahead(60));
    await env.WORKSPACE_DB.prepare("UPDATE jobs SET run_after = ?1, updated_at = ?1 WHERE id = ?2")
      .bind(ahead(10), queued)
      .run();
    await tick(context, "@tick");
    expect(state.sent).toContain(held);
    for (const id of [held, queued]) await runJob(context, id);
    expect(await jobOf(held)).toMatchObject({ state: "done" });
    expect(await jobOf(queued)).toMatchObject({ state: "done" });
  });

  it("is the same job when the same bundle comes again while it waits", async () => {
    const bundle = JSON.stringify(smallBundle("34.1"));
    const context = testServices();
    const job = {
      kind: "ingest_bundle" as const,
      actor: "local",
      payload: {},
      progress: {},
      dedupe_key: `test:${bundle.length}`,
    };
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => insertJob(context, { ...job, id: context.newId() }, null)),
    );
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
    const [{ n } = { n: 0 }] = (
      await env.WORKSPACE_DB.prepare("SELECT count(*) AS n FROM jobs WHERE dedupe_key = ?")
        .bind(job.dedupe_key)
        .all<{ n: number }>()
    ).results;
    expect(n).toBe(1);
  });

  it("starts anew at once when the only process there was is known to be gone", async () => {
    const id = await upload("35.1");
    await reset(id);
    const { state, context } = movable();
    await context.jobs.claim(id, "dead process", context.now(), context.now(60));
    // One that was claimed since the start belongs to the process that is there.
    await tick({ ...context, startedAt: context.now(-10) }, "@start");
    expect(state.sent).not.toContain(id);
    await tick({ ...context, startedAt: context.now(1) }, "@start");
    expect(state.sent).toContain(id);
    await runJob(context, id);
    expect(await taskOf(id)).toMatchObject({ status: "complete" });
  });
});
