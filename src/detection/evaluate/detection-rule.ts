import type { EventView } from "./events/event-view.ts";
import { explain, type FailedPart } from "./detection/explain.ts";
import { askedValues } from "./detection/asked-values.ts";
import { allOf, type Part } from "./detection/tree.ts";
import { judgeSource, type LogSource, type SourceVerdict } from "./logsource/judge-source.ts";

/** Names and metadata of a document. */
export interface RuleNames {
  title: string;
  id: string | null;
  name: string | null;
  level: string | null;
}

/** The result of a rule for one event. */
export interface Explanation {
  matched: boolean;
  logsource: SourceVerdict;
  /** The first parts of the condition that prevented a match. */
  failed: FailedPart[];
  failed_count: number;
}

/** A rule that is evaluated against one event at a time. */
export class DetectionRule {
  readonly names: RuleNames;
  readonly logsource: LogSource;
  /** The rule's condition, and those of the filters that apply to it. */
  #conditions: readonly Part[];

  constructor(names: RuleNames, logsource: LogSource, condition: Part) {
    this.names = names;
    this.logsource = logsource;
    this.#conditions = [condition];
  }

  /** Returns whether a reference is this rule's id or name. */
  isCalled(reference: string): boolean {
    return this.names.id === reference || this.names.name === reference;
  }

  /** Adds a condition that matched events must also satisfy. */
  narrow(condition: Part): void {
    this.#conditions = [...this.#conditions, condition];
  }

  /**
   * Returns the only values that a field can have in a match, or null if it may have others. @param field in lower case
   */
  asked(field: string): ReadonlySet<string> | null {
    return askedValues(allOf(this.#conditions), field);
  }

  /** Returns whether an event comes from the rule's log source. */
  sourceOf(event: EventView): SourceVerdict {
    return judgeSource(this.logsource, this.#view(event));
  }

  /** Returns whether the rule fires. It never does for events of another source. */
  match(event: EventView): boolean {
    const view = this.#view(event);
    event.work.spend(20);
    if (judgeSource(this.logsource, view) === "other") return false;
    return this.#conditions.every((condition) => condition.holds(view));
  }

  /** Explains why the rule fires or does not fire. */
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
