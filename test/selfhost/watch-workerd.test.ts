import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchWorkerd } from "../../src/selfhost/runtime/watch-workerd.ts";

const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Watches a workerd that answers after some time; returns how often it was killed. */
async function killsIn(minutes: number, ping: () => Promise<void>): Promise<number> {
  const kill = vi.fn<() => void>();
  const endWatch = watchWorkerd({ ping, kill });
  await vi.advanceTimersByTimeAsync(minutes * MINUTE);
  endWatch();
  return kill.mock.calls.length;
}

const after = (ms: number) => async () =>
  await new Promise<void>((resolve) => setTimeout(resolve, ms));

describe("a workerd", () => {
  it("that answers, however slowly, is left alone", async () => {
    expect(await killsIn(60, after(0))).toBe(0);
    expect(await killsIn(60, after(2 * MINUTE))).toBe(0);
  });

  it("that closes the connection is left alone", async () => {
    expect(await killsIn(60, () => Promise.reject(new Error("read ECONNRESET")))).toBe(0);
  });

  it("that answers nothing is killed after three minutes", async () => {
    const silence = () => new Promise<void>(() => undefined);
    expect(await killsIn(3, silence)).toBe(0);
    expect(await killsIn(4, silence)).toBe(1);
  });
});
