import type { StixObject } from "../../../../../formats/stix/stix-object.ts";
import { FIXED_TIMESTAMP, stixIdOf } from "../../../../../formats/stix/stix-id.ts";
import { TOOL } from "../../../../../formats/stix/tool-identity.ts";
import { readSessionReport } from "../../../../../sharing/exports/session/read-session-report.ts";
import { toAttackPattern } from "../../../../../sharing/exports/stix/attack-pattern.ts";
import { buildStixBundle } from "../../../../../sharing/exports/stix/bundle.ts";
import { toCampaign, toIntrusionSet } from "../../../../../sharing/exports/stix/named.ts";
import { stixLine } from "../../../../../sharing/exports/stix/text.ts";
import type { CoverageExportDeps } from "../../deps.ts";
import type { Coverage, CoveredTechnique } from "../../schema.ts";
import { nameSets } from "../name-sets.ts";

type Set = Coverage["sets"][number];

/** A set of techniques as the STIX object that coverage refers to. */
export interface CoveredObject {
  /** Null for the whole release. */
  set: Set | null;
  id: string;
  name: string;
  techniques: readonly CoveredTechnique[];
  /** The object, and the objects that it refers to. */
  objects: readonly StixObject[];
}

/** Returns the techniques of coverage as published by ATT&CK, by id. */
export async function readPatterns(
  deps: CoverageExportDeps,
  { domain, techniques }: Coverage,
  releaseId: number,
): Promise<Map<string, StixObject>> {
  const ids = techniques.map(({ attack_id: id }) => id);
  const published = await deps.browse.findTechniques(releaseId, ids);
  const byId = new Map(published.map((technique) => [technique.attack_id, technique]));
  return new Map(
    techniques.map((technique) => {
      const { attack_id: id } = technique;
      return [id, toAttackPattern({ ...technique, published: byId.get(id) ?? null }, domain)];
    }),
  );
}

/**
 * Returns the covered objects: the report of a session, groups and campaigns as published by ATT&CK, and groupings for
 * other sets and the whole release.
 */
export async function readCovered(
  deps: CoverageExportDeps,
  coverage: Coverage,
  releaseId: number,
  patterns: ReadonlyMap<string, StixObject>,
): Promise<CoveredObject[]> {
  if (coverage.sets.length === 0) return [toGrouping(coverage, null, patterns, deps.now())];
  const covered: CoveredObject[] = [];
  for (const set of coverage.sets) {
    const own = await readPublished(deps, coverage, set, releaseId);
    covered.push(own ?? toGrouping(coverage, set, patterns, deps.now()));
  }
  return covered;
}

async function readPublished(
  deps: CoverageExportDeps,
  coverage: Coverage,
  set: Set,
  releaseId: number,
): Promise<CoveredObject | null> {
  const { kind, id } = set;
  if (id === null) return null;
  if (kind === "session") {
    const report = await readSessionReport(deps, id);
    const objects = report === null ? [] : buildStixBundle(report).objects;
    return toCovered(coverage, set, "report", objects);
  }
  const named = { attack_id: id, name: set.name ?? id };
  if (kind === "group") {
    const [published = null] = await deps.browse.findGroups(releaseId, [id]);
    return toCovered(coverage, set, "intrusion-set", [
      toIntrusionSet({ ...named, published }, coverage),
    ]);
  }
  if (kind !== "campaign") return null;
  const published = await deps.browse.findCampaign(releaseId, id);
  return toCovered(coverage, set, "campaign", [toCampaign({ ...named, published }, coverage)]);
}

/** Converts a set to the object of a type among its objects. */
function toCovered(
  coverage: Coverage,
  set: Set,
  type: string,
  objects: readonly StixObject[],
): CoveredObject | null {
  const object = objects.find((one) => one.type === type);
  if (object === undefined) return null;
  const name = String(object["name"]);
  return { set, id: object.id, name, techniques: techniquesOf(coverage, set), objects };
}

function toGrouping(
  coverage: Coverage,
  set: Set | null,
  patterns: ReadonlyMap<string, StixObject>,
  modified: string,
): CoveredObject {
  const techniques = techniquesOf(coverage, set);
  const ids = techniques.map(({ attack_id: id }) => id);
  const own = set === null ? [coverage.version] : set.id === null ? ids : [set.id];
  const id = stixIdOf("grouping", set?.kind ?? "release", coverage.domain, ...own);
  const name = stixLine(nameSets({ ...coverage, sets: set === null ? [] : [set] }));
  const refs = ids.flatMap((one) => patterns.get(one)?.id ?? []);
  const grouping: StixObject = {
    type: "grouping",
    spec_version: "2.1",
    id,
    created: FIXED_TIMESTAMP,
    modified,
    created_by_ref: TOOL.id,
    name,
    context: "unspecified",
    // A grouping requires at least one reference.
    object_refs: refs.length === 0 ? [TOOL.id] : refs,
  };
  return { set, id, name, techniques, objects: [grouping] };
}

function techniquesOf({ techniques }: Coverage, set: Set | null): readonly CoveredTechnique[] {
  if (set === null) return techniques;
  return techniques.filter(({ from }) =>
    from.some(({ kind, id }) => kind === set.kind && id === set.id),
  );
}
