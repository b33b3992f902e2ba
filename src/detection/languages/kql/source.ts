import { TABLES } from "../../catalogue/query-places.ts";
import { conditionsOf, type QueryPlace } from "../query/conditions.ts";
import { findTelemetry } from "../query/find-telemetry.ts";
import type { Token } from "../tokens.ts";

/** Finds the source by the first known table, in the query itself before the definitions of `let`. */
export function placeInKql(tokens: readonly Token[]): QueryPlace | null {
  const { main, named } = splitLets(tokens);
  for (const part of [main, named]) {
    const places = part.flatMap((_, at) => (isTable(part, at) ? [at] : []));
    const [first, second = part.length] = places;
    if (first === undefined) continue;
    const table = part[first]?.text ?? "";
    // A joined table has separate conditions.
    const conditions = conditionsOf(part.slice(first, second));
    const source = findTelemetry("kql", table, conditions) ?? TABLES.get(table) ?? null;
    return { source, conditions };
  }
  return null;
}

function isTable(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind !== "word" || !TABLES.has(token.text)) return false;
  const [before, next] = [tokens[at - 1]?.text, tokens[at + 1]?.text];
  // A column of the same name; `workspace("x").Event` is a table.
  if (before === "." && tokens[at - 2]?.text !== ")") return false;
  return next !== "=" && next !== "==" && next !== "=~" && next !== "!=";
}

/** Separates `let` statements from the others. */
function splitLets(tokens: readonly Token[]): { main: Token[]; named: Token[] } {
  const [main, named]: [Token[], Token[]] = [[], []];
  let depth = 0;
  let isLet = tokens[0]?.text === "let";
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "sign" && "([{".includes(token.text)) depth += 1;
    if (token.kind === "sign" && ")]}".includes(token.text)) depth -= 1;
    (isLet ? named : main).push(token);
    if (depth === 0 && token.text === ";") isLet = tokens[at + 1]?.text === "let";
  }
  return { main, named };
}
