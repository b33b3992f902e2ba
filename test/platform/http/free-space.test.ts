import { describe, expect, it } from "vitest";
import { openFreeSpace } from "../../../src/platform/http/free-space.ts";

const MIB = 2 ** 20;

/** Free space on a disk with so many MiB, at a clock that the test sets. */
function open(mib: number | null) {
  const disk = { mib, now: 0, asked: 0 };
  const requireSpace = openFreeSpace(
    async () => {
      disk.asked += 1;
      if (disk.mib === null) throw new Error("the program has ended");
      return await Promise.resolve(disk.mib * MIB);
    },
    () => disk.now,
  );
  return { disk, requireSpace };
}

describe("a change on a disk that is nearly full", () => {
  it("is refused before it is begun, and let through once there is space", async () => {
    const { disk, requireSpace } = open(10);
    await expect(requireSpace(0)).rejects.toMatchObject({ code: "storage_full" });
    Object.assign(disk, { mib: 100, now: 250 });
    await requireSpace(0);
  });

  it("is refused for a body that does not fit twice", async () => {
    const { requireSpace } = open(50);
    await requireSpace(17 * MIB);
    await expect(requireSpace(18 * MIB)).rejects.toMatchObject({ code: "storage_full" });
  });

  it("asks no more than four times a second", async () => {
    const { disk, requireSpace } = open(50);
    for (disk.now = 0; disk.now < 1_000; disk.now += 10) await requireSpace(0);
    expect(disk.asked).toBe(4);
  });

  it("is let through where nobody knows the space", async () => {
    await expect(open(null).requireSpace(0)).resolves.toBeUndefined();
    const atTheEdge = openFreeSpace(null, Date.now);
    await expect(atTheEdge(Number.MAX_SAFE_INTEGER)).resolves.toBeUndefined();
  });
});
