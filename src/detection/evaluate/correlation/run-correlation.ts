import { numberOf } from "../detection/wanted.ts";
import { type Correlation, fieldOf } from "./correlation.ts";
import { type Firing, type GroupWindow, slideWindow, tumbleWindow } from "./firing.ts";
import { openMeasure } from "./measures.ts";
import { orderedWindow } from "./ordered-window.ts";

/** An event that a rule fired for, or a firing of a correlation. */
export interface Occurrence {
  time: number;
  /** Position in order of time. */
  place: number;
  /** Index in the stream. */
  index: number;
  events: readonly number[];
  fields: ReadonlyMap<string, string>;
  /** Whether it continues a firing and is not counted again. */
  isRepeated?: boolean;
}

/** A rule's occurrences in order of time, under the reference that a correlation uses. */
export interface JoinedOccurrences {
  reference: string;
  occurrences: readonly Occurrence[];
}

const SEPARATOR = "\u0000";

/** Runs a correlation over the occurrences of the rules that it joins. */
export function runCorrelation(
  correlation: Correlation,
  joined: readonly JoinedOccurrences[],
): { firings: Firing[]; occurrences: Occurrence[] } {
  const firings: Firing[] = [];
  const occurrences: Occurrence[] = [];
  const groups = new Map<string, { window: GroupWindow; lastPlace: number }>();
  const isTemporal = correlation.type.startsWith("temporal");
  for (const { occurrence, reference } of inOrder(joined)) {
    const group = groupOf(correlation, occurrence, reference);
    const value = valueOf(correlation, occurrence, reference);
    if (group === null || value === undefined) continue;
    if (!isTemporal && occurrence.isRepeated === true) continue;
    const key = group.join(SEPARATOR);
    let open = groups.get(key);
    if (open === undefined) {
      open = { window: openWindow(correlation, group), lastPlace: -1 };
      groups.set(key, open);
    }
    // One event that two of the rules fire for counts once.
    if (!isTemporal && open.lastPlace === occurrence.place) continue;
    open.lastPlace = occurrence.place;
    const { time, place, events } = occurrence;
    for (const { firing, isNew } of open.window.push({ time, place, events, reference, value })) {
      if (isNew) firings.push(firing);
      occurrences.push(toOccurrence(correlation, firing, occurrence, !isNew));
    }
  }
  for (const { window } of groups.values()) {
    for (const firing of window.end()) {
      firings.push(firing);
      occurrences.push(toOccurrence(correlation, firing, null, false));
    }
  }
  occurrences.sort((a, b) => a.place - b.place);
  firings.sort((a, b) => a.first.place - b.first.place || a.last.place - b.last.place);
  return { firings, occurrences };
}

/** Opens a window. A condition that further entries could undo is evaluated when the timespan ends. */
function openWindow(correlation: Correlation, group: readonly string[]): GroupWindow {
  const { type, threshold, words, timespan } = correlation;
  if (type === "temporal_ordered") return orderedWindow(group, correlation);
  const isFinal = words === null ? threshold.isLowerBound : !words.hasNot;
  const slides = isFinal && !/^value_(?:avg|median|percentile)$/.test(type);
  if (slides) return slideWindow(group, timespan, openMeasure(correlation));
  return tumbleWindow(group, timespan, () => openMeasure(correlation));
}

function* inOrder(joined: readonly JoinedOccurrences[]) {
  const all = joined.flatMap(({ reference, occurrences }) =>
    occurrences.map((occurrence) => ({ occurrence, reference })),
  );
  yield* all.sort((a, b) => a.occurrence.place - b.occurrence.place);
}

/** Returns the values of `group-by`, or null if one is missing, since such events belong to no group. */
function groupOf(correlation: Correlation, { fields }: Occurrence, reference: string) {
  const group: string[] = [];
  for (const name of correlation.groupBy) {
    const value = fields.get(fieldOf(correlation, name, reference));
    if (value === undefined) return null;
    group.push(value);
  }
  return group;
}

/** Returns the value to count, null if the type counts none, or undefined if the event lacks it. */
function valueOf(correlation: Correlation, { fields }: Occurrence, reference: string) {
  const { type } = correlation;
  if (!type.startsWith("value_")) return null;
  const values = correlation.fields.map((name) =>
    fields.get(fieldOf(correlation, name, reference)),
  );
  if (values.some((value) => value === undefined)) return undefined;
  if (type === "value_count") return values.join(SEPARATOR);
  const number = numberOf(values[0] ?? "");
  return number === null ? undefined : String(number);
}

/** Converts a firing to an occurrence for another correlation: at its last event, with its group's values. */
function toOccurrence(
  { groupBy }: Correlation,
  firing: Firing,
  at: Occurrence | null,
  isRepeated: boolean,
): Occurrence {
  const { time, place } = firing.last;
  const fields = new Map(at?.fields);
  for (const [i, name] of groupBy.entries()) fields.set(name, firing.group[i] ?? "");
  // A continued firing adds only the event that continues it.
  const events = isRepeated ? firing.last.events : [...firing.events];
  return { time, place, index: firing.last.place, events, fields, isRepeated };
}
