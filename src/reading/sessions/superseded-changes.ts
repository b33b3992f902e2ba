import type { sessionChanges } from "./tables.ts";

/** The fields of a change that determine which others it affects. */
export type ChangeTouch = Pick<
  typeof sessionChanges.$inferSelect,
  "seq" | "id" | "attack_id" | "subjects" | "fields" | "undoes"
>;

/** All techniques as a subject, and all fields if a technique is added, removed or gets another id. */
const ALL = "*";

/**
 * Returns the changes of a session that cannot be undone because a later change touched the same fields. An undo and
 * the change that it undoes both count as not made, so the change before them can be undone next.
 * @param newestFirst all changes of the session from the last one back to the requested ones
 */
export function findSuperseded(newestFirst: readonly ChangeTouch[]): Set<string> {
  const places = new Map(newestFirst.map(({ id, seq }) => [id, seq]));
  const undone = new Set<string>();
  const superseded = new Set<string>();
  const later = new Touched();
  for (const change of newestFirst) {
    if (later.meets(change)) superseded.add(change.id);
    // Undone by an undo that was not undone itself, so it has no effect.
    if (undone.has(change.id)) continue;
    if (change.undoes === null) later.add(change, 0);
    else {
      undone.add(change.undoes);
      // The undone change may be older than all requested ones.
      later.add(change, places.get(change.undoes) ?? 0);
    }
  }
  return superseded;
}

/** Subjects with the fields that later changes touched, each with the first position affected. */
class Touched {
  readonly #from = new Map<string, Map<string, number>>();

  add(change: ChangeTouch, from: number): void {
    for (const subject of change.subjects) {
      const fields = this.#from.get(subject) ?? new Map<string, number>();
      this.#from.set(subject, fields);
      for (const field of fieldsOf(change)) {
        fields.set(field, Math.min(from, fields.get(field) ?? from));
      }
    }
  }

  meets(change: ChangeTouch): boolean {
    const subjects = change.attack_id === null ? change.subjects : [...change.subjects, ALL];
    const wanted = fieldsOf(change);
    return subjects.some((subject) =>
      [...(this.#from.get(subject) ?? [])].some(
        ([field, from]) =>
          from <= change.seq && (field === ALL || wanted.has(ALL) || wanted.has(field)),
      ),
    );
  }
}

/** Returns the fields of a change. A change of the id touches all fields. */
function fieldsOf({ fields }: ChangeTouch): Set<string> {
  return new Set(fields.includes("attack_id") ? [ALL] : fields);
}
