import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { acceptBundle } from "../../../src/knowledge/sync/accept-bundle.ts";
import { ReadBundles } from "../../../src/knowledge/sync/read-bundles.ts";
import { ReleaseReading } from "../../../src/knowledge/attack/read-release.ts";
import { runJob } from "../../../src/platform/jobs/run-job.ts";
import { smallBundle } from "../../support/bundles.ts";
import { testServices } from "../../support/service.ts";

const ACTOR = { name: "local", role: "admin" } as const;
const uploadOf = (version: string) => ({
  body: new Blob([JSON.stringify(smallBundle(version))]).stream(),
  gzip: false,
});

async function removeBundles(): Promise<void> {
  const { objects } = await env.FILES.list({ prefix: "bundles/" });
  await env.FILES.delete(objects.map(({ key }) => key));
}

describe("a bundle that was read as it came in", () => {
  it("is not read again by the ingest in the same process", async () => {
    const services = testServices({ readBundles: new ReadBundles() });
    const id = await acceptBundle(services, ACTOR, uploadOf("12.1"));
    await removeBundles();
    await runJob(services, id);
    expect((await services.jobs.get(id))?.state).toBe("done");
    const release = await services.releases.find("enterprise-attack", "12.1");
    expect(release).toMatchObject({ technique_count: 4, group_count: 2, campaign_count: 1 });
  });

  it("is read from object storage where nothing was kept of it", async () => {
    const services = testServices({ readBundles: new ReadBundles() });
    const id = await acceptBundle(services, ACTOR, uploadOf("12.2"));
    services.readBundles?.forget(services.now(1));
    await runJob(services, id);
    expect((await services.jobs.get(id))?.state).toBe("done");
    expect(await services.releases.find("enterprise-attack", "12.2")).not.toBeNull();
  });
});

it("keeps the last bundle that was read, until it is taken or is old", () => {
  const bundles = new ReadBundles();
  const [first, second] = [new ReleaseReading(), new ReleaseReading()];
  bundles.keep("a", first, "2026-01-01T00:00:00.000Z");
  bundles.keep("b", second, "2026-01-01T00:01:00.000Z");
  expect(bundles.take("a")).toBeNull();
  bundles.forget("2026-01-01T00:01:00.000Z");
  expect(bundles.take("b")).toBe(second);
  expect(bundles.take("b")).toBeNull();
  bundles.keep("a", first, "2026-01-01T00:00:00.000Z");
  bundles.forget("2026-01-01T00:00:00.001Z");
  expect(bundles.take("a")).toBeNull();
});
