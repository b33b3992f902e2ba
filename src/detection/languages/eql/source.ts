import type { SigmaSource } from "../../catalogue/file-schema.ts";
import { EQL_CATEGORIES } from "../../catalogue/query-places.ts";
import { type Conditions, conditionsOf, type QueryPlace } from "../query/conditions.ts";
import { findTelemetry } from "../query/find-telemetry.ts";
import type { Token } from "../tokens.ts";

const OPERATING_SYSTEMS: ReadonlySet<string> = new Set(["windows", "linux", "macos"]);

/**
 * Finds the source by the category before the first `where` and the conditions after it, up to the end of its brackets.
 */
export function placeInEql(tokens: readonly Token[]): QueryPlace | null {
  const where = tokens.findIndex(
    ({ kind, text }) => kind === "word" && text.toLowerCase() === "where",
  );
  if (where < 1) return null;
  const conditions = conditionsOf(tokens.slice(where + 1, endOfPart(tokens, where)));
  const category = tokens[where - 1]?.text.toLowerCase() ?? "";
  const found = findTelemetry("eql", category, conditions) ?? EQL_CATEGORIES.get(category) ?? null;
  const isOfAnySystem = found?.category !== undefined && found.product === undefined;
  return { source: isOfAnySystem ? { ...found, ...systemOf(conditions) } : found, conditions };
}

function endOfPart(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const text = tokens[at]?.text;
    if (text === "[") depth += 1;
    if (text === "]") depth -= 1;
    if (depth < 0) return at;
  }
  return tokens.length;
}

/** Returns the operating system, if a query is for a single one. */
function systemOf(wanted: Conditions): SigmaSource {
  const [system, ...others] = wanted.get("host.os.type") ?? [];
  const isOne = system !== undefined && others.length === 0 && OPERATING_SYSTEMS.has(system);
  return isOne ? { product: system } : {};
}
