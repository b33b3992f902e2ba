import { isMap, isSeq } from "yaml";
import { checkDetection } from "../../languages/sigma/detection.ts";
import type { Entry } from "../../languages/sigma/nodes.ts";
import type { CompileContext } from "./compile-context.ts";
import { compileField, compileKeywords } from "./compile-field.ts";
import { compileCondition } from "./condition.ts";
import { allOf, anyOf, type Part, Selection } from "./tree.ts";

/**
 * Compiles `detection` of a rule, or `filter`. Returns null on errors, which the findings list.
 * @param notSelections keys that are not selections
 */
export function compileDetection(
  context: CompileContext,
  detection: Entry,
  notSelections: string[],
): Part | null {
  const { nodes } = context;
  checkDetection(nodes, detection, notSelections);
  const entries = nodes.entries(detection.value);
  const condition = entries?.get("condition");
  if (nodes.findings.hasErrors || !entries || condition === undefined) return null;
  const selections = new Map<string, Selection>();
  for (const entry of entries.values()) {
    if (entry.key === "condition" || notSelections.includes(entry.key)) continue;
    selections.set(entry.key, new Selection(entry.key, compileSelection(context, entry)));
  }
  const items = nodes.items(condition.value) ?? [{ value: condition.value, at: condition.valueAt }];
  const parts: Part[] = [];
  for (const { value, at } of items) {
    const text = String(nodes.scalar(value));
    const aggregation = text.indexOf("|");
    if (aggregation === -1) parts.push(compileCondition(text, selections));
    else context.fail(at, unsupported(text.slice(aggregation + 1).trim()));
  }
  // A list of conditions is an alternative of all its entries.
  return nodes.findings.hasErrors ? null : anyOf(parts);
}

function unsupported(aggregation: string): string {
  const [word = ""] = aggregation.split(/[\s(]/, 1);
  return [
    `The aggregation '| ${word}' is of Sigma version 1 and cannot be run;`,
    word.toLowerCase() === "near"
      ? "write a correlation rule of type 'temporal' instead."
      : "write a correlation rule, such as one of type 'event_count', instead.",
  ].join(" ");
}

/** Compiles a map of fields, or a list of maps and keywords. */
function compileSelection(context: CompileContext, { value, valueAt }: Entry): Part {
  const { nodes } = context;
  if (isMap(value)) return compileMap(context, value);
  if (!isSeq(value)) return compileKeywords(context, [{ value, at: valueAt }]);
  const items = nodes.items(value) ?? [];
  const keywords = items.filter((item) => !isMap(item.value));
  const parts: Part[] = items
    .filter((item) => isMap(item.value))
    .map((item) => compileMap(context, item.value));
  if (keywords.length > 0) parts.push(compileKeywords(context, keywords));
  return anyOf(parts);
}

function compileMap(context: CompileContext, map: unknown): Part {
  return allOf(
    [...fieldsOf(context, map, 0).values()].map((field) => compileField(context, field)),
  );
}

/** Maximum depth of merge keys, which refer to maps that refer to others. */
const MAX_MERGES = 10;

/** Returns the fields of a map, including those of `<<`. The map's own fields take precedence. */
function fieldsOf(context: CompileContext, map: unknown, depth: number): Map<string, Entry> {
  const { nodes } = context;
  const fields = new Map(nodes.entries(map));
  const merged = fields.get("<<");
  if (merged === undefined) return fields;
  fields.delete("<<");
  if (depth === MAX_MERGES) {
    context.fail(merged.keyAt, "'<<' is nested too deeply.");
    return fields;
  }
  const maps = nodes.items(merged.value)?.map(({ value }) => value) ?? [merged.value];
  for (const one of maps) {
    if (!isMap(one)) context.fail(merged.valueAt, "'<<' needs a map.");
    for (const [key, field] of fieldsOf(context, one, depth + 1)) {
      if (!fields.has(key)) fields.set(key, field);
    }
  }
  return fields;
}
