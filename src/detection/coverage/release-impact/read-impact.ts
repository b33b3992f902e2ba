import { readDiff } from "../../../knowledge/attack/diff-releases.ts";
import { versionRank } from "../../../knowledge/attack/vocabulary.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import type { Naming, NamingQuery } from "../../../platform/lib/naming.ts";
import type { Page, Paged } from "../../../platform/lib/page.ts";
import { changedTechniques } from "./changed-techniques.ts";
import type { ReleaseImpactDeps } from "./deps.ts";
import type { Touched, TouchedTechnique } from "./schema.ts";
import {
  MAX_NAMED,
  TECHNIQUE_CHANGES,
  type TechniqueChange,
  type TouchedKind,
} from "./vocabulary.ts";

interface ImpactQuery extends Page {
  domain: string;
  from: string;
  to: string;
  kind: TouchedKind;
  change: readonly TechniqueChange[];
}

/**
 * Returns the sessions, layers or rules of a domain that use a technique changed between two releases, newest first.
 * Excludes those already at the later release.
 * @throws AppError `unknown_domain`, `version_not_found`, `knowledge_base_empty`, `validation_error` for releases in
 * the wrong order
 */
export async function readImpact(
  deps: ReleaseImpactDeps,
  { domain, from, to, kind, change, limit, offset }: ImpactQuery,
): Promise<Paged<Touched>> {
  if (versionRank(from) >= versionRank(to)) {
    throw new AppError("validation_error", "'from' must be an earlier release than 'to'.");
  }
  const changed = changedTechniques(await readDiff(deps, { domain, from, to }), change);
  if (changed.size === 0) return { items: [], total: 0 };
  const later = (await deps.published.list())
    .filter((one) => one.domain === domain && versionRank(one.version) >= versionRank(to))
    .map(({ version }) => version);
  const query = { domain, attackIds: [...changed.keys()], exceptVersions: later };
  const { items, total } = await listNaming(deps, kind, query, { limit, offset });
  return { items: items.map((item) => describe(kind, item, changed)), total };
}

function listNaming(
  { findings, layers, rules }: ReleaseImpactDeps,
  kind: TouchedKind,
  query: NamingQuery,
  page: Page,
): Promise<Paged<Naming>> {
  if (kind === "session") return findings.listNaming(query, page);
  return kind === "layer" ? layers.listNaming(query, page) : rules.listNaming(query, page);
}

function describe(
  kind: TouchedKind,
  { id, name, version, attack_ids: ids }: Naming,
  changed: ReadonlyMap<string, TouchedTechnique>,
): Touched {
  const techniques = ids
    .toSorted()
    .flatMap((attackId) => changed.get(attackId) ?? [])
    .sort((a, b) => weightOf(a) - weightOf(b));
  return {
    kind,
    id,
    name,
    version,
    technique_count: techniques.length,
    techniques: techniques.slice(0, MAX_NAMED),
  };
}

/** Ranks removed techniques before those only renamed or moved. */
function weightOf({ changes: [gravest] }: TouchedTechnique): number {
  return gravest === undefined ? 0 : TECHNIQUE_CHANGES.indexOf(gravest);
}
