import { expect, it } from "vitest";
import { retryEdit } from "../../../src/platform/lib/retry-edit.ts";

function counted() {
  const pauses: number[] = [];
  return { pauses, deps: { sleep: async (seconds: number) => void pauses.push(seconds) } };
}

it("repeats an edit that another one overtook, after a pause that grows", async () => {
  const { pauses, deps } = counted();
  let attempts = 0;
  const edit = async () => ((attempts += 1) < 12 ? null : "done");
  expect(await retryEdit(deps, "this rule", edit)).toBe("done");
  expect(attempts).toBe(12);
  expect(pauses).toHaveLength(11);
  pauses.forEach((seconds, at) => expect(seconds).toBeLessThanOrEqual(0.005 * 2 ** at));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(0.5);
});

it("ends with a conflict that names what is edited", async () => {
  const { deps } = counted();
  const edit = retryEdit(deps, "this rule", async () => null);
  await expect(edit).rejects.toMatchObject({
    code: "conflict",
    message: "Others are changing this rule; try again shortly.",
  });
});

it("throws what the edit throws", async () => {
  const { pauses, deps } = counted();
  const edit = retryEdit(deps, "this rule", async () => await Promise.reject(new Error("signed")));
  await expect(edit).rejects.toThrow("signed");
  expect(pauses).toEqual([]);
});
