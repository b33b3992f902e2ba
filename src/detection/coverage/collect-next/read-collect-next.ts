import { warningsOf } from "../states/build-coverage.ts";
import type { CoverageDeps } from "../states/deps.ts";
import { CoverageFacts } from "../states/facts.ts";
import type { CoverageQuery } from "../states/params.ts";
import { openCoverage } from "../states/read-coverage.ts";
import { planCollection } from "./plan-collection.ts";
import type { CollectNext } from "./schema.ts";

/**
 * Returns the log sources that would give data to most of the techniques without any.
 * @throws AppError like `openCoverage`
 */
export async function readCollectNext(
  deps: CoverageDeps,
  { limit, ...query }: CoverageQuery & { limit: number },
): Promise<CollectNext> {
  const { release, inputs, asked } = await openCoverage(deps, query);
  const facts = new CoverageFacts(release, inputs, asked);
  return {
    domain: release.index.domain,
    version: release.index.version,
    platforms: [...asked.platforms],
    demand: asked.demand,
    sets: asked.resolved.sets,
    ...planCollection(facts, asked.demand, limit),
    unknown_techniques: asked.resolved.unknown,
    left_out: facts.leftOut,
    warnings: warningsOf(release, asked.platforms, facts.rules.unknown),
  };
}
