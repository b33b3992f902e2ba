import { stixIdOf } from "../../../../../formats/stix/stix-id.ts";
import type { StixObject } from "../../../../../formats/stix/stix-object.ts";
import { TOOL } from "../../../../../formats/stix/tool-identity.ts";
import { markingNamed } from "../../../../../sharing/exports/content/marking.ts";
import type { StixBundle } from "../../../../../sharing/exports/stix/bundle.ts";
import { toMarkingDefinitions } from "../../../../../sharing/exports/stix/markings.ts";
import { extensionsOf } from "../../../../../sharing/exports/stix/sign-objects.ts";
import { buildCoverage } from "../../build-coverage.ts";
import type { CoverageExportDeps } from "../../deps.ts";
import type { CoverageQuery } from "../../params.ts";
import { openCoverage } from "../../read-coverage.ts";
import type { Coverage } from "../../schema.ts";
import { type CoveredObject, readCovered, readPatterns } from "./covered-objects.ts";
import { toSecurityCoverage } from "./security-coverage.ts";

/** Types with the workspace's own data; techniques, groups and campaigns are public. */
const OWN_TYPES = new Set(["grouping", "security-coverage", "relationship"]);

/** The page's query parameter for each kind of set. */
const PARAMETERS = {
  session: "session_id",
  layer: "layer_id",
  group: "group_id",
  campaign: "campaign_id",
  techniques: "technique_ids",
} as const;

/**
 * Returns coverage as a STIX 2.1 bundle for OpenCTI, with a Security Coverage for each requested set.
 * @throws AppError like `openCoverage`
 */
export async function exportCoverageStix(
  deps: CoverageExportDeps,
  query: CoverageQuery,
): Promise<StixBundle> {
  const { release, inputs, asked } = await openCoverage(deps, query);
  const coverage = buildCoverage(release, inputs, asked);
  const { release_id: releaseId } = release.index;
  const patterns = await readPatterns(deps, coverage, releaseId);
  const covered = await readCovered(deps, coverage, releaseId, patterns);
  const now = deps.now();
  const { provenSince } = asked;
  const judged = covered.flatMap((one) => {
    const url = pageOf(deps.settings.PUBLIC_ORIGIN, coverage, one);
    return toSecurityCoverage(one, patterns, { now, provenSince, url });
  });
  const sets = covered.flatMap(({ objects }) => objects);
  const objects = sign(coverage, [...patterns.values(), ...judged], sets);
  return { type: "bundle", id: stixIdOf("bundle", now, ...judged.map(({ id }) => id)), objects };
}

/** Applies the marking of the strictest session to our own objects. A session's bundle is already marked. */
function sign(
  coverage: Coverage,
  objects: readonly StixObject[],
  sets: readonly StixObject[],
): StixObject[] {
  const marking = markingNamed(coverage.marking, coverage.marking_decided);
  const definitions = marking === null ? [] : toMarkingDefinitions(marking);
  const refs = definitions.map(({ id }) => id);
  const signed = [...objects, ...sets].map((object) =>
    refs.length === 0 || !OWN_TYPES.has(object.type) || "object_marking_refs" in object
      ? object
      : { ...object, object_marking_refs: refs },
  );
  const all = [TOOL, ...definitions, ...extensionsOf(signed), ...signed];
  return [...new Map(all.toReversed().map((object) => [object.id, object])).values()].toReversed();
}

/** Returns the page of a set, if the settings specify the public address of this service. */
function pageOf(
  origin: string | undefined,
  { domain, version }: Coverage,
  { set, techniques }: CoveredObject,
): string | null {
  if (origin === undefined) return null;
  const page = new URL("/coverage", origin);
  const ids = set?.id ?? techniques.map(({ attack_id: id }) => id).join(",");
  if (set !== null) page.searchParams.set(PARAMETERS[set.kind], ids);
  else page.search = new URLSearchParams({ domain, version }).toString();
  return page.href;
}
