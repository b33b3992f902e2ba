import { noSuchObject } from "../../../knowledge/attack/browse/no-such-object.ts";
import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import { failIfStale } from "../../../reading/sessions/fail-if-stale.ts";
import { noSuchSession, refuseFailed } from "../../../reading/sessions/session-errors.ts";
import { titleOf } from "../../../reading/sessions/session-title.ts";
import { noSuchLayer } from "../../../sharing/layers/read-layer.ts";
import type { CoverageDeps } from "./deps.ts";
import type { CoverageQuery } from "./params.ts";
import type { CoverageInputs, SessionRow } from "./read-inputs.ts";
import type { SetKind } from "./vocabulary.ts";

/** A requested set of techniques, with its original ids. */
export interface AskedSet {
  kind: SetKind;
  id: string | null;
  name: string | null;
  /** Analysis confidence by id; null if no analysis found it. */
  techniques: ReadonlyMap<string, number | null>;
}

/**
 * Returns the requested sets, ordered by kind.
 * @throws AppError `not_found`, `analysis_failed`, `conflict` while a session is being analyzed
 */
export async function collectSets(
  deps: CoverageDeps,
  query: CoverageQuery,
  inputs: CoverageInputs,
  index: ReleaseIndex,
): Promise<AskedSet[]> {
  const sets: AskedSet[] = [];
  for (const id of query.session_id ?? []) sets.push(await sessionSet(deps, id, inputs));
  for (const id of query.layer_id ?? []) {
    const layer = inputs.layers.find((one) => one.id === id);
    if (layer === undefined) throw noSuchLayer(id);
    sets.push({ kind: "layer", id, name: layer.name, techniques: plain(layer.technique_ids) });
  }
  for (const id of query.group_id ?? []) sets.push(await publishedSet(deps, "group", id, index));
  for (const id of query.campaign_id ?? []) {
    sets.push(await publishedSet(deps, "campaign", id, index));
  }
  const given = query.technique_ids ?? [];
  if (given.length > 0) {
    sets.push({ kind: "techniques", id: null, name: null, techniques: plain(given) });
  }
  return sets;
}

async function sessionSet(
  deps: CoverageDeps,
  id: string,
  { sessions, findings }: CoverageInputs,
): Promise<AskedSet> {
  const session = sessions.find((one) => one.id === id);
  if (session === undefined) throw noSuchSession(id);
  await requireComplete(deps, session);
  const own = findings.filter(({ session_id: of }) => of === id);
  return {
    kind: "session",
    id,
    name: titleOf(session),
    techniques: new Map(own.map(({ attack_id, confidence }) => [attack_id, confidence])),
  };
}

async function requireComplete(deps: CoverageDeps, { id, status }: SessionRow): Promise<void> {
  if (status === "completed") return;
  const found = await deps.sessions.find(id);
  const session = found && (await failIfStale(deps, found));
  if (session === null) throw noSuchSession(id);
  refuseFailed(session);
  throw new AppError("conflict", "The session is still being analyzed; try again shortly.");
}

async function publishedSet(
  deps: CoverageDeps,
  kind: "group" | "campaign",
  id: string,
  index: ReleaseIndex,
): Promise<AskedSet> {
  const all = kind === "group" ? index.groups : index.campaigns;
  const known = all.find(({ attack_id: own }) => own === id);
  if (known !== undefined) {
    return { kind, id, name: known.name, techniques: plain(known.techniques) };
  }
  const former =
    kind === "group"
      ? await deps.browse.findGroup(index.release_id, id)
      : await deps.browse.findCampaign(index.release_id, id);
  throw noSuchObject(kind, id, index, former);
}

function plain(ids: readonly string[]): Map<string, null> {
  return new Map(ids.map((id) => [id, null]));
}
