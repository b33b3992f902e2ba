import { lastActOn } from "../../../platform/audit/last-act-on.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import { requireState } from "../../../platform/lib/require-state.ts";
import type { CoverageTestDeps } from "./deps.ts";
import type { CoverageTest } from "./schema.ts";

/** Returns the error for a missing test. */
export function noSuchTest(id: string): AppError {
  return new AppError("not_found", `There is no test ${id}.`);
}

/** Returns the entity tag of a test: its revision. */
export function testEtag({ revision }: Pick<CoverageTest, "revision">): string {
  return `"${revision}"`;
}

/** Rejects a change meant for another state of a test. @throws AppError `precondition_failed` */
export async function requireTestState(
  deps: CoverageTestDeps,
  ifMatch: string | undefined,
  test: CoverageTest,
): Promise<void> {
  await requireState(ifMatch, testEtag(test), `The test of ${test.attack_id}`, async () => ({
    current: test,
    ...(await lastActOn(deps, { type: "coverage_test", id: test.test_id })),
  }));
}

/** Returns a test by its id. @throws AppError `not_found` */
export async function readTest(deps: CoverageTestDeps, id: string): Promise<CoverageTest> {
  const test = await deps.coverageTests.find(id);
  if (test === null) throw noSuchTest(id);
  return test;
}
