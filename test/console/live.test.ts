import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WorkspaceEvent } from "../../src/console/api/events.ts";
import { keysOf, type Key } from "../../src/console/parts/live/keys-of.ts";
import { type Message, readMessages } from "../../src/console/parts/live/read-messages.ts";
import { Refresher } from "../../src/console/parts/live/refresher.ts";
import { AUDITED_OBJECTS } from "../../src/platform/audit/tables.ts";

const eventOf = (type: string, id = "x") =>
  ({ object_type: type, object_id: id }) as unknown as WorkspaceEvent;

describe("what is read again after a change", () => {
  it("is of one session alone, and every list that has it", () => {
    const keys = keysOf(eventOf("session", "s1"));
    expect(keys).toContainEqual(["session", "s1"]);
    expect(keys).toContainEqual(["comments", "s1"]);
    expect(keys).toContainEqual(["sessions"]);
    expect(keys).not.toContainEqual(["session"]);
  });

  it("is known for every type of the audit trail, which is listed as well", () => {
    for (const type of AUDITED_OBJECTS) {
      const keys = keysOf(eventOf(type));
      expect(keys).toContainEqual(["audit"]);
      expect([type, keys.length > 1]).toEqual([type, type !== "audit_key"]);
    }
  });

  it("goes by the name of a type that came with a newer service", () => {
    expect(keysOf(eventOf("watchlist"))).toEqual([["watchlist"], ["watchlists"], ["audit"]]);
  });
});

describe("the pace at which a page is read again", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is at once for the first change, then every two seconds, each key once", () => {
    const read: string[] = [];
    const refresher = new Refresher((key: Key) => void read.push(String(key[0])));
    refresher.add([["a"]]);
    vi.advanceTimersByTime(0);
    for (let n = 0; n < 50; n += 1) {
      refresher.add([["a"], ["b"]]);
      vi.advanceTimersByTime(20);
    }
    expect(read).toEqual(["a"]);
    vi.advanceTimersByTime(1_000);
    expect(read).toEqual(["a", "a", "b"]);
    vi.advanceTimersByTime(60_000);
    expect(read.length).toBe(3);
  });

  it("lets what can wait come later, unless it is asked for sooner", () => {
    const read: string[] = [];
    const refresher = new Refresher((key: Key) => void read.push(String(key[0])));
    refresher.add([["late"], ["soon"]], 10_000);
    refresher.add([["soon"]]);
    vi.advanceTimersByTime(0);
    expect(read).toEqual(["soon"]);
    vi.advanceTimersByTime(10_000);
    expect(read).toEqual(["soon", "late"]);
  });

  it("stops", () => {
    const read: Key[] = [];
    const refresher = new Refresher((key) => void read.push(key));
    refresher.add([["a"]]);
    refresher.stop();
    vi.advanceTimersByTime(60_000);
    expect(read).toEqual([]);
  });
});

it("reads messages however the network cuts them, and takes comments as a sign of life", async () => {
  const text = ': ping\n\nid: 7\ndata: {"name": "Zoë"}\n\n:\n\nid: 8\nevent: version\ndata: {}\n\n';
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 3, 1_000]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.slice(n * size, (n + 1) * size),
    );
    const messages: Message[] = [];
    let alive = 0;
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });
    await readMessages(
      stream,
      (message) => messages.push(message),
      () => (alive += 1),
    );
    expect(messages).toEqual([
      { id: "7", event: null, data: '{"name": "Zoë"}' },
      { id: "8", event: "version", data: "{}" },
    ]);
    expect(alive).toBe(pieces.length);
  }
});
