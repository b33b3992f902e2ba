import type { Unit } from "../../src/reading/analyser/model/signals.ts";
import type { Taxonomy } from "../../src/reading/analyser/model/taxonomy.ts";
import { parentOf } from "../../src/knowledge/attack/technique-id.ts";
import type { Target } from "../../src/reading/analyser/model/calibrate.ts";

/** The techniques that TRAM's annotators marked; of all others its labels say nothing. */
export interface LabelSpace {
  classes: ReadonlySet<string>;
  /** Ids of families of which a member is marked, and of those of which a sub-technique is. */
  families: ReadonlySet<string>;
  hasSubs: ReadonlySet<string>;
  /** The class that an id counts as: itself, or its parent if that is one; else null. */
  fold(id: string): string | null;
}

export function labelSpace(classes: Iterable<string>): LabelSpace {
  const set = new Set(classes);
  return {
    classes: set,
    families: new Set([...set].map(parentOf)),
    hasSubs: new Set([...set].filter((id) => parentOf(id) !== id).map(parentOf)),
    fold: (id) => {
      if (set.has(id)) return id;
      const parent = parentOf(id);
      return set.has(parent) ? parent : null;
    },
  };
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * What a candidate should give where `gold` are the labels. A sub-technique whose parent alone was
 * marked may be right, so it is left out; so is everything outside the marked techniques.
 * @param open what may be argued for, which is left out with its parent
 */
export function targetOf(
  unit: Unit,
  gold: ReadonlySet<string>,
  space: LabelSpace,
  { ids }: Taxonomy,
  open: ReadonlySet<string> = NOTHING,
): Target {
  const id = ids[unit.c] ?? "";
  const isOpen = open.has(id) || (unit.isFamily && [...open].some((one) => parentOf(one) === id));
  if (unit.isFamily) {
    if (!space.families.has(id)) return null;
    if ([...gold].some((label) => parentOf(label) === id)) return 1;
    if (isOpen) return null;
    // Of a family of which only sub-techniques were marked, the rest may be there unmarked.
    return 0;
  }
  if (space.fold(id) === null) return null;
  if (gold.has(id)) return 1;
  if (isOpen || open.has(parentOf(id))) return null;
  return gold.has(parentOf(id)) ? null : 0;
}
