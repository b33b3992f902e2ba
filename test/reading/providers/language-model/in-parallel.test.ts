import { expect, it } from "vitest";
import { inParallel } from "../../../../src/reading/providers/language-model/in-parallel.ts";

/** Starts work on five items, none of which ends until `end` is called; returns the items at work. */
function start(concurrency: number) {
  const working = new Map<number, () => void>();
  const done = inParallel([1, 2, 3, 4, 5], concurrency, new AbortController().signal, (item) => {
    const ended = Promise.withResolvers<void>();
    working.set(item, ended.resolve);
    return ended.promise;
  });
  const end = (item: number) => {
    working.get(item)?.();
    working.delete(item);
  };
  return { done, end, working: () => [...working.keys()] };
}

it.each([
  [1, [1]],
  [3, [1, 2, 3]],
  [9, [1, 2, 3, 4, 5]],
])("works on %i items at a time", async (concurrency, first) => {
  const { done, end, working } = start(concurrency);
  expect(working()).toEqual(first);
  for (let item = 1; item <= 5; item += 1) {
    await expect.poll(working).toContain(item);
    expect(working().length).toBeLessThanOrEqual(concurrency);
    end(item);
  }
  await done;
});
