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

/** The result of migrating a layer. */
interface MigrationPlan {
  technique_ids: string[];
  annotations: Annotation[];
  account: Account;
}

/**
 * Migrates a set to another release. Revoked ids follow `revoked-by` of that release to the end, and a split technique
 * becomes all its parts. An id that the release lacks returns to its predecessor if it had only one. An id that neither
 * release knows remains: a release can only remove ids that it introduced. The layer's original release is not required
 * for this, only the ids that were unknown in it.
 * @param from the layer's original release, if known
 * @param known the ids of other releases; by default those of the shipped table
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

/** Returns the end of the sentence about a removed id. */
function adviceOn(meaning: IdMeaning): string {
  if (meaning.kind === "inactive") return " and has no successor";
  const hasSeveral = meaning.kind === "elsewhere" && meaning.technique.called.length > 1;
  return hasSeveral ? ". It has several predecessors; add those that apply" : "";
}

/** Returns why a technique is removed, and where it belongs. */
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

/** Moves annotations with their techniques. Existing ones of the successor take precedence. */
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

/** Updates a renamed tactic by its id, so that its annotation follows the new name. */
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

/** Adapts an entry for a tactic that its technique lacks: it applies to all tactics, or to none if it is disabled. */
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
