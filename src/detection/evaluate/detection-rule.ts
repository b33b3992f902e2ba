import type { EventView } from "./events/event-view.ts";
import { explain, type FailedPart } from "./detection/explain.ts";
import { askedValues } from "./detection/asked-values.ts";
import { allOf, type Part } from "./detection/tree.ts";
import { judgeSource, type LogSource, type SourceVerdict } from "./logsource/judge-source.ts";

/** What a document says of itself. */
export interface RuleNames {
  title: string;
  id: string | null;
  name: string | null;
  level: string | null;
}

/** What a rule says of one event. */
export interface Explanation {
  matched: boolean;
  logsource: SourceVerdict;
  /** The parts of the condition that kept the event from matching, the first of them. */
  failed: FailedPart[];
  failed_count: number;
}

/** A rule that looks at one event at a time. */
export class DetectionRule {
  readonly names: RuleNames;
  readonly logsource: LogSource;
  /** Its condition, and those of the filters that are about it. */
  #conditions: readonly Part[];

  constructor(names: RuleNames, logsource: LogSource, condition: Part) {
    this.names = names;
    this.logsource = logsource;
    this.#conditions = [condition];
  }

  /** Whether a rule or filter calls this one by its id or name. */
  isCalled(reference: string): boolean {
    return this.names.id === reference || this.names.name === reference;
  }

  /** Matches only events for which this holds, too. */
  narrow(condition: Part): void {
    this.#conditions = [...this.#conditions, condition];
  }

  /** The values of which a field must have one; null where it may have others. @param field in lower case */
  asked(field: string): ReadonlySet<string> | null {
    return askedValues(allOf(this.#conditions), field);
  }

  /** Whether an event is of the rule's log source. */
  sourceOf(event: EventView): SourceVerdict {
    return judgeSource(this.logsource, this.#view(event));
  }

  /** Whether the rule fires: an event of another source never does. */
  match(event: EventView): boolean {
    const view = this.#view(event);
    event.work.spend(20);
    if (judgeSource(this.logsource, view) === "other") return false;
    return this.#conditions.every((condition) => condition.holds(view));
  }

  /** Why the rule fires, or why it does not. */
  explain(event: EventView): Explanation {
    const view = this.#view(event);
    const logsource = judgeSource(this.logsource, view);
    const told = this.#conditions
      .filter((condition) => !condition.holds(view))
      .map((condition) => explain(condition, view));
    return {
      matched: logsource !== "other" && told.length === 0,
      logsource,
      failed: told.flatMap(({ failed }) => failed),
      failed_count: told.reduce((sum, { count }) => sum + count, 0),
    };
  }

  #view(event: EventView): EventView {
    const { category } = this.logsource;
    return category === null ? event : event.under(category);
  }
}
