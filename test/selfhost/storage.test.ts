import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BareWorker, startBareWorker } from "../support/node/bare-worker.ts";
import { temporaryFolder } from "../support/node/service.ts";

const PROBE = join(import.meta.dirname, "..", "support", "node", "storage-probe.js");

describe("the storage of the self-hosted service", () => {
  const folder = temporaryFolder();
  const miniflare = new Miniflare({
    modules: [{ type: "ESModule", path: "probe.js", contents: readFileSync(PROBE, "utf8") }],
    compatibilityDate: "2026-07-30",
    d1Databases: ["DB"],
    r2Buckets: ["FILES"],
  });
  let ours: BareWorker;
  let other = "";
  const run = async (url: string, scenario: string) =>
    await (await fetch(new URL(scenario, url), { method: "POST" })).json();

  beforeAll(async () => {
    ours = await startBareWorker(PROBE, folder.path);
    other = (await miniflare.ready).href;
    for (const url of [ours.url, other]) expect(await run(url, "setUp")).toBe("ok");
  });
  afterAll(async () => {
    await Promise.all([ours.stop(), miniflare.dispose()]);
    folder.remove();
  });

  it.each(["statements", "failures", "objects", "together", "stream"])(
    "answers as the platform's simulator does: %s",
    async (scenario) => {
      const answer = await run(ours.url, scenario);
      expect(answer).toEqual(await run(other, scenario));
      expect(answer).not.toBeNull();
    },
  );

  it("has whoever asks wait while a database is held", async () => {
    const answer = await run(ours.url, "hold");
    expect(answer).toEqual({ held: 204, before: false, released: 204, after: 1 });
  });

  it("leaves no bytes of what was deleted or replaced", () => {
    const names = readdirSync(join(folder.path, "r2", "files", "blobs"));
    // The bucket was left with three objects.
    expect(names).toHaveLength(3);
  });
});
