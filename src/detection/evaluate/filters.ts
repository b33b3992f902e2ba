import type { Entry, Nodes } from "../languages/sigma/nodes.ts";
import type { CompileContext } from "./detection/compile-context.ts";
import { compileDetection } from "./detection/compile-detection.ts";
import { scalarText } from "./detection/rule-scalar.ts";
import type { Part } from "./detection/tree.ts";
import type { DetectionRule } from "./detection-rule.ts";
import type { LogSource } from "./logsource/judge-source.ts";

/** A condition that is added to other rules (Sigma filters specification). */
export interface Filter {
  /** Ids or names; null for all rules of the log source. */
  rules: readonly string[] | null;
  logsource: LogSource;
  condition: Part;
}

/** Compiles `filter` of a document. Returns null on errors, which the findings list. */
export function readFilter(
  context: CompileContext,
  filter: Entry,
  logsource: LogSource,
): Filter | null {
  const condition = compileDetection(context, filter, ["rules"]);
  if (condition === null) return null;
  return { rules: rulesOf(context.nodes, filter), logsource, condition };
}

function rulesOf(nodes: Nodes, filter: Entry): string[] | null {
  const rules = nodes.entries(filter.value)?.get("rules");
  const items = nodes.items(rules?.value)?.map(({ value }) => value) ?? [rules?.value];
  const names = items.map((item) => scalarText(nodes, item) || "any");
  return names.some((name) => name.toLowerCase() === "any") ? null : names;
}

/**
 * Adds a filter to the rules that it applies to. They fire only if its condition is also true, so a filter that
 * excludes events uses `not`.
 */
export function applyFilter(filter: Filter, rules: readonly DetectionRule[]): void {
  for (const rule of rules) {
    const isCalled = filter.rules?.some((name) => rule.isCalled(name)) ?? true;
    if (isCalled && isWithin(rule.logsource, filter.logsource)) rule.narrow(filter.condition);
  }
}

/** Returns whether a rule's log source equals another one or is part of it. */
function isWithin(rule: LogSource, filter: LogSource): boolean {
  const keys = ["category", "product", "service"] as const;
  return keys.every((key) => filter[key] === null || filter[key] === rule[key]);
}
