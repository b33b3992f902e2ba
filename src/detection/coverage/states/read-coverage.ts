import { resolveDetections } from "../../../knowledge/attack/detections/find-technique.ts";
import { agreeOnDomain } from "./agree-on-domain.ts";
import { buildCoverage } from "./build-coverage.ts";
import type { CoverageAsked, CoverageRelease } from "./facts.ts";
import { collectSets } from "./collect-sets.ts";
import type { CoverageDeps } from "./deps.ts";
import type { CoverageQuery } from "./params.ts";
import { type CoverageInputs, readInputs } from "./read-inputs.ts";
import { resolveSets } from "./resolve-sets.ts";
import type { Coverage } from "./schema.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The input of coverage, shared by everything that reports it. */
export interface OpenedCoverage {
  release: CoverageRelease;
  inputs: CoverageInputs;
  asked: CoverageAsked;
}

/**
 * Reads the input of coverage: the workspace in one round trip, the release from memory.
 * @throws AppError `not_found`, `analysis_failed`, `conflict`, `validation_error`, `unknown_domain`,
 * `version_not_found`, `knowledge_base_empty`
 */
export async function openCoverage(
  deps: CoverageDeps,
  query: CoverageQuery,
): Promise<OpenedCoverage> {
  const inputs = await readInputs(deps, query);
  const domain = agreeOnDomain(inputs, query.domain);
  const { index, detections } = await resolveDetections(deps, { domain, version: query.version });
  const known = await deps.knownIds.open();
  const sets = await collectSets(deps, query, inputs, index);
  const resolved = resolveSets(sets, index, known);
  return {
    release: { index, detections, known },
    inputs,
    asked: {
      resolved,
      platforms: query.platforms ?? [],
      demand: query.demand,
      provenSince: daysBefore(deps.now(), deps.settings.COVERAGE_PROVEN_DAYS),
    },
  };
}

function daysBefore(now: string, days: number): string {
  return new Date(Date.parse(now) - days * DAY_MS).toISOString();
}

/**
 * Returns the state of each requested technique, with its proof.
 * @throws AppError like `openCoverage`
 */
export async function readCoverage(deps: CoverageDeps, query: CoverageQuery): Promise<Coverage> {
  const { release, inputs, asked } = await openCoverage(deps, query);
  return buildCoverage(release, inputs, asked);
}
