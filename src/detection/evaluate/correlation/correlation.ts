import type { DetectionRule, RuleNames } from "../detection-rule.ts";

export type CorrelationType =
  | "event_count"
  | "value_count"
  | "value_sum"
  | "value_avg"
  | "value_median"
  | "value_percentile"
  | "temporal"
  | "temporal_ordered";

/** A rule that a correlation joins, referenced by id or name. */
export interface JoinedRule {
  reference: string;
  rule: DetectionRule | Correlation;
}

/** The count at which a correlation fires. */
export interface Threshold {
  /** Returns whether a count satisfies the condition. */
  isMet(count: number): boolean;
  /** Whether the threshold stays met within the timespan, whatever follows. */
  isLowerBound: boolean;
}

/** A boolean condition over the joined rules, such as `a and not b`. */
export interface RuleCondition {
  isMet(references: ReadonlySet<string>): boolean;
  hasNot: boolean;
}

/** A correlation rule, compiled (Sigma correlation rules specification). */
export interface Correlation {
  names: RuleNames;
  type: CorrelationType;
  joined: readonly JoinedRule[];
  groupBy: readonly string[];
  /** The field of each rule that an alias maps to, by the alias. */
  aliases: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Milliseconds. */
  timespan: number;
  threshold: Threshold;
  words: RuleCondition | null;
  /** Fields whose values are counted or aggregated. */
  fields: readonly string[];
  /** Percentile of `value_percentile`, 0 to 100. */
  percentile: number;
  /** Whether the joined rules also fire on their own. */
  generate: boolean;
}

/** Returns the field that a name refers to in the events of a joined rule. */
export function fieldOf({ aliases }: Correlation, name: string, reference: string): string {
  return aliases.get(name)?.get(reference) ?? name;
}

/** Returns all event fields that a correlation uses. */
export function fieldsOf(correlation: Correlation): string[] {
  const { groupBy, fields, aliases } = correlation;
  const aliased = [...aliases.values()].flatMap((byRule) => [...byRule.values()]);
  return [...groupBy, ...fields, ...aliased];
}

export const isCorrelation = (rule: DetectionRule | Correlation): rule is Correlation =>
  "joined" in rule;
