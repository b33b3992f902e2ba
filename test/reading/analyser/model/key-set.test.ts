import { describe, expect, it } from "vitest";
import { createKeySet } from "../../../../src/reading/analyser/model/key-set.ts";
import { hashKey } from "../../../../src/reading/analyser/model/hash.ts";

describe("a set of keys", () => {
  it("takes each key once, and all again when it is emptied", () => {
    const keys = createKeySet();
    const added = () => [7, 0, 0xffff_ffff, 7, 0, 7 + 1024].map((key) => keys.add(key));
    expect(added()).toEqual([true, true, true, false, false, true]);
    keys.clear();
    expect(added()).toEqual([true, true, true, false, false, true]);
  });

  it("grows with what is put in, as a Set does", () => {
    const keys = createKeySet();
    const known = new Set<number>();
    for (let at = 0; at < 9_000; at += 1) {
      const key = hashKey(`key ${at % 5_000}`);
      expect(keys.add(key)).toBe(!known.has(key));
      known.add(key);
    }
  });
});
