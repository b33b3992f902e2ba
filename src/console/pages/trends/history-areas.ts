import type { Schema } from "../../api/client.ts";

export type HistoryDay = Schema<"CoverageHistory">["days"][number];

export const WIDTH = 800;
export const HEIGHT = 160;

/** From the best covered to blind. `detected` is the sum of the two before it, if these exist. */
const STATES: readonly (readonly [state: string, name: string])[] = [
  ["proven", "Proven"],
  ["should_fire", "Should fire"],
  ["detected", "Detected"],
  ["rule_without_data", "Rule without data"],
  ["data_without_rule", "Data without rule"],
  ["blind", "Blind"],
];
const PARTS_OF_DETECTED = new Set(["proven", "should_fire"]);

/** Returns the name of a state, including future ones. */
export function nameOf(state: string): string {
  return STATES.find(([known]) => known === state)?.[1] ?? state.replaceAll("_", " ");
}

/** Returns the states that the days count, each technique in one of them. */
export function statesOf(days: readonly HistoryDay[]): string[] {
  const counted = new Set(days.flatMap(({ counts }) => Object.keys(counts)));
  const isDivided = days.every(({ counts }) =>
    Object.keys(counts).some((state) => PARTS_OF_DETECTED.has(state)),
  );
  const left = (state: string) =>
    isDivided ? state !== "detected" : !PARTS_OF_DETECTED.has(state);
  return STATES.map(([state]) => state).filter((state) => counted.has(state) && left(state));
}

/**
 * Returns the stacked areas of a coverage chart over time. A day without a snapshot is interpolated. The blind
 * remainder is omitted, because it would hide the others.
 */
export function areasOf(days: readonly HistoryDay[]): {
  areas: { state: string; path: string }[];
  most: number;
} {
  const states = statesOf(days).filter((state) => state !== "blind");
  const upTo = (day: HistoryDay, place: number) =>
    states.slice(0, place).reduce((sum, state) => sum + (day.counts[state] ?? 0), 0);
  const most = Math.max(1, ...days.map((day) => upTo(day, states.length)));
  const times = days.map(({ day }) => Date.parse(day));
  const [first = 0] = times;
  const span = Math.max(1, (times.at(-1) ?? 0) - first);
  const points = (place: number) =>
    days.map((day, at) => {
      const x = (((times[at] ?? 0) - first) / span) * WIDTH;
      const y = HEIGHT - (upTo(day, place) / most) * HEIGHT;
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    });
  const areas = states.map((state, place) => ({
    state,
    path: `M${[...points(place + 1), ...points(place).toReversed()].join("L")}Z`,
  }));
  return { areas, most };
}
