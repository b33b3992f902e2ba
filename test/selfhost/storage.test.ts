import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { bucketFile } from "../../src/selfhost/backup/edge/data-files.ts";
import { removeOrphanBlobs } from "../../src/selfhost/remove-orphan-blobs.ts";
import { type BareWorker, startBareWorker } from "../support/node/bare-worker.ts";
import { waitFor } from "../support/node/machine.ts";
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
  const blobs = join(folder.path, "r2", "files", "blobs");
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
    // The bucket was left with three objects.
    expect(readdirSync(blobs)).toHaveLength(3);
  });

  it("removes what a kill left without a row at the next start, and nothing else", async () => {
    const named = readdirSync(blobs);
    void run(ours.url, "endless").catch(() => undefined);
    await waitFor("a file that is being written", () => {
      return readdirSync(blobs).length > named.length ? true : null;
    });
    ours.kill();
    await ours.stop();
    writeFileSync(join(blobs, "0".repeat(32)), "stored before its row");
    writeFileSync(join(blobs, "f".repeat(80)), "of an earlier version");
    writeFileSync(join(blobs, "notes.txt"), "of somebody else");
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    removeOrphanBlobs(folder.path);
    expect(log.mock.calls).toEqual([["Removed 3 files that no object names."]]);
    expect(readdirSync(blobs).sort()).toEqual([...named, "notes.txt"].sort());
    log.mockRestore();
  });

  it("removes nothing where the table of objects is empty or damaged", () => {
    const names = readdirSync(blobs);
    const change = (to: (path: string) => void) => {
      to(join(folder.path, bucketFile()));
      removeOrphanBlobs(folder.path);
      expect(readdirSync(blobs)).toEqual(names);
    };
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    change((path) => {
      const database = new DatabaseSync(path);
      database.exec("delete from _mf_objects");
      database.close();
    });
    expect(log).not.toHaveBeenCalled();
    change((path) => writeFileSync(path, "x".repeat(5000)));
    expect(log.mock.calls.flat().join()).toMatch(/^Could not look for files/);
    change((path) => rmSync(path));
    log.mockRestore();
  });
});
