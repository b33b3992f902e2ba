import { AppError } from "../../platform/lib/errors.ts";
import type { CompiledRule } from "./compile-sigma.ts";
import { type Alert, CorrelationStream } from "./correlation/open-correlations.ts";
import type { FailedPart } from "./detection/explain.ts";
import type { RuleNames } from "./detection-rule.ts";
import { EventView } from "./events/event-view.ts";
import type { SourceVerdict } from "./logsource/judge-source.ts";
import type { ReadEvent } from "./read/read-events.ts";
import { Work } from "./work.ts";

/** The result for one event. */
export interface EventResult {
  index: number;
  line: number | null;
  matched: boolean;
  /** The rule of this result, if the text has several. */
  rule: RuleNames | null;
  logsource: SourceVerdict;
  failed: FailedPart[];
  failed_count: number;
}

export interface EventError {
  index: number;
  line: number | null;
  message: string;
}

/** The result of running a rule on a stream of events. */
export interface RunResult {
  events: number;
  matched: number;
  /** Indexes of the first matching events. */
  matched_events: number[];
  /** Number of events from another log source or from an unknown one. */
  other_source: number;
  unknown_source: number;
  results: EventResult[];
  results_count: number;
  errors: EventError[];
  errors_count: number;
  alerts: Alert[];
  alerts_count: number;
}

/** Maximum number of results and errors listed individually; each takes a few hundred bytes. */
const MAX_RESULTS = 500;
const MAX_MATCHED = 1_000;
const MAX_ALERTS = 200;
/** Steps for reading an event, whatever the rule. */
const EVENT_STEPS = 300;
/** Steps for finding that a piece is not an event. */
const FAULT_STEPS = 1_000;
/** More errors than this mean that the file does not contain events. */
const MAX_ERRORS = 100_000;

/** Runs a rule on events one by one. */
export class EventRun {
  readonly #rule: CompiledRule;
  readonly #work: Work;
  readonly #correlations: CorrelationStream | null;
  readonly #result: RunResult = {
    events: 0,
    matched: 0,
    matched_events: [],
    other_source: 0,
    unknown_source: 0,
    results: [],
    results_count: 0,
    errors: [],
    errors_count: 0,
    alerts: [],
    alerts_count: 0,
  };

  constructor(rule: CompiledRule, work = new Work()) {
    this.#rule = rule;
    this.#work = work;
    this.#correlations = rule.correlations.length === 0 ? null : new CorrelationStream(rule);
  }

  /** Adds an event. @throws AppError `validation_error`: the run costs too much, or these are not events */
  push({ index, line, event, fault }: ReadEvent): void {
    const result = this.#result;
    if (fault !== null) {
      result.errors_count += 1;
      if (result.errors_count > MAX_ERRORS) throw noEvents();
      this.#work.spend(FAULT_STEPS);
      if (result.errors.length < MAX_RESULTS) {
        result.errors.push({ index, line, message: `The event ${fault}.` });
      }
      return;
    }
    result.events += 1;
    this.#work.spend(EVENT_STEPS);
    const view = new EventView(event, this.#work);
    const { rules } = this.#rule;
    const fired = rules.filter((rule) => rule.match(view));
    if (fired.length > 0) {
      result.matched += 1;
      if (result.matched_events.length < MAX_MATCHED) result.matched_events.push(index);
    }
    this.#correlations?.push(view, index, fired);
    for (const rule of rules) {
      result.results_count += 1;
      const logsource = rule.sourceOf(view);
      if (logsource === "other") result.other_source += 1;
      if (logsource === "unknown") result.unknown_source += 1;
      if (result.results.length >= MAX_RESULTS) continue;
      const names = rules.length === 1 ? null : rule.names;
      result.results.push({ index, line, rule: names, ...rule.explain(view) });
    }
  }

  /** Returns the result of all events. */
  end(): RunResult {
    const alerts = this.#correlations?.end() ?? [];
    return { ...this.#result, alerts: alerts.slice(0, MAX_ALERTS), alerts_count: alerts.length };
  }
}

const noEvents = () =>
  new AppError(
    "validation_error",
    `More than ${MAX_ERRORS} pieces of this are no events; send JSON lines, a JSON array or objects.`,
  );
