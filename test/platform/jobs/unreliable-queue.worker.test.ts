import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { runJob } from "../../../src/platform/jobs/run-job.ts";
import { tick } from "../../../src/background.ts";
import { smallBundle, smallObjects } from "../../support/bundles.ts";
import { seededRandom } from "../../support/random.ts";
import { ingestSmallRelease, requestJson, testServices } from "../../support/service.ts";

const VERSIONS = ["20.1", "20.2", "20.3", "20.4", "20.5"];

/** Late messages still come for so many rounds after the last job has ended. */
const QUIET_ROUNDS = 6;

/** A queue that repeats, drops and reorders what it is given, and workers that die in the middle. */
function unreliable(random: () => number) {
  const state = { offset: 0, waiting: [] as string[] };
  const real = testServices();
  const context = testServices({
    now: (seconds = 0) => real.now(seconds + state.offset),
    sendMessage: async ({ job_id }) => {
      if (random() < 0.3) return;
      const copies = 1 + Math.floor(random() * 3);
      for (let copy = 0; copy < copies; copy += 1) {
        state.waiting.splice(Math.floor(random() * (state.waiting.length + 1)), 0, job_id);
      }
    },
  });
  return { state, context };
}

async function send(version: string): Promise<string> {
  const objects = smallObjects();
  const { body } = await requestJson<{ task_id: string }>("/api/sync/bundles", {
    method: "POST",
    body: JSON.stringify(smallBundle(version, "2.1", objects)),
  });
  await env.WORKSPACE_DB.prepare(
    "UPDATE jobs SET state = 'queued', attempts = 0, lease_owner = NULL, lease_until = NULL WHERE id = ?",
  )
    .bind(body.task_id)
    .run();
  return body.task_id;
}

async function countOpen(): Promise<number> {
  const open = "SELECT count(*) AS n FROM jobs WHERE state IN ('queued', 'running')";
  return (await env.WORKSPACE_DB.prepare(open).first<number>("n")) ?? 0;
}

async function endState(): Promise<unknown[]> {
  const counts = ["techniques", "groups", "campaigns", "software", "uses", "attributions"].map(
    (table) => `(SELECT count(*) FROM ${table} t WHERE t.release_id = r.id) AS ${table}`,
  );
  const { results } = await env.KNOWLEDGE_DB.prepare(
    `SELECT version, state, ${counts.join(", ")} FROM releases r ORDER BY version_rank`,
  ).all();
  return results;
}

beforeAll(ingestSmallRelease);

describe("a queue that repeats, drops and reorders messages", () => {
  it.each(Array.from({ length: 20 }, (_, index) => index + 1))(
    "(seed %i) changes nothing about how it ends",
    async (seed) => {
      await env.KNOWLEDGE_DB.exec("DELETE FROM releases WHERE version LIKE '20.%'");
      await env.WORKSPACE_DB.exec("DELETE FROM jobs");
      const random = seededRandom(seed);
      const { state, context } = unreliable(random);
      const ids = [];
      for (const version of VERSIONS) ids.push(await send(version));
      let quiet = 0;
      for (let round = 0; round < 40 && quiet < QUIET_ROUNDS; round += 1) {
        await tick(context, "@tick");
        const batch = state.waiting.splice(0);
        // A worker that died holds its lease until it runs out.
        for (const id of ids) {
          if (random() < 0.1) await context.jobs.claim(id, "died", context.now(), context.now(60));
        }
        await Promise.all(batch.map((id) => runJob(context, id)));
        state.offset += 45;
        quiet = (await countOpen()) === 0 ? quiet + 1 : 0;
      }
      for (const id of ids) {
        expect(await requestJson(`/api/sync/tasks/${id}`)).toMatchObject({
          body: { status: "complete", domains: [{ error: null }] },
        });
      }
      state.offset += 7200;
      await tick(context, "@tick");
      expect(await endState()).toMatchObject([
        { version: "18.1", state: "ready" },
        ...VERSIONS.map((version) => ({
          version,
          state: "ready",
          techniques: 8,
          groups: 3,
          campaigns: 1,
          software: 1,
          uses: 6,
          attributions: 1,
        })),
      ]);
    },
  );
});
