import { describe, expect, it } from "vitest";
import { testServices } from "../../support/service.ts";

const NOW = "2026-11-21T08:00:00.000Z";
const LATER = "2026-11-21T08:01:00.000Z";
const MUCH_LATER = "2026-11-21T08:02:00.000Z";

describe("a lock", () => {
  const { locks } = testServices();

  it("has one owner until it is released", async () => {
    expect(await locks.lock("a", "one", NOW, LATER)).toBe(true);
    expect(await locks.lock("a", "two", NOW, LATER)).toBe(false);
    await locks.release("a", "two");
    expect(await locks.lock("a", "two", NOW, LATER)).toBe(false);
    await locks.release("a", "one");
    expect(await locks.lock("a", "two", NOW, LATER)).toBe(true);
  });

  it("is taken over when its time is up", async () => {
    await locks.lock("b", "one", NOW, LATER);
    expect(await locks.lock("b", "two", LATER, MUCH_LATER)).toBe(true);
    expect(await locks.lock("b", "one", LATER, MUCH_LATER)).toBe(false);
  });

  it("is free for everybody once all are released", async () => {
    await locks.lock("c", "one", NOW, MUCH_LATER);
    await locks.releaseAll();
    expect(await locks.lock("c", "two", NOW, LATER)).toBe(true);
  });
});

describe("the limit of a server", () => {
  it("stays at the later one of two times, and ends with it", async () => {
    const { serverLimits } = testServices();
    await serverLimits.limit("rdap.example", MUCH_LATER);
    await serverLimits.limit("rdap.example", LATER);
    expect((await serverLimits.list(LATER)).get("rdap.example")).toBe(MUCH_LATER);
    expect((await serverLimits.list(MUCH_LATER)).has("rdap.example")).toBe(false);
  });
});
