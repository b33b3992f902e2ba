import {
  DATA_MODELS,
  EQL_CATEGORIES,
  MACROS,
  TABLES,
} from "../../../detection/catalogue/query-places.ts";
import type { LogSourceWords } from "../rule-facts.ts";
import type { Token } from "../validate/tokens.ts";
import { type Conditions, conditionsOf, type QueryLanguage, tokensOf } from "./query-conditions.ts";
import { findTelemetry } from "./telemetry-rows.ts";

const OPERATING_SYSTEMS: ReadonlySet<string> = new Set(["windows", "linux", "macos"]);

/**
 * The log source that a query says it reads, in Sigma's words; null where it does not say one that
 * is known. Of several tables, and of the parts of a sequence, the first counts.
 */
export function sourceOfQuery(language: QueryLanguage, content: string): LogSourceWords | null {
  const tokens = tokensOf(language, content);
  if (language === "kql") return ofKql(tokens);
  return language === "spl" ? ofSpl(tokens) : ofEql(tokens);
}

/** By the first table that is known, in the query itself before what `let` names. */
function ofKql(tokens: readonly Token[]): LogSourceWords | null {
  const { main, named } = splitLets(tokens);
  for (const part of [main, named]) {
    const places = part.flatMap((_, at) => (isTable(part, at) ? [at] : []));
    const [first, second = part.length] = places;
    if (first === undefined) continue;
    const table = part[first]?.text ?? "";
    // What is joined has conditions of its own.
    const found = findTelemetry("kql", table, conditionsOf(part.slice(first, second)));
    return found ?? TABLES.get(table) ?? null;
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

/** Parts the statements that begin with `let` from the others. */
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

/** By its data model, else by source, source type and event codes; those of several sources are none. */
function ofSpl(tokens: readonly Token[]): LogSourceWords | null {
  const wanted = new Map(conditionsOf(tokens));
  for (const { kind, text } of tokens) {
    const search = kind === "macro" ? MACROS.get(text.slice(1, -1)) : undefined;
    if (search === undefined) continue;
    for (const [field, values] of conditionsOf(tokensOf("spl", search))) {
      wanted.set(field, new Set([...(wanted.get(field) ?? []), ...values]));
    }
  }
  const [model] = wanted.get("datamodel") ?? [];
  if (model !== undefined && DATA_MODELS.has(model)) return DATA_MODELS.get(model) ?? null;
  return findTelemetry("spl", "", wanted);
}

/** By the category before the first `where` and the conditions behind it, to the end of its brackets. */
function ofEql(tokens: readonly Token[]): LogSourceWords | null {
  const where = tokens.findIndex(
    ({ kind, text }) => kind === "word" && text.toLowerCase() === "where",
  );
  if (where < 1) return null;
  const wanted = conditionsOf(tokens.slice(where + 1, endOfPart(tokens, where)));
  const category = tokens[where - 1]?.text.toLowerCase() ?? "";
  const found = findTelemetry("eql", category, wanted) ?? EQL_CATEGORIES.get(category) ?? null;
  if (found === null || found.product !== undefined || found.category === undefined) return found;
  return { ...found, ...systemOf(wanted) };
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

/** The operating system, where a query is for a single one. */
function systemOf(wanted: Conditions): LogSourceWords {
  const [system, ...others] = wanted.get("host.os.type") ?? [];
  const isOne = system !== undefined && others.length === 0 && OPERATING_SYSTEMS.has(system);
  return isOne ? { product: system } : {};
}
