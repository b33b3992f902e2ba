import { expect, it, vi } from "vitest";
import { openEvents } from "../../src/console/api/events.ts";
import { followWorkspace } from "../../src/console/parts/live/follow-workspace.ts";

vi.mock(import("../../src/console/api/events.ts"), () => ({
  openEvents: vi.fn(),
  readEvents: vi.fn(),
}));

/** A stream with a message that cannot be read, which stays open. */
function unreadable(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("id: 1\ndata: {\n\n")),
  });
}

it("closes a stream that it does not read to its end before it opens the next", async () => {
  const stop = new AbortController();
  const opened: { signal: AbortSignal; before: boolean[] }[] = [];
  vi.mocked(openEvents).mockImplementation(async (_after, signal) => {
    opened.push({ signal, before: opened.map((one) => one.signal.aborted) });
    if (opened.length === 2) stop.abort();
    return unreadable();
  });
  const follower = { onEvents: vi.fn(), onStart: vi.fn(), onVersion: vi.fn() };
  await followWorkspace({ seq: 0, version: undefined }, follower, stop.signal);
  expect(opened[1]?.before).toEqual([true]);
});
