import { commit } from "../../../platform/audit/commit.ts";
import type { CoverageTestDeps } from "./deps.ts";
import { readTest, requireTestState } from "./test-state.ts";

/**
 * Deletes a test.
 * @throws AppError `not_found`, `precondition_failed`
 */
export async function deleteTest(
  deps: CoverageTestDeps,
  actor: string,
  id: string,
  ifMatch?: string,
): Promise<void> {
  let deleted = false;
  while (!deleted) {
    const test = await readTest(deps, id);
    await requireTestState(deps, ifMatch, test);
    const { attack_id, domain, result, tested_at, revision } = test;
    deleted = await commit(deps, {
      act: {
        actor,
        action: "coverage_test.delete",
        object: ["coverage_test", id],
        details: { attack_id, domain, result, tested_at },
      },
      when: deps.coverageTests.isThere(ifMatch === undefined ? { id } : { id, revision }),
      parts: [deps.coverageTests.remove(id)],
    });
  }
}
