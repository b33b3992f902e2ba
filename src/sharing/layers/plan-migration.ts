import { type KnownIds, shippedIds } from "../../knowledge/attack/ids/known-ids.ts";
import { type IdMeaning, resolveId, whyNotTaken } from "../../knowledge/attack/ids/resolve-id.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { compareText } from "../../platform/lib/text.ts";
import type { Annotation } from "./navigator/format.ts";
import type { MigrationAccount } from "./schema.ts";
import type { LayerRow } from "./store.ts";

type Account = Pick<MigrationAccount, "kept" | "replaced" | "merged" | "removed">;
type Source = Pick<LayerRow, "technique_ids" | "unknown_technique_ids" | "annotations">;
type Removal = MigrationAccount["removed"][number];
type Fate = { ids: readonly string[] } | { removed: Removal };

/** What a migration makes of a layer. */
interface MigrationPlan {
  technique_ids: string[];
  annotations: Annotation[];
  account: Account;
}

/**
 * Carries a set over to another release. Revoked ids follow `revoked-by` to its ends, as the release
 * has it; one that was split becomes all its parts. An id that the release does not have goes back to
 * its predecessor, if it had only one. An id that neither release knows stays: a release can only take
 * away what it once gave. The release that the layer comes from is not needed for that, only what was
 * unknown in it.
 * @param from the release that the layer comes from, where it is known
 * @param known the ids of other releases; without them those of the shipped table
 */
export function planMigration(
  source: Source,
  target: ReleaseIndex,
  from: Pick<ReleaseIndex, "techniques" | "tactics"> | null,
  known: KnownIds = shippedIds(),
): MigrationPlan {
  const unknown = new Set(source.unknown_technique_ids);
  const fateOf = (id: string): Fate => {
    const meaning = resolveId(id, target, known);
    if (meaning.kind === "active") return { ids: [id] };
    if (meaning.kind === "followed") return { ids: meaning.successors };
    if (meaning.kind !== "inactive" && unknown.has(id)) return { ids: [id] };
    const [predecessor, ...others] = meaning.kind === "elsewhere" ? meaning.technique.called : [];
    if (predecessor !== undefined && others.length === 0) return { ids: [predecessor.attack_id] };
    const detail = `${id} ${whyNotTaken(id, target, known)}${adviceOn(meaning)}.`;
    return { removed: toRemoval(id, meaning, from?.techniques.get(id)?.name ?? null, detail) };
  };
  const ids = [...source.technique_ids].sort(compareText);
  const sources = new Map<string, number>();
  for (const id of ids) {
    const fate = fateOf(id);
    if (!("ids" in fate)) continue;
    for (const to of fate.ids) sources.set(to, (sources.get(to) ?? 0) + 1);
  }
  const account: Account = { kept: [], replaced: [], merged: [], removed: [] };
  for (const id of ids) {
    const fate = fateOf(id);
    if ("removed" in fate) account.removed.push(fate.removed);
    else if (fate.ids.includes(id)) account.kept.push(id);
    else {
      for (const to of fate.ids) {
        const name = target.techniques.get(to)?.name ?? to;
        const list = sources.get(to) === 1 ? account.replaced : account.merged;
        list.push({ from: id, to, name });
      }
    }
  }
  return {
    technique_ids: [...sources.keys()].sort(compareText),
    annotations: moveAnnotations(
      source.annotations.map((entry) => renameTactic(entry, from?.tactics ?? [], target)),
      fateOf,
      target,
    ),
    account,
  };
}

/** Completes the sentence on a removed id. */
function adviceOn(meaning: IdMeaning): string {
  if (meaning.kind === "inactive") return " and has no successor";
  const hasSeveral = meaning.kind === "elsewhere" && meaning.technique.called.length > 1;
  return hasSeveral ? ". It has several predecessors; add those that apply" : "";
}

/** Why a technique goes, and where it belongs. */
function toRemoval(
  attack_id: string,
  meaning: Exclude<IdMeaning, { kind: "active" | "followed" }>,
  name: string | null,
  detail: string,
): Removal {
  if (meaning.kind !== "elsewhere") {
    const reason = meaning.kind === "inactive" ? meaning.state : "absent";
    return { attack_id, name, reason, detail, belongs_to: null, called: [] };
  }
  const { domain, version, called } = meaning.technique;
  return {
    attack_id,
    name: name ?? meaning.technique.name,
    reason: "absent",
    detail,
    belongs_to: { domain, version },
    called,
  };
}

/** Moves annotations with their techniques; those that the successor already has come first. */
function moveAnnotations(
  annotations: readonly Annotation[],
  fateOf: (id: string) => Fate,
  target: ReleaseIndex,
): Annotation[] {
  const moved = new Map<string, Annotation>();
  const idsOf = ({ attack_id: id }: Annotation) => {
    const fate = fateOf(id);
    return "ids" in fate ? fate.ids : [];
  };
  const isOwn = (entry: Annotation) => idsOf(entry).includes(entry.attack_id);
  const inOrder = [...annotations.filter(isOwn), ...annotations.filter((entry) => !isOwn(entry))];
  for (const entry of inOrder) {
    for (const attack_id of idsOf(entry)) {
      const fitted = fitTactic({ ...entry, attack_id }, target);
      if (fitted === null) continue;
      const key = `${fitted.attack_id} ${fitted.tactic ?? ""}`;
      const before = moved.get(key);
      moved.set(key, before === undefined ? fitted : mergeAnnotations(before, fitted));
    }
  }
  return [...moved.values()];
}

/** A tactic keeps its id where its name changes: what was said under the old name is said under the new. */
function renameTactic(
  entry: Annotation,
  tactics: ReleaseIndex["tactics"],
  target: ReleaseIndex,
): Annotation {
  if (entry.tactic === undefined) return entry;
  const id = tactics.find(({ shortname }) => shortname === entry.tactic)?.attack_id;
  const now = target.tactics.find(({ attack_id }) => attack_id === id)?.shortname;
  return now === undefined ? entry : { ...entry, tactic: now };
}

/** An entry for a tactic that its technique does not have counts for all; a disabled one for none. */
function fitTactic(entry: Annotation, target: ReleaseIndex): Annotation | null {
  const technique = target.techniques.get(entry.attack_id);
  if (technique === undefined || entry.tactic === undefined) return entry;
  if (technique.tactics.includes(entry.tactic)) return entry;
  const { tactic: _gone, ...untied } = entry;
  return entry.enabled === false ? null : untied;
}

function mergeAnnotations(first: Annotation, second: Annotation): Annotation {
  const comments = [first.comment, second.comment].filter((text) => text !== undefined);
  const { enabled: _, ...merged } = { ...second, ...first };
  const bothDisabled = first.enabled === false && second.enabled === false;
  return {
    ...merged,
    ...(comments.length > 0 && { comment: [...new Set(comments)].join("\n") }),
    ...(bothDisabled && { enabled: false }),
  };
}
