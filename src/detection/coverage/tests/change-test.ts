import { commit } from "../../../platform/audit/commit.ts";
import { describeChanges } from "../../../platform/audit/describe-changes.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import { momentOf, titleOfRule } from "./check-test.ts";
import type { CoverageTestDeps } from "./deps.ts";
import type { TestChange } from "./params.ts";
import type { CoverageTest } from "./schema.ts";
import { readTest, requireTestState } from "./test-state.ts";

/** Concurrent edits succeed on the second attempt; this limit is a safeguard. */
const MAX_TRIES = 20;
const FIELDS = ["rule_id", "result", "tested_at", "events", "note"] as const;

/**
 * Applies the given changes to a test. Unchanged values have no effect.
 * @throws AppError `not_found`; `validation_error` for an unknown rule or a time in the future; `precondition_failed`;
 * `conflict`
 */
export async function changeTest(
  deps: CoverageTestDeps,
  actor: string,
  id: string,
  given: TestChange,
  ifMatch?: string,
): Promise<CoverageTest> {
  const { tested_at: time } = given;
  const wanted = { ...given, ...(time !== undefined && { tested_at: momentOf(time, deps.now()) }) };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const before = await readTest(deps, id);
    const fields = FIELDS.filter(
      (field) => wanted[field] !== undefined && wanted[field] !== before[field],
    );
    if (fields.length === 0) return before;
    await requireTestState(deps, ifMatch, before);
    const change: Partial<CoverageTest> = Object.fromEntries(
      fields.map((field) => [field, wanted[field]]),
    );
    if (change.rule_id !== undefined) change.rule_title = await titleOfRule(deps, change.rule_id);
    const happened = await commit(deps, {
      act: {
        actor,
        action: "coverage_test.update",
        object: ["coverage_test", id],
        details: {
          attack_id: before.attack_id,
          ...describeChanges(before, change, ["note", "events"]),
        },
      },
      when: deps.coverageTests.isThere({ id, revision: before.revision }),
      parts: [deps.coverageTests.change(id, change)],
    });
    if (happened) return await readTest(deps, id);
  }
  throw new AppError("conflict", "Others are changing this test; try again shortly.");
}
