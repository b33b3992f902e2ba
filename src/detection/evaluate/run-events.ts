import { AppError } from "../../platform/lib/errors.ts";
import type { CompiledRule } from "./compile-sigma.ts";
import { type Alert, CorrelationStream } from "./correlation/open-correlations.ts";
import type { FailedPart } from "./detection/explain.ts";
import type { RuleNames } from "./detection-rule.ts";
import { EventView } from "./events/event-view.ts";
import type { SourceVerdict } from "./logsource/judge-source.ts";
import type { ReadEvent } from "./read/read-events.ts";
import { Work } from "./work.ts";

/** What became of one event. */
export interface EventResult {
  index: number;
  line: number | null;
  matched: boolean;
  /** The rule that this is about, where the text has several. */
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

/** What a rule did with a stream of events. */
export interface RunResult {
  events: number;
  matched: number;
  /** Places of the events that match, the first of them. */
  matched_events: number[];
  /** Events of another log source, and those that do not tell theirs. */
  other_source: number;
  unknown_source: number;
  results: EventResult[];
  results_count: number;
  errors: EventError[];
  errors_count: number;
  alerts: Alert[];
  alerts_count: number;
}

/** Results and errors that are told one by one: each is some hundred bytes. */
const MAX_RESULTS = 500;
const MAX_MATCHED = 1_000;
const MAX_ALERTS = 200;
/** What reading an event costs, whatever the rule. */
const EVENT_STEPS = 300;
/** What finding that a piece is no event costs. */
const FAULT_STEPS = 1_000;
/** So many are no mistake in a file of events, but another file. */
const MAX_ERRORS = 100_000;

/** Runs a rule on events, one after the other. */
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

  /** Takes an event. @throws AppError `validation_error`: the run costs too much, or these are no events */
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

  /** What came of all events. */
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
