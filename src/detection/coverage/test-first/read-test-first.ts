import { openAtomicTests } from "../atomic/open-atomic-tests.ts";
import { warningsOf } from "../states/build-coverage.ts";
import { CoverageFacts } from "../states/facts.ts";
import type { CoverageQuery } from "../states/params.ts";
import { openCoverage } from "../states/read-coverage.ts";
import type { TestFirstDeps } from "./deps.ts";
import { rankTechniques } from "./rank-techniques.ts";
import type { TestFirst } from "./schema.ts";
import { MAX_SESSIONS, SESSION_HALF_LIFE_DAYS, weighUse } from "./weigh-use.ts";

/**
 * Returns the requested techniques in the order of the value of testing them.
 * @throws AppError like `openCoverage`
 */
export async function readTestFirst(
  deps: TestFirstDeps,
  { limit, ...query }: CoverageQuery & { limit: number },
): Promise<TestFirst> {
  const { release, inputs, asked } = await openCoverage(deps, query);
  const { index, known } = release;
  const now = deps.now();
  const named = await deps.findings.weighTechniques(now, {
    halfLifeDays: SESSION_HALF_LIFE_DAYS,
    sessions: MAX_SESSIONS,
  });
  const tests = await openAtomicTests(deps, index, known);
  const facts = new CoverageFacts(release, inputs, asked);
  const items = rankTechniques(facts, asked, weighUse(index, known, named, now), tests);
  return {
    domain: index.domain,
    version: index.version,
    platforms: [...asked.platforms],
    demand: asked.demand,
    sets: asked.resolved.sets,
    technique_count: items.length,
    items: items.slice(0, limit),
    unknown_techniques: asked.resolved.unknown,
    left_out: facts.leftOut,
    warnings: warningsOf(release, asked.platforms, facts.rules.unknown),
  };
}
