import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Services } from "../../../src/services.ts";
import { IntakeStore } from "../../../src/pipeline/intake/store.ts";
import { openWorkspace } from "../../../src/platform/d1/databases.ts";
import { AT_ONCE } from "../../../src/platform/jobs/limits.ts";
import { receiveMessages } from "../../../src/platform/jobs/receive-messages.ts";
import { runJob } from "../../../src/platform/jobs/run-job.ts";
import { JobStore, type NewJob } from "../../../src/platform/jobs/store.ts";
import { tick } from "../../../src/background.ts";
import { seededRandom } from "../../support/random.ts";
import { ingestSmallRelease, requestJson, testServices } from "../../support/service.ts";
import configuration from "../../../wrangler.toml?raw";

const CONSUMERS = Number(/^max_concurrency = (\d+)$/m.exec(configuration)?.[1]);
const INTAKE = "/api/pipeline/intake";
const post = async (path: string, body: object) =>
  await requestJson<{ id: string }>(path, { method: "POST", body: JSON.stringify(body) });

let counter = 0;

/** A promoted report whose analysis is queued, with the page that it links to. */
async function promote(url: string | null): Promise<{ report: string; job: string }> {
  counter += 1;
  const text = "They used T1566 and nothing else.";
  const given = { title: `A report that is analysed beside others, ${counter}`, url, text };
  const { id } = (await post(INTAKE, given)).body;
  await post(`${INTAKE}/${id}/promote`, { analyze: true, fetch: url !== null });
  const job = await env.WORKSPACE_DB.prepare(
    "select id from jobs where payload ->> '$.report_id' = ?",
  )
    .bind(id)
    .first<{ id: string }>();
  return { report: id, job: job?.id ?? "" };
}

const statusOf = async (report: string) => {
  const { body } = await requestJson(`${INTAKE}/${report}`);
  return [body["analysis_status"], body["analysis_error"]];
};
const jobOf = async (id: string) =>
  await env.WORKSPACE_DB.prepare("select state, attempts, error from jobs where id = ?")
    .bind(id)
    .first<{ state: string; attempts: number; error: string | null }>();

/** A context whose network never ends its answer: a byte, and then another one, for ever. */
function endless(change: Partial<Services> = {}) {
  const asked: AbortSignal[] = [];
  const network: typeof fetch = async (_input, init) => {
    const { signal } = init ?? {};
    if (signal) asked.push(signal);
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (signal?.aborted === true) controller.error(signal.reason);
        else controller.enqueue(new Uint8Array([32]));
      },
    });
    return new Response(body, { headers: { "Content-Type": "text/html" } });
  };
  const sent: { id: string; delay: number }[] = [];
  const context = testServices({
    network: { public: network, operator: network },
    sendMessage: async ({ job_id: id }, delay = 0) => void sent.push({ id, delay }),
    log: () => undefined,
    ...change,
  });
  return { context, asked, sent };
}

const messageFor = (id: string) => {
  const seen: string[] = [];
  const message = {
    body: { job_id: id },
    ack: () => void seen.push("ack"),
    retry: ({ delaySeconds = 0 } = {}) => void seen.push(`retry ${delaySeconds}`),
  };
  return { message, seen };
};

beforeAll(async () => {
  await ingestSmallRelease();
});
beforeEach(async () => {
  await env.WORKSPACE_DB.exec("DELETE FROM jobs");
});

describe("the messages of a batch", () => {
  it("are looked at side by side: a page that never ends keeps no other job waiting", async () => {
    const slow = await promote("https://slow.unit.dev/endless");
    const others = [await promote(null), await promote(null)];
    const { context, asked } = endless();
    const messages = [slow, ...others].map(({ job }) => messageFor(job));
    const batch = receiveMessages(
      context,
      messages.map(({ message }) => message),
    );
    for (const { report } of others) {
      await expect.poll(async () => await statusOf(report)).toEqual(["complete", null]);
    }
    // The slow one is still under way.
    expect(asked.map(({ aborted }) => aborted)).toEqual([false]);
    expect(await statusOf(slow.report)).toEqual(["running", null]);
    expect(messages[0]?.seen).toEqual([]);
    expect(messages.slice(1).map(({ seen }) => seen)).toEqual([["ack"], ["ack"]]);
    void batch;
  });

  it("that could not be looked at come again, and the others are done all the same", async () => {
    const { job } = await promote(null);
    const { context } = endless();
    class BusyJobs extends JobStore {
      override async claim(...args: Parameters<JobStore["claim"]>) {
        if (args[0] === "broken") throw new Error("D1_ERROR: database is locked");
        return await super.claim(...args);
      }
    }
    const jobs = new BusyJobs(openWorkspace(env.WORKSPACE_DB, () => ""));
    const [broken, good] = [messageFor("broken"), messageFor(job)];
    await receiveMessages({ ...context, jobs }, [broken.message, good.message]);
    expect([broken.seen, good.seen]).toEqual([["retry 5"], ["ack"]]);
    expect(await jobOf(job)).toMatchObject({ state: "done" });
  });
});

