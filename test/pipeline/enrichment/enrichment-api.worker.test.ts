import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { Services } from "../../../src/services.ts";
import { enrichBulk } from "../../../src/pipeline/enrichment/bulk/enrich-bulk.ts";
import { expireEnrichments } from "../../../src/pipeline/enrichment/expire-enrichments.ts";
import { enrichObservable } from "../../../src/pipeline/enrichment/enrich-observable.ts";
import type { BulkTask, Enrichment } from "../../../src/pipeline/enrichment/schema.ts";
import { runJob } from "../../../src/platform/jobs/run-job.ts";
import type { EnrichmentStore } from "../../../src/pipeline/enrichment/store.ts";
import type { Observable } from "../../../src/pipeline/observables/store.ts";
import { requestJson, testServices } from "../../support/service.ts";
import { markReady } from "../../support/ready.ts";
import { requestWith, TEAM } from "../../support/team.ts";

beforeAll(markReady);

const NOBODY = "00000000-0000-4000-8000-000000000000";
const BULK = "/api/pipeline/enrichments/bulk";
const DAY = 24 * 60 * 60;

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the caller expects to read
const post = async <T = Record<string, unknown>>(path: string, body: unknown = {}) =>
  await requestJson<T>(path, { method: "POST", body: JSON.stringify(body) });

async function add(value: string, kind = "domain"): Promise<Observable> {
  const { body } = await post<Observable>("/api/pipeline/observables", { kind, value });
  return body;
}

const auditOf = async (objectId: string) =>
  (
    await env.WORKSPACE_DB.prepare("SELECT action FROM audit WHERE object_id = ?")
      .bind(objectId)
      .all<{ action: string }>()
  ).results.map(({ action }) => action);

const rdapJson = (body: object) =>
  Response.json(body, { headers: { "Content-Type": "application/rdap+json" } });
const found = (url: string) =>
  rdapJson({ objectClassName: "domain", ldhName: url.split("/").at(-1) });
const bootstrap = (base = "https://rdap.registry.net/") =>
  Response.json({ services: [[["net"], [base]]] });

let networks = 0;

/** A context with a network of functions, a clock that can be moved, and a bootstrap of its own. */
function world(
  answers: {
    bootstrap?: (request: Request) => Response | Promise<Response>;
    registry?: (url: string) => Response | Promise<Response>;
  } = {},
) {
  networks += 1;
  const origin = `https://iana${networks}.example`;
  const asked: string[] = [];
  const clock = { seconds: 0 };
  const network: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    asked.push(request.url);
    return request.url.startsWith(origin)
      ? await (answers.bootstrap ?? (() => bootstrap()))(request)
      : await (answers.registry ?? found)(request.url);
  };
  const base = testServices();
  const context: Services = {
    ...base,
    settings: { ...base.settings, RDAP_BOOTSTRAP_URL: origin },
    network: { public: network, operator: network },
    now: (offset = 0) => base.now(clock.seconds + offset),
    log: () => undefined,
  };
  const enrich = async (id: string) => (await enrichObservable(context, "ann", id)).row;
  const take = () => asked.splice(0).map((url) => url.replace(origin, "iana:"));
  return { context, enrich, take, clock, answers };
}

