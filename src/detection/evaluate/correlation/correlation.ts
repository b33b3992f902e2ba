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

/** A rule that a correlation joins, by the id or name that it uses. */
export interface JoinedRule {
  reference: string;
  rule: DetectionRule | Correlation;
}

/** When a correlation fires, by what it counts. */
export interface Threshold {
  /** Whether a count is one that is asked for. */
  isMet(count: number): boolean;
  /** Once met within a time it stays so, however much follows. */
  isLowerBound: boolean;
}

/** Which of the joined rules must fire, in words: `a and not b`. */
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
  /** By the name of a field, the field of each rule that it stands for. */
  aliases: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Milliseconds. */
  timespan: number;
  threshold: Threshold;
  words: RuleCondition | null;
  /** Fields whose values are counted or computed with. */
  fields: readonly string[];
  /** Of `value_percentile`, 0 to 100. */
  percentile: number;
  /** Whether the joined rules fire by themselves, too. */
  generate: boolean;
}

/** The field that a name means in the events of a joined rule. */
export function fieldOf({ aliases }: Correlation, name: string, reference: string): string {
  return aliases.get(name)?.get(reference) ?? name;
}

/** All fields of events that a correlation asks for. */
export function fieldsOf(correlation: Correlation): string[] {
  const { groupBy, fields, aliases } = correlation;
  const aliased = [...aliases.values()].flatMap((byRule) => [...byRule.values()]);
  return [...groupBy, ...fields, ...aliased];
}

export const isCorrelation = (rule: DetectionRule | Correlation): rule is Correlation =>
  "joined" in rule;
