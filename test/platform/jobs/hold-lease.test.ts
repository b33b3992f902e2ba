import { expect, it, vi } from "vitest";
import { holdLease } from "../../../src/platform/jobs/hold-lease.ts";

/** A clock that stands still until it is moved on. */
function stoppedClock() {
  const waiting: (() => void)[] = [];
  return {
    sleep: async () => await new Promise<void>((done) => waiting.push(done)),
    moveOn: async () => {
      for (const done of waiting.splice(0)) done();
      await new Promise((done) => setTimeout(done, 0));
    },
  };
}

it("renews the lease with the progress of the moment until the work has ended", async () => {
  const clock = stoppedClock();
  const report = vi.fn(async () => undefined);
  const work = Promise.withResolvers<string>();
  let done = 0;
  const options = { everySeconds: 20, progress: () => ({ done }) };
  const held = holdLease(clock, { report }, work.promise, options);
  await clock.moveOn();
  done = 7;
  await clock.moveOn();
  expect(report.mock.calls).toEqual([[{ done: 0 }], [{ done: 7 }]]);
  work.resolve("answer");
  expect(await held).toBe("answer");
  await clock.moveOn();
  expect(report).toHaveBeenCalledTimes(2);
});

it("throws what the work throws", async () => {
  const report = vi.fn(async () => undefined);
  const work = Promise.reject(new Error("the work failed"));
  const options = { everySeconds: 20, progress: () => ({}) };
  await expect(holdLease(stoppedClock(), { report }, work, options)).rejects.toThrow("work failed");
  expect(report).not.toHaveBeenCalled();
});

it("throws at once when the lease was lost, whatever becomes of the work", async () => {
  const clock = stoppedClock();
  const work = Promise.withResolvers<never>();
  const report = async () => await Promise.reject(new Error("lease lost"));
  const options = { everySeconds: 20, progress: () => ({}) };
  const held = holdLease(clock, { report }, work.promise, options).catch((error: unknown) => error);
  await clock.moveOn();
  expect(await held).toMatchObject({ message: "lease lost" });
  // No unhandled rejection fails the run.
  work.reject(new Error("too late"));
});
