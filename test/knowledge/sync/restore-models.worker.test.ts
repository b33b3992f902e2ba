import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { isSeedNeeded } from "../../../src/knowledge/attack/load-seed.ts";
import { restoreModels } from "../../../src/knowledge/sync/restore-models.ts";
import { runJob } from "../../../src/platform/jobs/run-job.ts";
import { ingestSmallRelease, testServices } from "../../support/service.ts";

const services = testServices();
const queued = async () =>
  (
    await env.WORKSPACE_DB.prepare(
      "select id from jobs where kind = 'ingest_bundle' and actor = 'scheduler'",
    ).all<{ id: string }>()
  ).results;
const release = async () => {
  const found = await services.releases.find("enterprise-attack", "18.1");
  if (found === null) throw new Error("18.1 does not answer");
  return found;
};

beforeAll(ingestSmallRelease);

describe("an installation that an older version of the program made", () => {
  it("has the model of 18.1 built anew from the stored bundle, if it has none", async () => {
    await restoreModels(services);
    expect(await queued()).toEqual([]);
    const before = await release();
    await services.releaseModels.remove(before.id);
    await restoreModels(services);
    await restoreModels(services);
    const jobs = await queued();
    expect(jobs).toHaveLength(1);
    await runJob(services, jobs[0]?.id ?? "");
    const after = await release();
    expect(after.id).not.toBe(before.id);
    expect(await services.releaseModels.isThere(after)).toBe(true);
  });

  it("gets the newer facts in place of older ones, and never in place of a bundle", async () => {
    expect(await isSeedNeeded(services)).toBe(false);
    await env.KNOWLEDGE_DB.exec("update releases set origin = 'seed' where state = 'ready'");
    expect(await isSeedNeeded(services)).toBe(true);
    await env.KNOWLEDGE_DB.exec(
      "update releases set version = '20.0', version_rank = 2000000000 where state = 'ready'",
    );
    expect(await isSeedNeeded(services)).toBe(false);
  });
});
