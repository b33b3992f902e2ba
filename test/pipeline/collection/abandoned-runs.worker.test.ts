import { describe, expect, it } from "vitest";
import { commit } from "../../../src/platform/audit/commit.ts";
import { collectionRoom } from "../../../src/pipeline/collection/room.ts";
import { createSource } from "../../../src/pipeline/collection/create-source.ts";
import { enqueueRun } from "../../../src/pipeline/collection/enqueue-run.ts";
import { newRun } from "../../../src/pipeline/collection/new-run.ts";
import { testServices } from "../../support/service.ts";

describe("a run that began", () => {
  it("fails when its job is gone, and stays as it is while its job is queued or running", async () => {
    const services = testServices();
    const { id: sourceId } = await createSource(services, "ann", {
      url: "https://abandoned.example/feed",
      kind: "rss",
      enabled: false,
      interval_minutes: 60,
      include: [],
      exclude: [],
      filters: {},
    });
    const source = await services.collection.find(sourceId);
    if (source === null) throw new Error("no source");
    const live = await enqueueRun(services, source, "ann", "manual");
    const gone = services.newId();
    for (const id of [live, gone]) {
      await commit(services, {
        act: { actor: "ann", action: "collection.run", object: ["run", id], details: {} },
        when: services.collection.isNewRun(id),
        parts: [services.collection.beginRun(newRun(id, sourceId, "manual", services.now()))],
      });
    }
    const tidyUp = async () =>
      await collectionRoom.housekeeping?.(services, { startedAt: null, collects: false });
    await tidyUp();
    expect(await services.collection.findRun(live)).toMatchObject({ status: "running" });
    expect(await services.collection.findRun(gone)).toMatchObject({
      status: "failed",
      error: "The run was interrupted too often.",
    });
    const job = await services.jobs.claim(live, "me", services.now(), services.now(60));
    await tidyUp();
    expect(await services.collection.findRun(live)).toMatchObject({ status: "running" });
    if (job === null) throw new Error("no job");
    await services.jobs.giveUp(job, "dead", services.now(), "It failed.");
    await tidyUp();
    expect(await services.collection.findRun(live)).toMatchObject({ status: "failed" });
  });
});
