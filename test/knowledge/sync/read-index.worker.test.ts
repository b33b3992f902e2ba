import { describe, expect, it } from "vitest";
import { insertJob } from "../../../src/platform/jobs/enqueue-job.ts";
import { isVersion, versionRank } from "../../../src/knowledge/attack/vocabulary.ts";
import { planDomain } from "../../../src/knowledge/sync/plan-domain.ts";
import { readIndex } from "../../../src/knowledge/sync/read-index.ts";
import { TaskProgress } from "../../../src/knowledge/sync/task-progress.ts";
import { testServices } from "../../support/service.ts";
import { atIntervals } from "../../../src/knowledge/sync/at-intervals.ts";

const MOBILE = "x-mitre-collection--dac0d2d7-8653-445c-9bff-82f934c1e858";
const BASE = "https://upstream.unit.dev/master/index.json";

const read = (versions: { version: string; url: string }[]) =>
  readIndex(JSON.stringify({ collections: [{ id: MOBILE, versions }] }), BASE);
const offer = (...versions: string[]) =>
  read(
    versions.map((version) => ({ version, url: `mobile-attack/mobile-attack-${version}.json` })),
  );

describe("the index of upstream", () => {
  it("offers pre-releases, each before the release that it led to", () => {
    const versions = ["10.1", "11.0-beta", "11.3", "11.1-beta", "11.2-beta", "11.0", "9.0"];
    const { releases, skipped } = offer(...versions);
    expect(releases.map(({ version }) => version)).toEqual([
      "11.3",
      "11.2-beta",
      "11.1-beta",
      "11.0",
      "11.0-beta",
      "10.1",
      "9.0",
    ]);
    expect(releases[1]?.url).toBe(
      "https://upstream.unit.dev/master/mobile-attack/mobile-attack-11.2-beta.json",
    );
    expect(skipped).toEqual([]);
    expect(versionRank("11.0-beta")).toBeGreaterThan(versionRank("10.1"));
  });

  it("names what it lists and cannot be asked for", () => {
    const { releases, skipped } = read([
      { version: "18.1", url: "a.json" },
      { version: "newest", url: "b.json" },
      { version: "18.0", url: "ftp://elsewhere.unit.dev/c.json" },
    ]);
    expect(releases.map(({ version }) => version)).toEqual(["18.1"]);
    expect(skipped).toEqual([
      {
        domain: "mobile-attack",
        version: "newest",
        reason: "The format of the version is not known.",
      },
      {
        domain: "mobile-attack",
        version: "18.0",
        reason: "The URL must begin with http:// or https://.",
      },
    ]);
  });

  it.each(["11.0-", "11.0-beta/../x", "-beta", "11.0 beta", `1.0-${"b".repeat(17)}`])(
    "has no release %j",
    (version) => {
      expect(isVersion(version)).toBe(false);
    },
  );
});

describe("a pre-release", () => {
  const state = (...versions: string[]) => ({
    domain: "mobile-attack",
    offered: offer(...versions).releases,
    ready: [],
    seen: [],
  });

  it("is ingested only when it is asked for", () => {
    const plan = planDomain(state("12.0-beta", "11.3"), { force: false });
    expect(plan).toMatchObject({ action: "ingest", release: { version: "11.3" } });
    const asked = planDomain(state("12.0-beta", "11.3"), { version: "12.0-beta", force: false });
    expect(asked).toMatchObject({ action: "ingest", release: { version: "12.0-beta" } });
    expect(() => planDomain(state("12.0-beta"), { force: false })).toThrow(/offers no release/);
  });
});

describe("the progress of a sync", () => {
  it("ends with all done, wherever the last report stood", async () => {
    const context = testServices();
    const told: unknown[] = [];
    const domain = { domain: "mobile-attack", action: "ingest", version: "18.1", error: null };
    const progress = { domains: [{ ...domain, stage: "storing", done: 0, total: 0 }] };
    const job = await insertJob(
      context,
      {
        id: context.newId(),
        kind: "check_and_sync",
        actor: "ann",
        payload: {},
        progress,
        dedupe_key: "progress",
      },
      null,
    );
    const tracked = new TaskProgress({
      job,
      payload: job.payload,
      signal: new AbortController().signal,
      report: async (current) => void told.push(structuredClone(current)),
    });
    const [entry] = tracked.domains;
    if (entry === undefined) throw new Error("no domain");
    const report = tracked.reporter(entry);
    await report({ done: 12, total: 433 });
    await report({ stage: "complete" });
    expect(told.at(-1)).toEqual({
      domains: [{ ...domain, stage: "complete", done: 433, total: 433 }],
    });
  });

  it("is told ever less often, so that a long transfer stays within D1's queries", async () => {
    let seconds = 0;
    let told = 0;
    const base = testServices();
    const context = { ...base, now: () => new Date(seconds * 1000).toISOString() };
    const report = atIntervals(context, async () => void (told += 1));
    for (; seconds < 15 * 60; seconds += 0.1) await report(seconds, 0);
    expect(told).toBeLessThan(200);
    expect(told).toBeGreaterThan(90);
  });
});
