import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openEvents, readEvents } from "../../src/console/api/events.ts";
import { followWorkspace } from "../../src/console/parts/live/follow-workspace.ts";

vi.mock(import("../../src/console/api/events.ts"), () => ({
  openEvents: vi.fn(),
  readEvents: vi.fn(),
}));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

/** A stream with a message that cannot be read, which stays open. */
function unreadable(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("id: 1\ndata: {\n\n")),
  });
}

/** A stream with one message that can be read, which ends some time after it. */
function endingAfter(ms: number): ReadableStream<Uint8Array> {
  const message = 'id: 1\nevent: version\ndata: {"version":"a"}\n\n';
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode(message));
      const probe = setInterval(() => controller.enqueue(new TextEncoder().encode(":\n\n")), 2_000);
      setTimeout(() => {
        clearInterval(probe);
        controller.close();
      }, ms);
    },
  });
}

const follower = () => ({ onEvents: vi.fn(), onStart: vi.fn(), onVersion: vi.fn() });

/** Follows streams for a minute, of which each lasts for some time; answers how many were opened. */
async function countOpened(lasting: number): Promise<number> {
  const stop = new AbortController();
  vi.mocked(openEvents).mockImplementation(async () => endingAfter(lasting));
  vi.mocked(readEvents).mockResolvedValue({ events: [], last: 1, version: "a" });
  const following = followWorkspace({ seq: 0, version: undefined }, follower(), stop.signal);
  await vi.advanceTimersByTimeAsync(60_000);
  stop.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  await following;
  return vi.mocked(openEvents).mock.calls.length;
}

it("opens a stream that ends after its first message again less and less often, and polls", async () => {
  expect(await countOpened(1)).toBeLessThanOrEqual(5);
  expect(vi.mocked(readEvents).mock.calls.length).toBeGreaterThanOrEqual(10);
});

it("opens a stream that lasted again right away", async () => {
  expect(await countOpened(15_000)).toBe(4);
  expect(readEvents).not.toHaveBeenCalled();
});

it("closes a stream that it does not read to its end before it opens the next", async () => {
  const stop = new AbortController();
  const opened: { signal: AbortSignal; before: boolean[] }[] = [];
  vi.mocked(openEvents).mockImplementation(async (_after, signal) => {
    opened.push({ signal, before: opened.map((one) => one.signal.aborted) });
    if (opened.length === 2) stop.abort();
    return unreadable();
  });
  const following = followWorkspace({ seq: 0, version: undefined }, follower(), stop.signal);
  await vi.advanceTimersByTimeAsync(60_000);
  await following;
  expect(opened[1]?.before).toEqual([true]);
});
