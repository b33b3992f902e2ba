import { beforeEach, describe, expect, it } from "vitest";
import { EventFeed } from "../../../../src/platform/audit/events/event-feed.ts";
import { Listeners } from "../../../../src/platform/audit/events/listeners.ts";
import type { WorkspaceEvent } from "../../../../src/platform/audit/events/schema.ts";

const eventOf = (seq: number): WorkspaceEvent => ({
  seq,
  actor: "ann",
  action: "session.review",
  object_type: "session",
  object_id: "s",
  at: "2026-11-22T08:15:00.000Z",
});

let now: number;
let trail: WorkspaceEvent[];
let version: number;
let reads: string[];
let feed: EventFeed;

const write = (count = 1) => {
  for (let n = 0; n < count; n += 1) trail.push(eventOf(trail.length + 1));
  version += 1;
};
const look = async (afterMs = 1_000) => {
  now += afterMs;
  await feed.look();
};
const since = (seq: number) => feed.since(seq)?.map((event) => event.seq);

beforeEach(() => {
  now = 0;
  trail = [];
  version = 0;
  reads = [];
  write(3);
  const source = {
    version: async () => {
      reads.push("version");
      return String(version);
    },
    lastSeq: async () => {
      reads.push("last");
      return trail.length;
    },
    listAfter: async (seq: number, limit: number) => {
      reads.push("list");
      return trail.filter((event) => event.seq > seq).slice(0, limit);
    },
  };
  feed = new EventFeed(source, () => now);
});

describe("the feed of changes", () => {
  it("begins at the end of the trail, and has what comes after", async () => {
    await look();
    expect(feed.known).toMatchObject({ last: 3, version: "1" });
    expect([since(3), since(2)]).toEqual([[], undefined]);
    write(2);
    await look();
    expect([since(3), since(4), since(5)]).toEqual([[4, 5], [5], []]);
  });

  it("reads one row while nothing changes, and not more often than once in its interval", async () => {
    await look();
    reads = [];
    for (let n = 0; n < 10; n += 1) await look(100);
    expect(reads).toEqual(["version"]);
  });

  it("has the version of a change that no event tells of", async () => {
    await look();
    version += 1;
    await look();
    expect(feed.known).toMatchObject({ last: 3, version: "2" });
  });

  it("keeps a limited number of changes", async () => {
    await look();
    for (let n = 0; n < 3; n += 1) {
      write(500);
      await look();
    }
    expect(since(503)?.length).toBe(1_000);
    expect(since(502)).toBeUndefined();
    // After a long time without listeners it begins again at the end.
    write(1_001);
    await look();
    expect(feed.known?.last).toBe(trail.length);
    expect(since(trail.length - 1)).toBeUndefined();
  });

  it("is read by one at a time, and by another one when the first never finishes", async () => {
    const asked: (() => void)[] = [];
    const slow = new EventFeed(
      {
        version: async () => await new Promise((done) => asked.push(() => done("1"))),
        lastSeq: async () => 7,
        listAfter: async () => [],
      },
      () => now,
    );
    void slow.look();
    now += 4_000;
    await slow.look();
    expect([asked.length, slow.known]).toEqual([1, null]);
    now += 1_000;
    const second = slow.look();
    asked[1]?.();
    await second;
    expect(slow.known?.last).toBe(7);
  });

  it("reads again after a failed read", async () => {
    let fails = true;
    const source = {
      version: async () => {
        if (fails) throw new Error("the database is away");
        return "1";
      },
      lastSeq: async () => 1,
      listAfter: async () => [],
    };
    const broken = new EventFeed(source, () => now);
    await expect(broken.look()).rejects.toThrow("away");
    fails = false;
    now += 1_000;
    await broken.look();
    expect(broken.known?.last).toBe(1);
  });
});

describe("the number of streams", () => {
  const codeOf = (act: () => unknown) => {
    try {
      act();
      return "joined";
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  it("is limited for each user, and a stream that ends makes room", () => {
    const listeners = new Listeners();
    const leave = Array.from({ length: 20 }, () => listeners.join("ann", false));
    expect(codeOf(() => listeners.join("ann", false))).toBe("rate_limited");
    expect(codeOf(() => listeners.join("bob", false))).toBe("joined");
    leave[0]?.();
    expect(codeOf(() => listeners.join("ann", false))).toBe("joined");
  });

  it("is limited in all, also where everybody has one name", () => {
    const listeners = new Listeners();
    for (let n = 0; n < 500; n += 1) listeners.join("local", true);
    expect(codeOf(() => listeners.join("local", true))).toBe("service_busy");
    expect(listeners.count).toBe(500);
  });
});
