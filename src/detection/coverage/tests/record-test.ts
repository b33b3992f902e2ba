import { DEFAULT_DOMAIN } from "../../../knowledge/attack/vocabulary.ts";
import { commitAndRead } from "../../../platform/audit/commit.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import { momentOf, nameTested, titleOfRule } from "./check-test.ts";
import type { CoverageTestDeps } from "./deps.ts";
import type { NewTest } from "./params.ts";
import type { CoverageTest } from "./schema.ts";
import { toTest } from "./store.ts";
import { MAX_TESTS } from "./vocabulary.ts";

/**
 * Records a test of a technique and its result.
 * @throws AppError `validation_error` for an unknown technique or rule, or a time in the future; `unknown_domain`,
 * `knowledge_base_empty`; `conflict` if the limit is reached
 */
export async function recordTest(
  deps: CoverageTestDeps,
  actor: string,
  { attack_id, domain = DEFAULT_DOMAIN, rule_id = null, result, ...given }: NewTest,
): Promise<CoverageTest> {
  const { tested_at = deps.now(), events = "", note = "" } = given;
  const name = await nameTested(deps, attack_id, domain);
  const test = {
    id: deps.newId(),
    attack_id,
    name,
    domain,
    rule_id,
    rule_title: await titleOfRule(deps, rule_id),
    result,
    tested_at: momentOf(tested_at, deps.now()),
    events,
    note,
    created_by: actor,
  };
  const details = { attack_id, domain, result, tested_at: test.tested_at, rule_id };
  const change = {
    act: {
      actor,
      action: "coverage_test.create" as const,
      object: ["coverage_test", test.id] as const,
      details,
    },
    when: deps.coverageTests.hasRoom(MAX_TESTS),
    parts: [deps.coverageTests.create(test)],
  };
  const rows = await commitAndRead(deps, change, deps.coverageTests.selectOne(test.id));
  const [recorded] = rows ?? [];
  if (recorded !== undefined) return toTest(recorded);
  throw new AppError("conflict", `At most ${MAX_TESTS} tests are stored; delete old ones first.`);
}
