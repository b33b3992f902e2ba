import { isMap, isScalar, isSeq, type Node } from "yaml";
import { excerpt } from "../findings.ts";
import { checkCondition } from "./condition.ts";
import { checkField } from "./modifiers.ts";
import type { Entry, Nodes } from "./nodes.ts";

/** Checks `detection` of a rule, or `filter`: its selections and its condition. */
export function checkDetection(nodes: Nodes, detection: Entry, notSelections: string[]): void {
  const entries = nodes.entries(detection.value);
  if (entries === null) {
    nodes.findings.error(
      detection.valueAt,
      `'${detection.key}' must hold selections and a condition.`,
    );
    return;
  }
  const condition = entries.get("condition");
  const selections = [...entries.values()].filter(
    ({ key }) => key !== "condition" && !notSelections.includes(key),
  );
  for (const selection of selections) checkSelection(nodes, selection);
  if (selections.length === 0) {
    nodes.findings.error(detection.keyAt, `'${detection.key}' has no selection.`);
  }
  if (condition === undefined) {
    nodes.findings.error(detection.keyAt, `'${detection.key}' has no 'condition'.`);
    return;
  }
  const used = checkConditions(nodes, condition, selections);
  for (const { key, keyAt } of selections) {
    if (used.size > 0 && !used.has(key) && !key.startsWith("_")) {
      nodes.findings.warn(keyAt, `No condition uses the selection ${excerpt(key)}.`);
    }
  }
}

/** Checks one condition, or a list of alternative conditions. */
function checkConditions(nodes: Nodes, condition: Entry, selections: Entry[]): Set<string> {
  const names = selections.map(({ key }) => key);
  const used = new Set<string>();
  const items = nodes.items(condition.value) ?? [{ value: condition.value, at: condition.valueAt }];
  for (const { value, at } of items) {
    const text = nodes.scalar(value);
    if (typeof text !== "string") {
      nodes.findings.error(at, "'condition' must be text.");
      continue;
    }
    const [start = at, end = start] = (isScalar(value) && value.range) || [];
    const source = nodes.source.slice(start, end);
    const input = { condition: text, source, start, selections: names };
    for (const name of checkCondition(input, nodes.findings)) used.add(name);
  }
  return used;
}

/** Checks a map of fields, or a list of maps and keywords. */
function checkSelection(nodes: Nodes, { key, keyAt, value, valueAt }: Entry): void {
  if (isMap(value)) {
    checkFields(nodes, value, valueAt);
    return;
  }
  const items = isSeq(value) ? (nodes.items(value) ?? []) : null;
  if (items === null) {
    // A single keyword is accepted in place of a list with one.
    const keyword = nodes.scalar(value);
    if (keyword === undefined || keyword === null || keyword === "") {
      nodes.findings.error(keyAt, `The selection ${excerpt(key)} is empty.`);
    }
    return;
  }
  if (items.length === 0) {
    nodes.findings.error(keyAt, `The selection ${excerpt(key)} is empty.`);
  }
  for (const item of items) {
    if (isMap(item.value)) checkFields(nodes, item.value, item.at);
    else if (isSeq(item.value))
      nodes.findings.error(item.at, "A list within a list has no meaning.");
    else if (nodes.scalar(item.value) === null)
      nodes.findings.error(item.at, "A keyword is missing.");
  }
}

function checkFields(nodes: Nodes, map: Node, at: number): void {
  const fields = nodes.entries(map);
  if (fields === null || fields.size === 0) nodes.findings.error(at, "There is no field here.");
  for (const field of fields?.values() ?? []) if (field.key !== "<<") checkField(nodes, field);
}
