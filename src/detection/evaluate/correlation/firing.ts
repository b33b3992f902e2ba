import type { Entry, Measure } from "./measures.ts";

/** That a correlation's condition holds for a group, from one event to another. */
export interface Firing {
  /** Values of `group-by`, in its order. */
  group: readonly string[];
  /** What was counted, at its end. */
  count: number;
  first: Entry;
  last: Entry;
  /** Places of the events in the stream, the first of them. */
  events: number[];
  /** How many events there are. */
  total: number;
}

/** Events that are named with an alert. */
const MAX_EVENTS = 100;

/** A firing of these entries. */
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

/** The condition still holds at another entry. */
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

/** What one group of a correlation does with its entries, which come in the order of time. */
export interface GroupWindow {
  /** Answers the firing that an entry begins or goes on with; null where nothing fires. */
  push(entry: Entry): { firing: Firing; isNew: boolean }[];
  /** What fires when there is nothing more. */
  end(): Firing[];
}

/** A window that slides: at each entry it holds those of the time before. */
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
 * A window that begins with an entry and is looked at when its time is over: for conditions that more
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
