import type { Entry, Nodes } from "./nodes.ts";
import { CONDITION_OPERATORS, CORRELATION_TYPES } from "./vocabulary.ts";

/** Checks `correlation`: its type, the rules that it joins, its timespan and its condition. */
export function checkCorrelation(nodes: Nodes, correlation: Entry): void {
  const { findings } = nodes;
  const entries = nodes.entries(correlation.value);
  if (entries === null) {
    findings.error(correlation.valueAt, "'correlation' must hold 'type' and 'rules'.");
    return;
  }
  for (const key of ["type", "rules", "timespan"]) {
    if (!entries.has(key)) findings.error(correlation.keyAt, `'correlation' has no '${key}'.`);
  }
  const type = entries.get("type");
  const kind = String(nodes.scalar(type?.value));
  if (type !== undefined && !CORRELATION_TYPES.has(kind)) {
    findings.error(type.valueAt, `'type' must be one of ${[...CORRELATION_TYPES].join(", ")}.`);
  }
  const timespan = entries.get("timespan");
  if (timespan !== undefined && !/^\d+[smhdwMy]$/.test(String(nodes.scalar(timespan.value)))) {
    findings.error(timespan.valueAt, "'timespan' must be a number with its unit, such as 15m.");
  }
  const rules = entries.get("rules");
  const named =
    nodes.items(rules?.value)?.length ?? (nodes.scalar(rules?.value) === undefined ? 0 : 1);
  if (rules !== undefined && named === 0) findings.error(rules.valueAt, "'rules' names no rule.");
  const condition = entries.get("condition");
  if (condition !== undefined) checkThreshold(nodes, condition, kind);
  else if (!kind.startsWith("temporal")) {
    findings.error(correlation.keyAt, "'correlation' has no 'condition'.");
  }
}

function checkThreshold(nodes: Nodes, condition: Entry, kind: string): void {
  const entries = nodes.entries(condition.value);
  // Later versions of the specification join rules by a boolean condition.
  if (entries === null && typeof nodes.scalar(condition.value) === "string") return;
  const operators = [...(entries?.values() ?? [])].filter(({ key }) =>
    CONDITION_OPERATORS.has(key),
  );
  if (operators.length === 0) {
    nodes.findings.error(condition.keyAt, "'condition' must compare, such as 'gte: 10'.");
  }
  for (const { key, value, valueAt } of operators) {
    if (typeof nodes.scalar(value) !== "number") {
      nodes.findings.error(valueAt, `'${key}' needs a number.`);
    }
  }
  if (kind === "value_count" && entries !== null && !entries.has("field")) {
    nodes.findings.error(
      condition.keyAt,
      "'value_count' needs the 'field' whose values it counts.",
    );
  }
}