describe("the routes", () => {
  it("enrich only addresses and domains", async () => {
    const { id } = await add("CVE-2026-4321", "cve");
    const answer = await post(`/api/pipeline/observables/${id}/enrich`);
    expect(answer).toMatchObject({ status: 422, body: { code: "unsupported_kind" } });
    const list = await requestJson<unknown>(`/api/pipeline/observables/${id}/enrichments`);
    expect(list).toMatchObject({ status: 200, body: [] });
  });

  it("know no observable that is not there, and no id that is none", async () => {
    const statuses = async (id: string) => [
      (await post(`/api/pipeline/observables/${id}/enrich`)).status,
      (await requestJson(`/api/pipeline/observables/${id}/enrichments`)).status,
      (await requestJson(`${BULK}/${id}`)).status,
    ];
    expect(await statuses(NOBODY)).toEqual([404, 404, 404]);
    expect(await statuses("x")).toEqual([400, 400, 400]);
  });

  it("answer a record without asking anybody about a private address", async () => {
    const { id } = await add("192.168.4.4", "ipv4");
    const { status, body } = await post<Enrichment>(`/api/pipeline/observables/${id}/enrich`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "not_found", confidence: 0, cached: false });
    expect(body.audit.map(({ action, actor }) => [action, actor])).toEqual([
      ["observable.enrich", "local"],
    ]);
  });

  it("let a viewer read and not ask, and limit how often one asks", async () => {
    const { id } = await add("192.168.4.5", "ipv4");
    const settings = { ...TEAM, RATE_ENRICHMENTS_PER_MINUTE: "2" };
    const as = (role: string) => ({ "X-Auth-User": "vera", "X-Auth-Roles": role });
    const ask = async (role: string) =>
      await requestWith(settings, `/api/pipeline/observables/${id}/enrich`, {
        method: "POST",
        headers: as(role),
      });
    expect((await ask("viewer")).status).toBe(403);
    const list = `/api/pipeline/observables/${id}/enrichments`;
    expect((await requestWith(settings, list, { headers: as("viewer") })).status).toBe(200);
    expect([(await ask("analyst")).status, (await ask("analyst")).status]).toEqual([200, 200]);
    expect((await ask("analyst")).status).toBe(429);
  });

  it.each([[[]], [Array.from({ length: 501 }, () => crypto.randomUUID())]])(
    "take 1 to 500 observables at once",
    async (ids) => {
      expect((await post(BULK, { observable_ids: ids })).status).toBe(422);
    },
  );
});

