import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { insertJob } from "../../../src/platform/jobs/enqueue-job.ts";
import { requestJson, testServices } from "../../support/service.ts";
import { markReady } from "../../support/ready.ts";

beforeAll(markReady);

interface Job {
  id: string;
  kind: string;
  state: string;
  attempts: number;
  error: string | null;
}

const context = testServices();

/** A job that nobody works on. */
async function add(dedupe: string): Promise<string> {
  const job = await insertJob(
    context,
    {
      id: context.newId(),
      kind: "ingest_bundle",
      actor: "ann",
      payload: { domain: "ics-attack", key: { secret: "not shown" } },
      dedupe_key: dedupe,
      progress: { domains: [] },
    },
    null,
  );
  return job.id;
}

async function kill(id: string): Promise<void> {
  const job = await context.jobs.claim(id, "owner", context.now(), context.now(60));
  if (job === null) throw new Error("not claimed");
  await context.jobs.giveUp(job, "dead", context.now(), "It never worked.");
}

const retry = (id: string) => requestJson(`/api/jobs/${id}/retry`, { method: "POST" });
const auditOf = async (id: string) =>
  (await env.WORKSPACE_DB.prepare("SELECT action FROM audit WHERE object_id = ?").bind(id).all())
    .results;

beforeEach(async () => {
  await env.WORKSPACE_DB.exec("DELETE FROM jobs");
});

describe("GET /api/jobs", () => {
  it("lists jobs newest first, by state and kind, in pages", async () => {
    const ids = [await add("a"), await add("b"), await add("c")];
    await kill(ids[0] ?? "");
    const all = await requestJson<Job[]>("/api/jobs");
    expect(all.headers.get("X-Total-Count")).toBe("3");
    expect(all.body.map(({ id }) => id).sort()).toEqual(ids.toSorted());
    const dead = await requestJson<Job[]>("/api/jobs?state=dead&kind=ingest_bundle");
    expect(dead.body).toEqual([
      expect.objectContaining({
        id: ids[0],
        kind: "ingest_bundle",
        state: "dead",
        attempts: 1,
        error: "It never worked.",
        actor: "ann",
        subject: { source_id: null, report_id: null, domain: "ics-attack", version: null },
      }),
    ]);
    expect(Object.keys(dead.body[0] ?? {}).sort()).toEqual(
      [
        "actor",
        "attempts",
        "created_at",
        "error",
        "finished_at",
        "id",
        "kind",
        "run_after",
        "state",
        "subject",
        "updated_at",
      ].sort(),
    );
    expect((await requestJson<Job[]>("/api/jobs?kind=check_and_sync")).body).toEqual([]);
    const page = await requestJson<Job[]>("/api/jobs?limit=2&offset=1");
    expect(page.body).toHaveLength(2);
    expect((await requestJson("/api/jobs?state=sleeping")).status).toBe(422);
    expect((await requestJson("/api/health")).body).toMatchObject({ jobs: { queued: 2, dead: 1 } });
  });
});

describe("POST /api/jobs/{id}/retry", () => {
  it("gives a dead job its attempts anew, and records it", async () => {
    const id = await add("a");
    await kill(id);
    expect(await retry(id)).toMatchObject({
      status: 202,
      body: { id, state: "queued", attempts: 0, error: null, finished_at: null },
    });
    expect(await auditOf(id)).toEqual([{ action: "job.retry" }]);
  });

  it("refuses one that is not dead, one that a newer job does, and one that is not there", async () => {
    const id = await add("a");
    expect(await retry(id)).toMatchObject({ status: 409, body: { code: "invalid_transition" } });
    await kill(id);
    await add("a");
    expect(await retry(id)).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(await auditOf(id)).toEqual([]);
    expect(await retry(context.newId())).toMatchObject({ status: 404 });
    expect(await retry("x")).toMatchObject({ status: 400, body: { code: "invalid_id" } });
  });
});
