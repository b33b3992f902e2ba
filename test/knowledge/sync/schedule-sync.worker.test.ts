import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { tick } from "../../../src/background.ts";
import { lastDue } from "../../../src/knowledge/sync/schedule-sync.ts";
import { triggerSync } from "../../../src/knowledge/sync/trigger-sync.ts";
import { ingestSmallRelease, testServices } from "../../support/service.ts";

describe("lastDue", () => {
  it.each([
    ["2026-11-21T03:00:00Z", "2026-11-21T03:00:00.000Z"],
    ["2026-11-21T02:59:59Z", "2026-11-20T03:00:00.000Z"],
    ["2026-11-21T23:59:59Z", "2026-11-21T03:00:00.000Z"],
    ["2027-01-01T00:00:00Z", "2026-12-31T03:00:00.000Z"],
  ])("before %s is %s", (now, due) => {
    expect(new Date(lastDue(Date.parse(now))).toISOString()).toBe(due);
  });
});

describe("the daily check_and_sync", () => {
  const at = (time: string) =>
    testServices({
      now: (seconds = 0) => new Date(Date.parse(time) + seconds * 1000).toISOString(),
      sendMessage: async () => undefined,
    });
  const jobs = async () =>
    (
      await env.WORKSPACE_DB.prepare(
        "SELECT actor, created_at FROM jobs WHERE kind = 'check_and_sync' ORDER BY created_at",
      ).all()
    ).results;
  const end = async () => await env.WORKSPACE_DB.exec("UPDATE jobs SET state = 'done'");

  beforeEach(async () => {
    await ingestSmallRelease();
    await env.WORKSPACE_DB.exec("DELETE FROM jobs");
    await env.KNOWLEDGE_DB.exec("UPDATE releases SET staged_at = '2026-11-20T10:00:00.000Z'");
  });

  it("asks nothing of the network before the first 03:00 UTC that it sees", async () => {
    await tick(at("2026-11-20T10:00:05Z"), "@start");
    await tick(at("2026-11-21T02:59:59Z"), "*/15 * * * *");
    expect(await jobs()).toEqual([]);
  });

  it("is queued once, however often and late the cron fires", async () => {
    for (const minute of ["00", "00", "01", "15"]) {
      await tick(at(`2026-11-21T03:${minute}:00Z`), "0 3 * * *");
      await end();
    }
    expect(await jobs()).toEqual([{ actor: "scheduler", created_at: "2026-11-21T03:00:00.000Z" }]);
    // The next day the machine slept over 03:00.
    await tick(at("2026-11-22T09:30:00Z"), "@start");
    await end();
    expect(await jobs()).toHaveLength(2);
    await tick(at("2026-11-22T23:30:00Z"), "*/15 * * * *");
    expect(await jobs()).toHaveLength(2);
  });

  it("is satisfied with a sync that somebody triggered", async () => {
    await triggerSync(at("2026-11-21T03:00:01Z"), "ann", {});
    await end();
    await tick(at("2026-11-21T03:00:02Z"), "0 3 * * *");
    expect(await jobs()).toMatchObject([{ actor: "ann" }]);
  });
});

describe("a trigger", () => {
  it("leaves one audit row for the task that it made, none for one that was there", async () => {
    await env.WORKSPACE_DB.exec("DELETE FROM jobs");
    const last = await env.WORKSPACE_DB.prepare("SELECT max(seq) AS seq FROM audit").first("seq");
    const context = testServices();
    const first = await triggerSync(context, "ann", { domains: ["ics-attack"], version: "17.1" });
    const second = await triggerSync(context, "bob", {});
    expect(second).toEqual({ ...first, domains: ["ics-attack"] });
    const { results } = await env.WORKSPACE_DB.prepare(
      "SELECT actor, action, object_id, details FROM audit WHERE seq > ?",
    )
      .bind(last ?? 0)
      .all();
    expect(results).toEqual([
      {
        actor: "ann",
        action: "sync.trigger",
        object_id: first.task_id,
        details: '{"domains":["ics-attack"],"version":"17.1","force":false}',
      },
    ]);
  });
});
