import { requireCompleted } from "../../../reading/sessions/require-completed.ts";
import type { KnownIds } from "../../../knowledge/attack/ids/known-ids.ts";
import { noSuchObject } from "../../../knowledge/attack/browse/no-such-object.ts";
import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { resolveIndex } from "../../../knowledge/attack/resolve-release.ts";
import type { LayerDeps } from "../deps.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import { resolveTechniques } from "../../../knowledge/comparison/resolve-techniques.ts";
import { describeSet } from "../describe-set.ts";
import { nameStanding } from "../look-up-techniques.ts";
import { openRelease } from "../open-release.ts";
import { readLayer } from "../read-layer.ts";
import { DEFAULT_DOMAIN } from "../../../knowledge/attack/vocabulary.ts";
import type { Combination, CombinationInput, Operand } from "../schema.ts";
import type { SetOperation } from "../vocabulary.ts";

type Step = Combination["replaced"][number];

interface OperandSet {
  kind: Combination["operands"][number]["kind"];
  id: string;
  name: string | null;
  technique_ids: readonly string[];
}

/**
 * Combines the sets of layers, sessions, groups and campaigns, without storing anything. Revoked ids count as their
 * successors in the release, so that sets made for different releases are comparable.
 * @throws AppError `not_found`, `analysis_failed`, `conflict`, `validation_error` for operands of several domains,
 * `unknown_domain`, `version_not_found`, `knowledge_base_empty`
 */
export async function combineSets(deps: LayerDeps, input: CombinationInput): Promise<Combination> {
  const { operation, version } = input;
  const saved = await Promise.all(input.operands.map((operand) => readSaved(deps, operand)));
  const domain = agreeOnDomain(saved, input.domain);
  const needsRelease = saved.includes(null);
  const index = needsRelease
    ? await resolveIndex(deps, { domain, version })
    : await openRelease(deps, { domain, version });
  const sets = await Promise.all(
    input.operands.map(
      async (operand, place) => saved[place] ?? (await readPublished(deps, operand, index)),
    ),
  );
  const replaced = new Map<string, Step>();
  const known = await deps.knownIds.open();
  const resolved = sets.map(({ technique_ids: ids }) => resolveIds(ids, index, known, replaced));
  const described = describeSet(COMBINE[operation](resolved), index);
  const { domain: _same, ...set } = nameStanding({ ...described, domain }, known);
  return {
    operation,
    domain,
    ...set,
    technique_count: set.technique_ids.length,
    operands: sets.map(({ kind, id, name, technique_ids }) => ({
      kind,
      id,
      name,
      technique_count: technique_ids.length,
    })),
    techniques: set.technique_ids.map((attack_id) => nameTechnique(attack_id, index)),
    replaced: [...replaced.values()],
  };
}

const COMBINE: Record<SetOperation, (sets: readonly Set<string>[]) => Iterable<string>> = {
  union: (sets) => sets.flatMap((set) => [...set]),
  intersection: ([first = new Set(), ...others]) =>
    [...first].filter((id) => others.every((set) => set.has(id))),
  difference: ([first = new Set(), ...others]) =>
    [...first].filter((id) => !others.some((set) => set.has(id))),
};

/** Returns the set of a layer or session, or null for an object of the knowledge base. */
async function readSaved(
  deps: LayerDeps,
  { layer_id: layerId, session_id: sessionId }: Operand,
): Promise<(OperandSet & { domain: string }) | null> {
  if (layerId !== undefined) {
    const { name, domain, technique_ids } = await readLayer(deps, layerId);
    return { kind: "layer", id: layerId, name, domain, technique_ids };
  }
  if (sessionId === undefined) return null;
  const session = await requireCompleted(deps, sessionId);
  return {
    kind: "session",
    id: sessionId,
    name: session.name ?? session.filename,
    domain: session.domain,
    technique_ids: await deps.sessions.listTechniqueIds(sessionId),
  };
}

/** Returns the active techniques that a group or campaign uses directly. */
async function readPublished(
  deps: LayerDeps,
  { group_id: groupId, campaign_id: campaignId }: Operand,
  index: ReleaseIndex | null,
): Promise<OperandSet> {
  if (index === null) throw new Error("an operand of the knowledge base without a release");
  const [kind, id] = groupId === undefined ? ["campaign", campaignId ?? ""] : ["group", groupId];
  const isGroup = groupId !== undefined;
  const known = (isGroup ? index.groups : index.campaigns).find((entry) => entry.attack_id === id);
  if (known !== undefined) {
    const { name, techniques } = known;
    return { kind: isGroup ? "group" : "campaign", id, name, technique_ids: techniques };
  }
  const former = isGroup
    ? await deps.browse.findGroup(index.release_id, id)
    : await deps.browse.findCampaign(index.release_id, id);
  throw noSuchObject(kind as "group" | "campaign", id, index, former);
}

/** Returns the common domain of the operands, since ids are only meaningful within one. */
function agreeOnDomain(
  saved: readonly ({ domain: string } | null)[],
  given: string | undefined,
): string {
  const domain = given ?? saved.find((set) => set !== null)?.domain ?? DEFAULT_DOMAIN;
  const odd = saved.findIndex((set) => set !== null && set.domain !== domain);
  if (odd === -1) return domain;
  const detail = `'operands/${odd}' must be of ${domain.slice(0, 64)}, as the others are.`;
  const errors = [{ pointer: `/operands/${odd}`, detail }];
  throw new AppError("validation_error", detail, { errors });
}

/** Resolves a set in the release. Ids that are not active in it and lead to none remain unchanged. */
function resolveIds(
  ids: readonly string[],
  index: ReleaseIndex | null,
  known: KnownIds,
  replaced: Map<string, Step>,
): Set<string> {
  if (index === null) return new Set(ids);
  const { active, unknown, elsewhere, ...resolved } = resolveTechniques(ids, index, known);
  for (const [from, to] of resolved.replaced) replaced.set(`${from} ${to}`, { from, to });
  return new Set([...active, ...unknown, ...elsewhere.map(({ attack_id: id }) => id)]);
}

function nameTechnique(attack_id: string, index: ReleaseIndex | null) {
  const { name = null, tactics = [], platforms = [] } = index?.techniques.get(attack_id) ?? {};
  return { attack_id, name, tactics, platforms };
}
