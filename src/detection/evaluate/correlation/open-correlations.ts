import { AppError } from "../../../platform/lib/errors.ts";
import type { CompiledRule } from "../compile-sigma.ts";
import type { DetectionRule, RuleNames } from "../detection-rule.ts";
import type { EventView } from "../events/event-view.ts";
import { timeOf } from "../events/event-time.ts";
import { type Correlation, fieldsOf, isCorrelation } from "./correlation.ts";
import type { Firing } from "./firing.ts";
import { type Occurrence, runCorrelation } from "./run-correlation.ts";

/** A firing of a correlation. */
export interface Alert {
  correlation: RuleNames;
  group: Record<string, string>;
  count: number;
  /** Null if the events have no time. */
  from: string | null;
  to: string | null;
  /** Indexes of the first events in the stream, from 0. */
  events: number[];
  events_count: number;
}

/** Maximum number of stored occurrences. All are stored until the end, since files are seldom sorted by time. */
const MAX_OCCURRENCES = 100_000;

/** Runs the correlations of a rule over a stream of events. */
export class CorrelationStream {
  readonly #rule: CompiledRule;
  readonly #fields: readonly string[];
  readonly #occurrences = new Map<DetectionRule, Occurrence[]>();
  #count = 0;
  #hasTime = false;

  constructor(rule: CompiledRule) {
    this.#rule = rule;
    this.#fields = [...new Set(rule.correlations.flatMap(fieldsOf))];
  }

  /**
   * Adds an event and the rules that fire for it. An event without a time takes that of the previous one. @throws
   * AppError `validation_error`: too many occurrences
   */
  push(view: EventView, index: number, fired: readonly DetectionRule[]): void {
    if (fired.length === 0) return;
    const time = timeOf(view);
    if (time !== null) this.#hasTime = true;
    const fields = new Map<string, string>();
    for (const name of this.#fields) {
      const value = view.find(name)?.[0]?.text;
      if (value !== undefined) fields.set(name, value);
    }
    const occurrence = { time: time ?? Number.NaN, place: 0, index, events: [index], fields };
    for (const rule of fired) {
      this.#count += 1;
      if (this.#count > MAX_OCCURRENCES) {
        const detail = `More than ${MAX_OCCURRENCES} events match the rules of the correlation; send fewer.`;
        throw new AppError("validation_error", detail);
      }
      const known = this.#occurrences.get(rule);
      if (known === undefined) this.#occurrences.set(rule, [occurrence]);
      else known.push(occurrence);
    }
  }

  /** Returns the alerts of all correlations, each in order of time. */
  end(): Alert[] {
    this.#sort();
    const done = new Map<Correlation, { firings: Firing[]; occurrences: Occurrence[] }>();
    const run = (correlation: Correlation): Occurrence[] => {
      const known = done.get(correlation);
      if (known !== undefined) return known.occurrences;
      const joined = correlation.joined.map(({ reference, rule }) => ({
        reference,
        occurrences: isCorrelation(rule) ? run(rule) : (this.#occurrences.get(rule) ?? []),
      }));
      const result = runCorrelation(correlation, joined);
      done.set(correlation, result);
      return result.occurrences;
    };
    for (const correlation of this.#rule.correlations) run(correlation);
    return this.#rule.correlations.flatMap((correlation) =>
      (done.get(correlation)?.firings ?? []).map((firing) => this.#toAlert(correlation, firing)),
    );
  }

  /** Ranks every event by time, and by stream order within the same time. */
  #sort(): void {
    const all = [...new Set([...this.#occurrences.values()].flat())];
    all.sort((a, b) => a.index - b.index);
    let last = all.find(({ time }) => !Number.isNaN(time))?.time ?? 0;
    for (const occurrence of all) {
      if (Number.isNaN(occurrence.time)) occurrence.time = last;
      last = occurrence.time;
    }
    all.sort((a, b) => a.time - b.time || a.index - b.index);
    for (const [place, occurrence] of all.entries()) occurrence.place = place;
    for (const occurrences of this.#occurrences.values()) {
      occurrences.sort((a, b) => a.place - b.place);
    }
  }

  #toAlert({ names, groupBy }: Correlation, firing: Firing): Alert {
    const iso = (time: number) =>
      this.#hasTime && Number.isFinite(time) ? new Date(time).toISOString() : null;
    return {
      correlation: names,
      group: Object.fromEntries(groupBy.map((name, i) => [name, firing.group[i] ?? ""])),
      count: firing.count,
      from: iso(firing.first.time),
      to: iso(firing.last.time),
      events: firing.events,
      events_count: firing.total,
    };
  }
}