describe("a page that sends a byte now and then", () => {
  it("is left when the whole time is over, and the report's own text is analysed", async () => {
    const { report, job } = await promote("https://slow.unit.dev/bytes");
    const base = testServices();
    const { context, asked } = endless({
      settings: { ...base.settings, SOURCE_TIMEOUT_MS: 200 },
    });
    await runJob(context, job);
    const late = /^https:\/\/slow\.unit\.dev\/bytes took more than 1 seconds\. /;
    expect(await statusOf(report)).toEqual(["failed", expect.stringMatching(late)]);
    const { body } = await requestJson<{ session_id: string }>(`${INTAKE}/${report}`);
    const session = await requestJson<{ warnings: string[] }>(`/api/analyze/${body.session_id}`);
    expect(session.body.warnings).toEqual([expect.stringMatching(late)]);
    expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
  });
});

/** Jobs that are only claimed and ended. */
async function add(context: Services, list: Partial<NewJob>[]): Promise<string[]> {
  const jobs = list.map((change) => {
    const id = context.newId();
    const kind = "collect_source" as const;
    return { id, kind, actor: "ann", payload: {}, progress: {}, dedupe_key: id, ...change };
  });
  await context.jobs.enqueueAll(jobs, context.now());
  return jobs.map(({ id }) => id);
}

const claim = async (context: Services, id: string) =>
  await context.jobs.claim(id, context.newId(), context.now(), context.now(60));

