import type { Entry, Measure } from "./measures.ts";

/** A period, from one event to another, in which a correlation's condition is true for a group. */
export interface Firing {
  /** Values of `group-by`, in its order. */
  group: readonly string[];
  /** The count at its end. */
  count: number;
  first: Entry;
  last: Entry;
  /** Indexes of its first events in the stream. */
  events: number[];
  /** Total number of events. */
  total: number;
}

/** Maximum number of events listed with an alert. */
const MAX_EVENTS = 100;

/** Creates a firing from these entries. */
export function newFiring(
  group: readonly string[],
  count: number,
  entries: readonly Entry[],
): Firing {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) throw new Error("A firing has entries.");
  const firing: Firing = { group, count, first, last, events: [], total: 0 };
  for (const entry of entries) addEvents(firing, entry);
  return firing;
}

/** Extends a firing to another entry at which the condition is still true. */
export function extendFiring(firing: Firing, entry: Entry, count: number): void {
  firing.last = entry;
  firing.count = count;
  addEvents(firing, entry);
}

function addEvents(firing: Firing, { events }: Entry): void {
  firing.total += events.length;
  if (firing.events.length < MAX_EVENTS) {
    firing.events.push(...events.slice(0, MAX_EVENTS - firing.events.length));
  }
}

/** The window over one group's entries in a correlation. Entries arrive in order of time. */
export interface GroupWindow {
  /** Returns the firings that an entry begins or extends. */
  push(entry: Entry): { firing: Firing; isNew: boolean }[];
  /** Returns the firings that remain at the end of the stream. */
  end(): Firing[];
}

/** Creates a sliding window, which at each entry contains those of the timespan before it. */
export function slideWindow(
  group: readonly string[],
  timespan: number,
  measure: Measure,
): GroupWindow {
  const entries: Entry[] = [];
  let from = 0;
  let current: Firing | null = null;
  return {
    push: (entry) => {
      entries.push(entry);
      measure.add(entry);
      for (let old = entries[from]; old !== undefined; old = entries[from]) {
        if (entry.time - old.time <= timespan) break;
        measure.remove(old);
        from += 1;
      }
      if (!measure.isMet()) {
        current = null;
        return [];
      }
      if (current !== null) {
        extendFiring(current, entry, measure.count());
        return [{ firing: current, isNew: false }];
      }
      current = newFiring(group, measure.count(), entries.slice(from));
      return [{ firing: current, isNew: true }];
    },
    end: () => [],
  };
}

/**
 * Creates a window that begins with an entry and is evaluated when its timespan ends. It serves conditions that further
 * entries could undo.
 */
export function tumbleWindow(
  group: readonly string[],
  timespan: number,
  openMeasure: () => Measure,
): GroupWindow {
  let entries: Entry[] = [];
  let measure = openMeasure();
  const close = (): Firing[] => {
    const closed = entries.length > 0 && measure.isMet();
    const firings = closed ? [newFiring(group, measure.count(), entries)] : [];
    entries = [];
    measure = openMeasure();
    return firings;
  };
  return {
    push: (entry) => {
      const isOver = entry.time - (entries[0]?.time ?? entry.time) > timespan;
      const closed = isOver ? close() : [];
      entries.push(entry);
      measure.add(entry);
      return closed.map((firing) => ({ firing, isNew: true }));
    },
    end: close,
  };
}
