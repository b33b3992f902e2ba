import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { DeliveryStore } from "../../../src/exchange/webhooks/delivery-store.ts";
import { announceEvents } from "../../../src/exchange/webhooks/events/announce-events.ts";
import { EVENT_TYPES } from "../../../src/exchange/webhooks/vocabulary.ts";
import { forgetReleases } from "../../../src/knowledge/attack/published-releases.ts";
import { enqueueRun } from "../../../src/pipeline/collection/enqueue-run.ts";
import { runJob } from "../../../src/platform/jobs/run-job.ts";
import type { Services } from "../../../src/services.ts";
import { smallBundle } from "../../support/bundles.ts";
import { form, ingest, ingestSmallRelease, request, requestJson } from "../../support/service.ts";
import {
  createWebhook,
  deliverDue,
  listDeliveries,
  receiverServices,
  removeWebhooks,
} from "../../support/webhooks.ts";

beforeAll(ingestSmallRelease);
afterEach(removeWebhooks);

const json = (body: unknown, method = "POST") => ({ method, body: JSON.stringify(body) });
const ALL = { event_types: EVENT_TYPES };

const analyse = async (text: string) => {
  const { body } = await requestJson<{ session_id: string }>("/api/analyze", form({ text }));
  return body.session_id;
};
const change = async (id: string, fields: object) =>
  await requestJson(`/api/analyze/sessions/${id}`, json(fields, "PATCH"));
const enter = async (title: string, more: object = {}) =>
  (await requestJson<{ id: string }>("/api/pipeline/intake", json({ title, ...more }))).body.id;

/** Announces and delivers; answers what came, without times and ids of messages. */
async function deliver({ services, received }: ReturnType<typeof receiverServices>) {
  const before = received.length;
  await announceEvents(services);
  await deliverDue(services);
  return received.slice(before).map(({ body: { type, data } }) => ({ type, data }));
}

