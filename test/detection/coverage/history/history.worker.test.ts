import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CoverageHistory } from "../../../../src/detection/coverage/history/schema.ts";
import { takeDailySnapshots } from "../../../../src/detection/coverage/history/take-snapshot.ts";
import { emptyCoverage, ingestPlanted, plantRules, ruleId } from "../../../support/coverage.ts";
import { requestJson, testServices } from "../../../support/service.ts";

const WINDOWS_PROCESSES = { product: "windows", category: "process_creation" };
const TODAY = new Date().toISOString().slice(0, 10);

const history = async (query = "") =>
  (await requestJson<CoverageHistory>(`/api/coverage/history${query}`)).body;
const rows = async () =>
  (
    await env.WORKSPACE_DB.prepare("select domain, day, taken_at from coverage_snapshots").all<{
      domain: string;
      day: string;
      taken_at: string;
    }>()
  ).results;
const plant = async (n: number, id: string) =>
  await plantRules([
    { id: ruleId(n), title: `Rule ${n}`, techniques: [id], logsource: WINDOWS_PROCESSES },
  ]);

beforeAll(async () => {
  await ingestPlanted([
    { id: "T1059", name: "Command and Scripting Interpreter", analytics: [] },
    { id: "T1566", name: "Phishing", analytics: [] },
  ]);
});

beforeEach(async () => {
  await emptyCoverage();
  await env.WORKSPACE_DB.prepare("delete from coverage_snapshots").run();
});

describe("the history of coverage", () => {
  it("is empty while nothing is covered or collected", async () => {
    await takeDailySnapshots(testServices());
    expect(await history()).toMatchObject({ technique_count: 2, days: [] });
    expect(await rows()).toEqual([]);
  });

  it("has a snapshot a day, which housekeeping takes once", async () => {
    await plant(1, "T1059");
    const at = (now: string) => testServices({ now: () => now });
    await takeDailySnapshots(at("2026-01-05T08:00:00.000Z"));
    await takeDailySnapshots(at("2026-01-05T09:00:00.000Z"));
    await plant(2, "T1566");
    await takeDailySnapshots(at("2026-01-06T08:00:00.000Z"));
    expect((await rows()).map(({ taken_at }) => taken_at)).toEqual([
      "2026-01-05T08:00:00.000Z",
      "2026-01-06T08:00:00.000Z",
    ]);
    const { days } = await history("?since=2026-01-01&until=2026-01-31");
    expect(days.map(({ day, counts }) => [day, counts["rule_without_data"]])).toEqual([
      ["2026-01-05", 1],
      ["2026-01-06", 2],
    ]);
    expect(days[0]?.counts).toEqual({
      detected: 0,
      proven: 0,
      should_fire: 0,
      rule_without_data: 1,
      data_without_rule: 0,
      blind: 1,
    });
  });

  it("counts today anew when rules change, also down to nothing", async () => {
    await plant(1, "T1059");
    const covered = async () =>
      (await history()).days.map(({ day, counts }) => [day, counts["rule_without_data"]]);
    expect(await covered()).toEqual([[TODAY, 1]]);
    await plant(2, "T1566");
    expect(await covered()).toEqual([[TODAY, 2]]);
    await emptyCoverage();
    expect(await covered()).toEqual([[TODAY, 0]]);
    const [before] = await rows();
    await history();
    expect(await rows()).toEqual([before]);
  });

  it("refuses a span that ends before it begins", async () => {
    const { status } = await requestJson("/api/coverage/history?since=2026-02-01&until=2026-01-01");
    expect(status).toBe(422);
  });

  it("leaves the version of the workspace when it is read", async () => {
    await plant(1, "T1059");
    const version = async () =>
      (await requestJson<{ version: string }>("/api/events")).body.version;
    const before = await version();
    expect((await history()).days).toHaveLength(1);
    expect(await rows()).toHaveLength(1);
    await takeDailySnapshots(testServices({ now: () => "2026-01-05T08:00:00.000Z" }));
    expect(await version()).toBe(before);
  });
});
