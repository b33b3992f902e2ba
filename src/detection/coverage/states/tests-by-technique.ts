import { activeIdsOf } from "../../../knowledge/attack/ids/resolve-id.ts";
import type { LastTest } from "./detect.ts";
import type { CoverageRelease } from "./facts.ts";
import type { NewestTest } from "./read-inputs.ts";

/** The newest test of each technique, by its id in a release, and the number of its tests. */
export type TestsByTechnique = ReadonlyMap<string, { lastTest: LastTest; testCount: number }>;

/** Resolves tests to the ids of a release. If several ids lead to one technique, the newest test counts. */
export function testsByTechnique(
  tests: readonly NewestTest[],
  { index, known }: Pick<CoverageRelease, "index" | "known">,
): TestsByTechnique {
  const found = new Map<string, { lastTest: LastTest; testCount: number; at: string }>();
  for (const { domain, attack_id, test_count, at, id: test_id, ...test } of tests) {
    if (domain !== index.domain) continue;
    const { result, tested_at, created_by } = test;
    for (const id of activeIdsOf(attack_id, index, known)) {
      const before = found.get(id);
      const testCount = test_count + (before?.testCount ?? 0);
      const lastTest = { test_id, result, tested_at, created_by };
      const newest = before !== undefined && before.at > at ? before : { lastTest, at };
      found.set(id, { lastTest: newest.lastTest, at: newest.at, testCount });
    }
  }
  return found;
}