describe("an event", () => {
  it("follows an analysis, its repetition and its signature", async () => {
    const receiver = receiverServices();
    await createWebhook(ALL);
    const id = await analyse("Операция «Буря» 风暴行动\n\nThe actor used T1566 and T1059.001.");
    await change(id, { name: "Отчёт 报告" });
    await change(id, { review_state: "in_review" });
    await change(id, { review_state: "signed" });
    const title = expect.stringMatching(/Отчёт 报告|Операция «Буря» 风暴行动/);
    const shown = { session_id: id, title, technique_count: 2, tlp: null, url: null };
    expect(await deliver(receiver)).toMatchObject([
      { type: "analysis.completed", data: { ...shown, reanalysed: false } },
      { type: "analysis.signed", data: { ...shown, signed_by: "local" } },
    ]);
    await change(id, { review_state: "in_review" });
    await requestJson(`/api/analyze/sessions/${id}/reanalyse`, { method: "POST" });
    await change(id, { note: "No event" });
    expect(await deliver(receiver)).toMatchObject([
      { type: "analysis.completed", data: { ...shown, reanalysed: true } },
    ]);
  });

  it("follows each report of the intake once, and none that is known", async () => {
    const receiver = receiverServices();
    await createWebhook(ALL);
    const first = await enter("Новая кампания: 新的攻击活动");
    await enter("Новая кампания: 新的攻击活动");
    const second = await enter("A second campaign of the day");
    const reports = (await deliver(receiver)).map(({ data }) => data["reports"]);
    expect(reports).toMatchObject([
      [{ report_id: first, title: "Новая кампания: 新的攻击活动", technique_count: 0 }],
      [{ report_id: second }],
    ]);
    expect(await deliver(receiver)).toEqual([]);
  });

  it("follows an import with its reports together, 25 at a time", async () => {
    const receiver = receiverServices();
    await createWebhook(ALL);
    const objects = Array.from({ length: 60 }, (_, n) => ({
      type: "report",
      spec_version: "2.1",
      id: `report--00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
      name: `Imported report number ${n}`,
      published: "2026-01-01T00:00:00Z",
    }));
    const id = "bundle--00000000-0000-4000-8000-000000000000";
    await requestJson("/api/pipeline/import/stix", json({ type: "bundle", id, objects }));
    const told = await deliver(receiver);
    expect(told.map(({ data }) => data["report_count"])).toEqual([25, 25, 10]);
    const ids = told.flatMap(({ data }) => data["reports"] as { report_id: string }[]);
    expect(new Set(ids.map(({ report_id: one }) => one)).size).toBe(60);
  });

  it("follows a release that was published after the webhook was created", async () => {
    const receiver = receiverServices();
    await createWebhook(ALL);
    expect(await deliver(receiver)).toEqual([]);
    await ingest(smallBundle("18.5"));
    await ingest(smallBundle("18.5"));
    forgetReleases();
    expect(await deliver(receiver)).toMatchObject([
      { type: "release.published", data: { domain: "enterprise-attack", version: "18.5" } },
    ]);
  });

  it("follows a sync that failed, without the addresses that it asked", async () => {
    const receiver = receiverServices();
    await createWebhook(ALL);
    const { body } = await requestJson<{ task_id: string }>("/api/sync/trigger", json({}));
    const failing = async () => new Response(null, { status: 404 });
    const network = { public: failing, operator: failing };
    const services: Services = { ...receiver.services, network };
    await runJob(services, body.task_id);
    const told = await deliver(receiver);
    expect(told).toMatchObject([{ type: "sync.failed", data: { task_id: body.task_id } }]);
    expect(JSON.stringify(told)).toContain("HTTP 404");
    expect(JSON.stringify(told)).not.toContain("://");
  });

  it("follows the third failure of a source, once", async () => {
    const receiver = receiverServices();
    await createWebhook(ALL);
    const url = "https://feed.unit.dev/rss?key=secret";
    const { body } = await requestJson<{ id: string }>("/api/pipeline/sources", json({ url }));
    const failing = async () => new Response(null, { status: 500 });
    const services = { ...receiver.services, network: { public: failing, operator: failing } };
    for (let run = 0; run < 4; run += 1) {
      const source = await services.collection.find(body.id);
      if (source === null) throw new Error("no source");
      await runJob(services, await enqueueRun(services, source, "local", "manual"));
    }
    const told = await deliver(receiver);
    const data = { source_id: body.id, name: "feed.unit.dev", consecutive_failures: 3 };
    expect(told).toMatchObject([{ type: "source.failing", data }]);
    expect(JSON.stringify(told)).not.toContain("secret");
  });

  it("follows counts of coverage that changed", async () => {
    const receiver = receiverServices();
    await createWebhook(ALL);
    const day = { domain: "ics-attack", version: "18.1", taken_at: "2026-01-01T00:00:00.000Z" };
    const { services } = receiver;
    const take = async (date: string, blind: number) => {
      const row = { ...day, day: date, counts: { blind } };
      await services.workspace.unrecordedBatch("derived", (write) =>
        services.coverageSnapshots.put(row)(write, services.jobs.isFree("none"), ""),
      );
    };
    await take("2026-01-01", 9);
    await take("2026-01-02", 9);
    await take("2026-01-03", 7);
    await take("2026-01-03", 6);
    const told = await deliver(receiver);
    expect(told.map(({ data }) => [data["before"], data["counts"]])).toEqual([
      [null, { blind: 9 }],
      [{ blind: 9 }, { blind: 7 }],
      [{ blind: 7 }, { blind: 6 }],
    ]);
  });

  it("goes to those who subscribe, and is noted for nobody otherwise", async () => {
    const receiver = receiverServices();
    const count = async () =>
      await env.WORKSPACE_DB.prepare("select count(*) as n from webhook_events").first("n");
    const { id } = await createWebhook({ event_types: ["analysis.signed"], name: "Signed" });
    await enter("A report that nobody subscribes to");
    expect(await count()).toBe(0);
    await request(`/api/webhooks/${id}`, json({ enabled: false }, "PATCH"));
    await change(await analyse("They used T1566."), { review_state: "signed" });
    expect(await count()).toBe(0);
    expect(await deliver(receiver)).toEqual([]);
  });
});

describe("a marking", () => {
  const RED = "TLP:RED\n\nThe actor Sandstorm used T1566 against a bank.";

  it("keeps names from those who did not ask for them", async () => {
    const { services, received } = receiverServices();
    const plain = await createWebhook(ALL);
    const trusted = await createWebhook({ ...ALL, include_restricted: true, name: "Trusted" });
    const printed = await analyse(RED);
    const decided = await analyse("They used T1566 at a hospital.");
    await announceEvents(services);
    received.length = 0;
    await change(decided, { tlp: "amber+strict", name: "Hospital" });
    await change(decided, { review_state: "signed" });
    const report = await enter("Sandstorm at a bank", { text: RED });
    await announceEvents(services);
    await deliverDue(services);
    const bodiesOf = async (id: string) => {
      const ids = new Set((await listDeliveries(id)).map(({ id: one }) => one));
      const { results } = await env.WORKSPACE_DB.prepare(
        "select id, event_type, body from webhook_deliveries",
      ).all<{ id: string; event_type: string; body: string }>();
      return results.filter((row) => ids.has(row.id)).map(({ body }) => body);
    };
    const withheld = (await bodiesOf(plain.id)).join("\n");
    expect(withheld).not.toMatch(/Sandstorm|Hospital|technique_count":[^,]*,"domain":.*amber/);
    for (const id of [printed, decided, report]) expect(withheld).toContain(id);
    expect((await bodiesOf(trusted.id)).join("\n")).toMatch(/Sandstorm/);
    const data = (await bodiesOf(plain.id)).map((body) => JSON.parse(body) as { data: object });
    expect(data.map((one) => one.data)).toContainEqual({
      session_id: printed,
      restricted: true,
      url: null,
    });
  });

  it("never lets text of a report out", async () => {
    const receiver = receiverServices();
    await createWebhook({ ...ALL, include_restricted: true });
    const text = "A title\n\nThe unmistakable sentence says that they used T1566.";
    await analyse(text);
    await enter("A title of the intake", { text });
    expect(JSON.stringify(await deliver(receiver))).not.toContain("unmistakable");
  });
});

describe("announcing", () => {
  it("by several at the same time makes each delivery once", async () => {
    const { services, received } = receiverServices();
    const { id } = await createWebhook(ALL);
    for (let n = 0; n < 12; n += 1) await enter(`Side by side, report number ${n}`);
    await Promise.all(Array.from({ length: 5 }, async () => await announceEvents(services)));
    await deliverDue(services);
    expect(received).toHaveLength(12);
    expect(await listDeliveries(id)).toHaveLength(12);
    const { n } = (await env.WORKSPACE_DB.prepare(
      "select count(*) as n from jobs where kind = 'deliver_webhook' and state = 'queued'",
    ).first<{ n: number }>()) ?? { n: -1 };
    expect(n).toBe(0);
  });

  it("that was interrupted leaves the event where it is", async () => {
    const receiver = receiverServices();
    const { services } = receiver;
    const { id } = await createWebhook(ALL);
    class BrokenDeliveries extends DeliveryStore {
      override isThere() {
        return sql`no_such_function()`;
      }
    }
    const broken = { ...services, webhookDeliveries: new BrokenDeliveries(services.workspace) };
    let count = 0;
    const announced = async () =>
      (await listDeliveries(id)).filter(({ message_id }) => message_id === `msg_e${count}`);
    const interrupt = async () => {
      count += 1;
      // As the trigger writes it, without a request that announces it afterwards.
      await env.WORKSPACE_DB.prepare(
        `insert into webhook_events (id, type, object_id, facts, at)
           values (?, 'intake.created', 'r1', '{}', '2026-01-01T00:00:00.000Z')`,
      )
        .bind(`e${count}`)
        .run();
      const hasFailed = await announceEvents(broken).then(
        () => false,
        () => true,
      );
      return { hasFailed, deliveries: await announced() };
    };
    // What follows the requests before may still be at work, and announce an event itself.
    await expect.poll(interrupt).toEqual({ hasFailed: true, deliveries: [] });
    expect(await deliver(receiver)).toContainEqual(
      expect.objectContaining({ type: "intake.created" }),
    );
    expect(await announced()).toHaveLength(1);
  });
});
