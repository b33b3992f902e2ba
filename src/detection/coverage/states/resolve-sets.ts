import type { KnownIds } from "../../../knowledge/attack/ids/known-ids.ts";
import { resolveId, whyNotTaken } from "../../../knowledge/attack/ids/resolve-id.ts";
import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { compareText } from "../../../platform/lib/text.ts";
import type { AskedSet } from "./collect-sets.ts";
import type { Coverage, CoveredTechnique } from "./schema.ts";

type From = CoveredTechnique["from"];

/** Sets with the ids of the release, and their union. */
export interface ResolvedSets {
  sets: Coverage["sets"];
  /** The sources of each technique, by id, sorted. Without sets: every technique, without sources. */
  techniques: ReadonlyMap<string, From>;
  replaced: Coverage["replaced"];
  unknown: Coverage["unknown_techniques"];
}

/** Resolves the ids of sets in the release. No sets means all of it. */
export function resolveSets(
  asked: readonly AskedSet[],
  index: ReleaseIndex,
  known: KnownIds,
): ResolvedSets {
  if (asked.length === 0) {
    const all = [...index.techniques.keys()].sort(compareText);
    return { sets: [], techniques: new Map(all.map((id) => [id, []])), replaced: [], unknown: [] };
  }
  const techniques = new Map<string, From>();
  const replaced = new Map<string, Coverage["replaced"][number]>();
  const unknown = new Map<string, Coverage["unknown_techniques"][number]>();
  const sets = asked.map(({ kind, id, name, techniques: own }) => {
    const found = new Map<string, number | null>();
    for (const [given, confidence] of own) {
      const meaning = resolveId(given, index, known);
      const ids =
        meaning.kind === "active" ? [given] : meaning.kind === "followed" ? meaning.successors : [];
      if (ids.length === 0) unknown.set(given, describe(given, index, known));
      for (const to of ids) {
        if (to !== given) replaced.set(`${given} ${to}`, { from: given, to });
        found.set(to, highest(found.get(to), confidence));
      }
    }
    for (const [to, confidence] of found) {
      const from = { kind, id, name, ...(confidence !== null && { confidence }) };
      techniques.set(to, [...(techniques.get(to) ?? []), from]);
    }
    return { kind, id, name, technique_count: found.size };
  });
  return {
    sets,
    techniques: new Map([...techniques].sort(([a], [b]) => compareText(a, b))),
    replaced: [...replaced.values()],
    unknown: [...unknown.values()].sort((a, b) => compareText(a.attack_id, b.attack_id)),
  };
}

function highest(known: number | null | undefined, confidence: number | null): number | null {
  if (known === undefined || known === null) return confidence;
  return confidence === null ? known : Math.max(known, confidence);
}

/** Returns why an id is rejected, consistently across the service. */
function describe(id: string, index: ReleaseIndex, known: KnownIds) {
  const meaning = resolveId(id, index, known);
  const name =
    meaning.kind === "elsewhere" ? meaning.technique.name : (index.former_names.get(id) ?? null);
  return { attack_id: id, name, reason: `${id} ${whyNotTaken(id, index, known)}.` };
}
