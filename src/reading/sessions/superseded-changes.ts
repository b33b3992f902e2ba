import type { sessionChanges } from "./tables.ts";

/** What of a change tells which others it touches. */
export type ChangeTouch = Pick<
  typeof sessionChanges.$inferSelect,
  "seq" | "id" | "attack_id" | "subjects" | "fields" | "undoes"
>;

/** Stands for all techniques as a subject, and for all fields where a technique comes, goes or gets another id. */
const ALL = "*";

/**
 * Which changes of a session touch what a later one has touched since, so that undoing them would
 * undo that as well. An undo and what it undoes count as if neither had been: what was done before
 * the two can be undone next, step by step.
 * @param newestFirst all changes of the session from its last one back to those that are asked about
 */
export function findSuperseded(newestFirst: readonly ChangeTouch[]): Set<string> {
  const places = new Map(newestFirst.map(({ id, seq }) => [id, seq]));
  const undone = new Set<string>();
  const superseded = new Set<string>();
  const later = new Touched();
  for (const change of newestFirst) {
    if (later.meets(change)) superseded.add(change.id);
    // Undone, by an undo that was not undone itself: what it did is no more.
    if (undone.has(change.id)) continue;
    if (change.undoes === null) later.add(change, 0);
    else {
      undone.add(change.undoes);
      // What it undoes may lie before all that is asked about.
      later.add(change, places.get(change.undoes) ?? 0);
    }
  }
  return superseded;
}

/** Subjects with their fields that later changes touched, each with the first place that this concerns. */
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

/** The fields of a change; what changes an id touches them all. */
function fieldsOf({ fields }: ChangeTouch): Set<string> {
  return new Set(fields.includes("attack_id") ? [ALL] : fields);
}