describe("an enrichment", () => {
  it("is one record with one audit row, however many ask at once, and leaves the observable as it was", async () => {
    const { enrich, take } = world();
    const before = await add("a.crowded.net");
    const rows = await Promise.all(Array.from({ length: 20 }, async () => await enrich(before.id)));
    expect(take()).toEqual(["iana:/dns.json", "https://rdap.registry.net/domain/crowded.net"]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
    expect(rows.filter(({ cached }) => !cached)).toHaveLength(1);
    expect(await auditOf(rows[0]?.id ?? "")).toEqual(["observable.enrich"]);
    const after = await requestJson(`/api/pipeline/observables/${before.id}`);
    expect(after.body).toEqual(before);
  });

  it("is made anew once it expired; the list has both, newest first, by pages", async () => {
    const { enrich, take, clock } = world();
    const { id } = await add("expiring.net");
    const first = await enrich(id);
    clock.seconds = DAY - 60;
    expect(await enrich(id)).toMatchObject({ id: first.id, cached: true });
    clock.seconds = DAY + 1;
    const second = await enrich(id);
    expect(second).toMatchObject({ cached: false });
    expect(take().filter((url) => url.endsWith("/domain/expiring.net"))).toHaveLength(2);
    const path = `/api/pipeline/observables/${id}/enrichments`;
    const { body, headers } = await requestJson<Enrichment[]>(`${path}?limit=1`);
    expect(body.map((record) => record.id)).toEqual([second.id]);
    expect(headers.get("X-Total-Count")).toBe("2");
    expect(headers.get("Link")).toContain("offset=1");
    const rest = await requestJson<Enrichment[]>(`${path}?limit=1&offset=1`);
    expect(rest.body).toMatchObject([{ id: first.id, audit: [{ actor: "ann" }] }]);
  });

  it("goes with its observable, and leaves nothing of one that is deleted meanwhile", async () => {
    const { id } = await add("deleted.net");
    const remove = async () => {
      await requestJson(`/api/pipeline/observables/${id}`, { method: "DELETE" }).catch(() => null);
    };
    const { enrich } = world({
      registry: async (url) => {
        await remove();
        return found(url);
      },
    });
    await expect(enrich(id)).rejects.toMatchObject({ code: "not_found" });
    const { results } = await env.WORKSPACE_DB.prepare(
      "SELECT id FROM enrichments WHERE observable_id = ?",
    )
      .bind(id)
      .all();
    expect(results).toEqual([]);
    const left = await env.WORKSPACE_DB.prepare("SELECT name FROM enrichment_turns").all();
    expect(left.results).toEqual([]);
  });

  it("is stored only by who still has the lock", async () => {
    const { id } = await add("slow.net");
    const { enrich, take } = world({
      registry: async (url) => {
        await env.WORKSPACE_DB.prepare(
          "UPDATE enrichment_turns SET owner = 'another', until = '' WHERE name LIKE 'rdap:%' AND owner <> 'another' AND NOT EXISTS (SELECT 1 FROM enrichment_turns WHERE name = 'seen')",
        ).run();
        await env.WORKSPACE_DB.prepare(
          "INSERT OR IGNORE INTO enrichment_turns VALUES ('seen', '', '')",
        ).run();
        return found(url);
      },
    });
    const row = await enrich(id);
    await env.WORKSPACE_DB.prepare("DELETE FROM enrichment_turns").run();
    expect(take().filter((url) => url.endsWith("/slow.net"))).toHaveLength(2);
    const list = await requestJson(`/api/pipeline/observables/${id}/enrichments`);
    expect(list.body).toMatchObject([{ id: row.id }]);
  });
});

describe("the bootstrap file", () => {
  it("is asked for once a day, conditionally", async () => {
    const conditions: (string | null)[] = [];
    const { enrich, take, clock } = world({
      bootstrap: (request) => {
        const condition = request.headers.get("If-None-Match");
        conditions.push(condition);
        if (condition === '"7"') return new Response(null, { status: 304 });
        const response = bootstrap();
        response.headers.set("ETag", '"7"');
        return response;
      },
    });
    const visits = [0, 60, DAY + 1, DAY + 60, 2 * DAY + 2];
    for (const [i, seconds] of visits.entries()) {
      clock.seconds = seconds;
      expect(await enrich((await add(`day${i}.net`)).id)).toMatchObject({ status: "complete" });
    }
    expect(take().filter((url) => url.startsWith("iana:"))).toHaveLength(3);
    expect(conditions).toEqual([null, '"7"', '"7"']);
  });

  it.each<[string, () => Response]>([
    ["down", () => new Response(null, { status: 503 })],
    ["broken", () => new Response("<html>")],
  ])("is used from its old copy while IANA is %s", async (what, fault) => {
    const { enrich, take, clock, answers } = world();
    await enrich((await add(`old-${what}.net`)).id);
    answers.bootstrap = fault;
    clock.seconds = DAY + 1;
    take();
    for (const name of ["a", "b"]) {
      const { id } = await add(`${name}-${what}.net`);
      expect(await enrich(id)).toMatchObject({ status: "complete" });
    }
    expect(take().filter((url) => url.startsWith("iana:"))).toHaveLength(1);
    answers.bootstrap = () => bootstrap("https://new.registry.net/");
    clock.seconds = DAY + 15 * 60;
    const { id } = await add(`c-${what}.net`);
    expect((await enrich(id)).source_url).toContain("https://new.registry.net/");
  });

  it("that was never had fails the record and is not asked for again at once", async () => {
    const { enrich, take, clock, answers } = world({
      bootstrap: () => new Response(null, { status: 500 }),
    });
    const ids = await Promise.all(
      ["x1", "x2", "x3"].map(async (x) => (await add(`${x}-never.net`)).id),
    );
    const rows = await Promise.all(ids.map(enrich));
    expect(rows.map(({ status }) => status)).toEqual(["failed", "failed", "failed"]);
    expect(rows[0]?.detail).toContain("HTTP 500");
    expect(take()).toEqual(["iana:/dns.json"]);
    answers.bootstrap = () => bootstrap();
    clock.seconds = 301;
    expect(await enrich(ids[0] ?? "")).toMatchObject({ status: "complete" });
  });
});

describe("a bulk enrichment", () => {
  // By the verb: nobody but the test is to run the job.
  const start = async (ids: string[]) => (await enrichBulk(testServices(), "ann", ids)).task_id;
  const read = async (id: string) => (await requestJson<BulkTask>(`${BULK}/${id}`)).body;
  const addMany = async (name: string, count: number) =>
    await Promise.all(
      Array.from({ length: count }, async (_, i) => (await add(`${name}${i}.net`)).id),
    );

  it("is one task while the same one is under way, with one audit row of its own", async () => {
    const ids = await addMany("same", 3);
    const task = await start(ids);
    expect(await start(ids.toReversed())).toBe(task);
    expect(await read(task)).toMatchObject({ status: "queued", done: 0, total: 3 });
    expect(await auditOf(task)).toEqual(["observable.enrich_bulk"]);
    await runJob(world().context, task);
    expect(await read(task)).toMatchObject({
      status: "complete",
      done: 3,
      total: 3,
      outcomes: {
        complete: 3,
        not_found: 0,
        failed: 0,
        rate_limited: 0,
        skipped: 0,
      },
    });
    expect(await start(ids)).not.toBe(task);
  });

  it("resumes where it was interrupted and asks nobody twice", async () => {
    const others = await Promise.all(
      Array.from({ length: 6 }, async (_, i) => (await add(`cut${i}.org`)).id),
    );
    const ids = (await addMany("cut", 64)).toSpliced(25, 0, ...others);
    const power = Promise.withResolvers<null>();
    const { context, take } = world({
      bootstrap: () =>
        Response.json({
          services: [
            [["net"], ["https://rdap.registry.net/"]],
            [["org"], ["https://rdap.registry.org/"]],
          ],
        }),
      // One registry keeps its answer back until the power is gone: what is done is no beginning of the list.
      registry: async (url) => {
        if (url.endsWith(".org")) await power.promise;
        return found(url);
      },
    });
    const task = await start(ids);
    await runJob(context, task);
    expect(await read(task)).toMatchObject({ status: "queued", done: 25 });
    let stored = 0;
    const cutOff = Object.assign(Object.create(context.enrichments) as EnrichmentStore, {
      add: (...record: Parameters<EnrichmentStore["add"]>) => {
        stored += 1;
        if (stored > 12) {
          power.resolve(null);
          throw new Error("the power is gone");
        }
        return context.enrichments.add(...record);
      },
    });
    const broken = {
      ...context,
      // Progress is reported all the time, so that some is when the power goes.
      sleep: async () => void (await context.jobs.get(task)),
      enrichments: Object.assign(cutOff, {
        findFresh: context.enrichments.findFresh.bind(context.enrichments),
        findFreshByTarget: context.enrichments.findFreshByTarget.bind(context.enrichments),
      }),
    };
    await runJob(broken, task);
    const { done, status } = await read(task);
    expect([status, done > 25 && done < 50]).toEqual(["queued", true]);
    const later = { ...context, now: (offset = 0) => context.now(offset + 3600) };
    for (let part = 0; part < 2; part += 1) await runJob(later, task);
    expect(await read(task)).toMatchObject({
      status: "complete",
      done: 70,
      total: 70,
      outcomes: {
        complete: 70,
        failed: 0,
      },
    });
    const urls = take().filter((url) => url.includes("/domain/cut"));
    expect(new Set(urls).size).toBe(70);
    // Only those that were under way are asked for again.
    expect(urls).toHaveLength(72);
  });
});

describe("the enrichments of a deleted observable", () => {
  const listOf = async (id: string) =>
    await requestJson<Enrichment[]>(`/api/pipeline/observables/${id}/enrichments`);
  const orphans = async (id: string) =>
    await env.WORKSPACE_DB.prepare("SELECT orphaned_at FROM enrichments WHERE id = ?")
      .bind(id)
      .first<{ orphaned_at: string | null }>();
  const remove = async (id: string) =>
    await requestWith({}, `/api/pipeline/observables/${id}`, { method: "DELETE" });

  it("come back with it", async () => {
    const { context } = world();
    const first = await add("comes-back.net");
    const { row } = await enrichObservable(context, "local", first.id);
    await remove(first.id);
    expect((await listOf(first.id)).status).toBe(404);
    expect((await orphans(row.id))?.orphaned_at).not.toBeNull();
    const second = await add("comes-back.net");
    expect(second.id).not.toBe(first.id);
    const { body } = await listOf(second.id);
    expect(body.map(({ id, observable_id: of }) => [id, of])).toEqual([[row.id, second.id]]);
    expect(body[0]?.audit).toHaveLength(1);
    expect((await orphans(row.id))?.orphaned_at).toBeNull();
  });

  it("go when retention ends, and those of living ones do not", async () => {
    const { context } = world();
    const [gone, living] = [await add("retention.net"), await add("no-retention.net")];
    const [lost, kept] = [
      await enrichObservable(context, "local", gone.id),
      await enrichObservable(context, "local", living.id),
    ];
    await remove(gone.id);
    const later = (days: number): Services => ({
      ...testServices(),
      now: (offset = 0) => context.now(offset + days * DAY),
    });
    await expireEnrichments(later(89));
    expect(await orphans(lost.row.id)).not.toBeNull();
    await expireEnrichments(later(91));
    expect(await orphans(lost.row.id)).toBeNull();
    expect(await orphans(kept.row.id)).not.toBeNull();
  });
});
