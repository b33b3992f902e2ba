import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { compareText } from "../../platform/lib/text.ts";
import type { Annotation } from "./navigator/format.ts";
import type { Migration } from "./schema.ts";
import type { LayerRow } from "./store.ts";

type Account = Pick<Migration, "kept" | "replaced" | "merged" | "removed">;
type Source = Pick<LayerRow, "technique_ids" | "unknown_technique_ids" | "annotations">;
type Fate = { id: string } | { removed: Migration["removed"][number]["reason"] };

/** What a migration makes of a layer. */
interface MigrationPlan {
  technique_ids: string[];
  annotations: Annotation[];
  account: Account;
}

/**
 * Carries a set over to another release. Revoked ids follow `revoked-by` to its end, as the release
 * has it. An id that neither release knows stays: a release can only take away what it once gave.
 * The release that the layer comes from is not needed for that, only what was unknown in it.
 * @param nameOf names of techniques in the release that the layer comes from, where it is known
 */
export function planMigration(
  source: Source,
  target: ReleaseIndex,
  nameOf: (attackId: string) => string | null,
): MigrationPlan {
  const unknown = new Set(source.unknown_technique_ids);
  const fateOf = (id: string): Fate => {
    const successor = target.techniques.has(id) ? id : target.replacements.get(id);
    if (successor !== undefined) return { id: successor };
    const state = target.inactive.get(id);
    if (state !== undefined) return { removed: state };
    return unknown.has(id) ? { id } : { removed: "absent" };
  };
  const ids = [...source.technique_ids].sort(compareText);
  const sources = new Map<string, number>();
  for (const id of ids) {
    const fate = fateOf(id);
    if ("id" in fate) sources.set(fate.id, (sources.get(fate.id) ?? 0) + 1);
  }
  const account: Account = { kept: [], replaced: [], merged: [], removed: [] };
  for (const id of ids) {
    const fate = fateOf(id);
    if ("removed" in fate) {
      account.removed.push({ attack_id: id, name: nameOf(id), reason: fate.removed });
    } else if (fate.id === id) account.kept.push(id);
    else {
      const name = target.techniques.get(fate.id)?.name ?? fate.id;
      const list = sources.get(fate.id) === 1 ? account.replaced : account.merged;
      list.push({ from: id, to: fate.id, name });
    }
  }
  return {
    technique_ids: [...sources.keys()].sort(compareText),
    annotations: moveAnnotations(source.annotations, fateOf, target),
    account,
  };
}

/** Moves annotations with their techniques; those that the successor already has come first. */
function moveAnnotations(
  annotations: readonly Annotation[],
  fateOf: (id: string) => Fate,
  target: ReleaseIndex,
): Annotation[] {
  const moved = new Map<string, Annotation>();
  const isOwn = (entry: Annotation) => {
    const fate = fateOf(entry.attack_id);
    return "id" in fate && fate.id === entry.attack_id;
  };
  const inOrder = [...annotations.filter(isOwn), ...annotations.filter((entry) => !isOwn(entry))];
  for (const entry of inOrder) {
    const fate = fateOf(entry.attack_id);
    const fitted = "id" in fate ? fitTactic({ ...entry, attack_id: fate.id }, target) : null;
    if (fitted === null) continue;
    const key = `${fitted.attack_id} ${fitted.tactic ?? ""}`;
    const known = moved.get(key);
    moved.set(key, known === undefined ? fitted : mergeAnnotations(known, fitted));
  }
  return [...moved.values()];
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