describe("room for jobs", () => {
  it("is for four of a kind, in the order in which they became due", async () => {
    const context = testServices();
    const ids = await add(
      context,
      Array.from({ length: 9 }, () => ({})),
    );
    // Whoever came last does not overtake, however often it asks.
    expect(await claim(context, ids[8] ?? "")).toBeNull();
    const held = await Promise.all(ids.map(async (id) => await claim(context, id)));
    expect(held.map((job) => job !== null)).toEqual([
      ...Array.from({ length: 4 }, () => true),
      ...Array.from({ length: 5 }, () => false),
    ]);
    expect(await context.jobs.listRunnable(context.now())).toEqual([]);
    // Another kind has its own room.
    const [other] = await add(context, [{ kind: "enrich_observables" }]);
    expect(await claim(context, other ?? "")).not.toBeNull();
    const [first] = held;
    if (first === null || first === undefined) throw new Error("not claimed");
    await context.jobs.finish(first, context.now(), { progress: {}, error: null });
    expect(await context.jobs.listRunnable(context.now())).toEqual([ids[4]]);
    expect(await claim(context, ids[5] ?? "")).toBeNull();
    expect(await claim(context, ids[4] ?? "")).toMatchObject({ attempts: 1 });
  });

  it("is for two that ask one host, and those that ask another one pass by", async () => {
    const context = testServices();
    const lane = "host:one.unit.dev";
    const ids = await add(context, [{ lane }, { lane }, { lane }, { lane: "host:two.unit.dev" }]);
    const held = await Promise.all(ids.map(async (id) => await claim(context, id)));
    expect(held.map((job) => job !== null)).toEqual([true, true, false, true]);
    const [article] = await add(context, [{ kind: "analyse_report", lane }]);
    expect(await claim(context, article ?? "")).toBeNull();
  });

  it("of a worker that died is free again when its lease is over", async () => {
    const context = testServices();
    const ids = await add(
      context,
      Array.from({ length: 5 }, () => ({})),
    );
    for (const id of ids) await claim(context, id);
    const later = { ...context, now: (s = 0) => context.now(s + 61) };
    expect(await context.jobs.listRunnable(later.now())).toEqual(ids.slice(0, 4));
    for (const id of ids.slice(0, 4)) expect(await claim(later, id)).not.toBeNull();
    expect(await claim(later, ids[4] ?? "")).toBeNull();
  });

  it.each([1, 2, 3, 4, 5])("(seed %i) is listed as it is given", async (seed) => {
    const random = seededRandom(seed);
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
    const context = testServices();
    const kinds = ["collect_source", "analyse_report", "enrich_observables", "load_seed"] as const;
    const ids = await add(
      context,
      Array.from({ length: 40 }, () => ({
        kind: pick(kinds),
        lane: pick([null, null, "host:a", "host:b"]),
      })),
    );
    for (const id of ids.filter(() => random() < 0.2)) await claim(context, id);
    for (;;) {
      const listed = await context.jobs.listRunnable(context.now());
      const free = new Set(listed);
      // What is not listed is refused; the first that is listed is given.
      for (const id of ids.filter((other) => !free.has(other))) {
        expect(await claim(context, id)).toBeNull();
      }
      const [first] = listed;
      if (first === undefined) break;
      expect(await claim(context, first)).not.toBeNull();
    }
    const held = await context.jobs.list({ limit: 100, offset: 0 }, { state: "running" });
    const count = (wanted: (job: (typeof held.items)[number]) => boolean) =>
      held.items.filter(wanted).length;
    expect(count(({ lane }) => lane === "host:a")).toBeLessThanOrEqual(2);
    expect(count(({ kind }) => kind === "collect_source")).toBeLessThanOrEqual(4);
    expect(count(({ kind }) => kind === "load_seed")).toBe(1);
  });

  it("is for as many jobs as the queue has consumers", () => {
    expect(CONSUMERS).toBe(Object.values(AT_ONCE).reduce((sum, atOnce) => sum + atOnce, 0));
  });

  it("that became free is filled at once, and none is forgotten or done twice", async () => {
    const { context, sent } = endless();
    const wanted = [];
    for (let i = 0; i < 25; i += 1) wanted.push(await promote(null));
    // A queue delivers at least once: each message comes twice.
    const queue = wanted.flatMap(({ job }) => [job, job]).toReversed();
    const running = async () => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        await runJob(context, id);
        queue.push(...sent.splice(0).flatMap((message) => (message.delay > 0 ? [] : [message.id])));
      }
    };
    await Promise.all(Array.from({ length: CONSUMERS }, running));
    await running();
    for (const { job, report } of wanted) {
      expect(await jobOf(job)).toMatchObject({ state: "done", attempts: 1 });
      expect(await statusOf(report)).toEqual(["complete", null]);
    }
  });

  it("is not asked for by all at once: a tick wakes as many as there is room for", async () => {
    const { context, sent } = endless();
    await add(
      context,
      Array.from({ length: 300 }, () => ({ lane: null })),
    );
    await tick(context, "@tick");
    const collecting = await context.jobs.list(
      { limit: 500, offset: 0 },
      { kind: "collect_source" },
    );
    const known = new Set(collecting.items.map(({ id }) => id));
    expect(sent.filter(({ id }) => known.has(id))).toHaveLength(4);
  });
});

describe("a job", () => {
  it("whose try failed comes again after its delay, without a cron", async () => {
    const { job } = await promote(null);
    const { context, sent } = endless();
    class FailingIntake extends IntakeStore {
      override async endAnalysis(): Promise<boolean> {
        return await Promise.reject(new Error("D1_ERROR: no answer"));
      }
    }
    const intake = new FailingIntake(openWorkspace(env.WORKSPACE_DB, () => ""));
    const failing: Services = { ...context, intake };
    await runJob(failing, job);
    expect(await jobOf(job)).toMatchObject({ state: "queued", attempts: 1 });
    expect(sent).toContainEqual({ id: job, delay: 10 });
  });

  it("whose message comes a moment early is looked at again, not forgotten", async () => {
    const { context, sent } = endless();
    const [id = ""] = await add(context, [{}]);
    const at = (seconds: number) => ({ ...context, now: (s = 0) => context.now(s + seconds) });
    await runJob(at(-2), id);
    expect(sent.splice(0)).toEqual([{ id, delay: 2 }]);
    await runJob(at(-600), id);
    expect(sent).toEqual([]);
  });

  it("that was interrupted too often says so on its report", async () => {
    const { job, report } = await promote(null);
    await env.WORKSPACE_DB.prepare("update jobs set attempts = 5 where id = ?").bind(job).run();
    await runJob(endless().context, job);
    expect(await jobOf(job)).toMatchObject({
      state: "dead",
      error: "The job was interrupted too often.",
    });
    expect(await statusOf(report)).toEqual(["failed", "The job was interrupted too often."]);
  });
});
