import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Deadline } from "../../../src/platform/lib/deadline.ts";

const tooLate = (what: string) => () => new Error(`${what} took too long`);
const never = async () => await new Promise<never>(() => undefined);
const caught = async (work: Promise<unknown>) =>
  await work.catch((error: unknown) => String(error));

describe("a deadline", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("answers what is done in time, and lets go of its timers", async () => {
    const deadline = new Deadline(1_000, tooLate("all"));
    expect(await deadline.race(Promise.resolve("done"))).toBe("done");
    expect(vi.getTimerCount()).toBe(1);
    deadline.end();
    expect(vi.getTimerCount()).toBe(0);
    expect(deadline.signal.aborted).toBe(false);
  });

  it("ends what waits on it, and whatever was begun for it, when the time is over", async () => {
    const deadline = new Deadline(1_000, tooLate("all"));
    const waiting = caught(deadline.race(never()));
    vi.advanceTimersByTime(999);
    expect([deadline.left, deadline.signal.aborted]).toEqual([1, false]);
    vi.advanceTimersByTime(1);
    expect(await waiting).toBe("Error: all took too long");
    expect(String(deadline.signal.reason)).toBe("Error: all took too long");
    // Whoever comes later is not kept waiting.
    expect(await caught(deadline.race(never()))).toBe("Error: all took too long");
  });

  it("has limits of steps, which count only while the step lasts", async () => {
    const deadline = new Deadline(10_000, tooLate("all"));
    deadline.limit(100, tooLate("a step that ended"))();
    const end = deadline.limit(500, tooLate("the step"));
    vi.advanceTimersByTime(499);
    expect(deadline.signal.aborted).toBe(false);
    const waiting = caught(deadline.race(never()));
    vi.advanceTimersByTime(1);
    expect(await waiting).toBe("Error: the step took too long");
    end();
    deadline.end();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is stopped by its caller, for the caller's reason; the first reason stays", async () => {
    const caller = new AbortController();
    const deadline = new Deadline(1_000, tooLate("all"), caller.signal);
    caller.abort(new Error("the client went away"));
    deadline.stop(new Error("another reason"));
    expect(await caught(deadline.race(never()))).toBe("Error: the client went away");
    const late = new Deadline(1_000, tooLate("all"), caller.signal);
    expect(late.signal.aborted).toBe(true);
    deadline.end();
    late.end();
  });
});
