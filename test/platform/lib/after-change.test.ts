import { describe, expect, it } from "vitest";
import { atIntervals, followChanges } from "../../../src/platform/lib/after-change.ts";

/** What follows a change, as often as it is begun; each run ends when it is told to. */
function openFollow() {
  const runs: PromiseWithResolvers<void>[] = [];
  let now = 0;
  const change = followChanges(
    async () => {
      const run = Promise.withResolvers<void>();
      runs.push(run);
      await run.promise;
    },
    () => now,
  );
  return { runs, change, pass: (ms: number) => (now += ms) };
}

describe("what follows a change", () => {
  it("is done once more for all changes that come while it is at work", async () => {
    const { runs, change } = openFollow();
    const first = change();
    await Promise.all(Array.from({ length: 10 }, change));
    expect(runs).toHaveLength(1);
    runs[0]?.resolve();
    await expect.poll(() => runs.length).toBe(2);
    runs[1]?.resolve();
    await first;
    expect(runs).toHaveLength(2);
  });

  it("is done for each change that comes later", async () => {
    const { runs, change } = openFollow();
    for (const at of [0, 1]) {
      const done = change();
      runs[at]?.resolve();
      await done;
    }
    expect(runs).toHaveLength(2);
  });

  it("is done for the next change where it failed", async () => {
    const { runs, change } = openFollow();
    const failed = change();
    runs[0]?.reject(new Error("The disk is full."));
    await expect(failed).rejects.toThrow("The disk is full.");
    void change();
    expect(runs).toHaveLength(2);
  });

  it("is begun by another one when a request is gone in the middle of it", () => {
    const { runs, change, pass } = openFollow();
    void change();
    pass(4_999);
    void change();
    expect(runs).toHaveLength(1);
    pass(1);
    void change();
    expect(runs).toHaveLength(2);
  });
});

describe("what follows requests", () => {
  function openIntervals() {
    const runs: number[] = [];
    const waits: PromiseWithResolvers<void>[] = [];
    let now = 1_000;
    const request = atIntervals(
      async () => void runs.push(now),
      () => now,
      async (seconds) => {
        const wait = Promise.withResolvers<void>();
        waits.push(wait);
        await wait.promise;
        now += seconds * 1_000;
      },
    );
    return { runs, waits, request, pass: (ms: number) => (now += ms) };
  }

  it("is done at once for the first, and once for all of the next tenth of a second", async () => {
    const { runs, waits, request, pass } = openIntervals();
    await request();
    expect(runs).toEqual([1_000]);
    pass(20);
    const waiting = request();
    await Promise.all(Array.from({ length: 10 }, request));
    expect(waits).toHaveLength(1);
    waits[0]?.resolve();
    await waiting;
    expect(runs).toEqual([1_000, 1_100]);
  });

  it("is done by the next one when the one that waited is gone", async () => {
    const { runs, waits, request, pass } = openIntervals();
    await request();
    pass(20);
    void request();
    expect(waits).toHaveLength(1);
    pass(200);
    await request();
    expect(runs).toEqual([1_000, 1_220]);
  });
});
