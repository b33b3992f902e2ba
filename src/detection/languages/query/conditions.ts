import { EQL_LEXEMES } from "../eql/lexemes.ts";
import { Findings } from "../findings.ts";
import { KQL_LEXEMES } from "../kql/lexemes.ts";
import { SPL_LEXEMES } from "../spl/lexemes.ts";
import { type Token, tokenize } from "../tokens.ts";
import type { SigmaSource } from "../../catalogue/file-schema.ts";
import type { RuleLanguage } from "../vocabulary.ts";

export type QueryLanguage = Exclude<RuleLanguage, "sigma">;

/** The values that a query requires by field name, both in lower case. */
export type Conditions = ReadonlyMap<string, ReadonlySet<string>>;

/** The source of a query, and the conditions that select it. */
export interface QueryPlace {
  /** In Sigma's terms; null if unknown. */
  source: SigmaSource | null;
  conditions: Conditions;
}

/** Names of the field with the code of a Windows event. */
const CODE_FIELDS = ["eventid", "eventcode", "event.code", "event_id", "winlog.event_id"];

const LEXEMES = { kql: KQL_LEXEMES, spl: SPL_LEXEMES, eql: EQL_LEXEMES };
/** Signs between a field and its required value. Negations (`!=`, `!in`) are excluded. */
const EQUALS: ReadonlySet<string> = new Set(["=", "==", "=~", ":"]);
const WORDS: ReadonlySet<string> = new Set(["in", "in~", "has", "has_any"]);
/** Signs that are part of an unquoted value or a field name. */
const IN_VALUE: ReadonlySet<string> = new Set(["-", "/", "*", ".", "+", "%"]);

/** Longest field name and longest unquoted value, in tokens; each is read again for every sign. */
const MAX_PARTS = 50;

/** Tokenizes a query, valid or not. */
export function tokensOf(language: QueryLanguage, content: string): Token[] {
  return tokenize(content, LEXEMES[language], new Findings(content));
}

/** Returns the Windows event codes that conditions accept, as written. */
export function codesIn(conditions: Conditions): string[] {
  return CODE_FIELDS.flatMap((field) => [...(conditions.get(field) ?? [])]);
}

/** Returns the conditions with one value or a list of values. It does not recognize negations. */
export function conditionsOf(tokens: readonly Token[]): Conditions {
  const found = new Map<string, Set<string>>();
  for (const [at, { kind, text }] of tokens.entries()) {
    const isOne = kind === "sign" && EQUALS.has(text);
    const isList = kind === "word" && WORDS.has(text.toLowerCase());
    if (!isOne && !isList) continue;
    const field = fieldBefore(tokens, at);
    if (field === "") continue;
    const values = valuesAfter(tokens, at + 1);
    if (values.length === 0) continue;
    const known = found.get(field) ?? new Set<string>();
    found.set(field, known);
    for (const value of values) known.add(value);
  }
  return found;
}

/** Returns a name with its parts: `host.os.type`. */
function fieldBefore(tokens: readonly Token[], at: number): string {
  let field = "";
  for (let place = at - 1; place >= Math.max(0, at - MAX_PARTS); place -= 1) {
    const token = tokens[place];
    if (token === undefined || (token.kind !== "word" && token.text !== ".")) break;
    if (field !== "" && token.end !== tokens[place + 1]?.start) break;
    field = token.text + field;
  }
  return field.toLowerCase();
}

function valuesAfter(tokens: readonly Token[], at: number): string[] {
  if (tokens[at]?.text !== "(") return valueAt(tokens, at);
  const values: string[] = [];
  for (let place = at + 1; place < tokens.length; place += 1) {
    const token = tokens[place];
    if (token === undefined || token.text === ")" || token.text === "(") break;
    if (token.kind !== "sign" || IN_VALUE.has(token.text)) {
      const isGlued = tokens[place - 1]?.end === token.start && tokens[place - 1]?.text !== ",";
      const isFirst = place === at + 1;
      if (isFirst || !isGlued) values.push(...valueAt(tokens, place));
    }
  }
  return values;
}

/** Returns a string, or an unquoted value in one piece. */
function valueAt(tokens: readonly Token[], at: number): string[] {
  const first = tokens[at];
  if (first === undefined || first.kind === "end" || first.kind === "macro") return [];
  if (first.kind === "string") return [unquote(first.text)];
  let value = "";
  for (let place = at; place < at + MAX_PARTS; place += 1) {
    const token = tokens[place];
    if (token === undefined || (place > at && token.start !== tokens[place - 1]?.end)) break;
    const isPart = token.kind === "word" || token.kind === "number" || IN_VALUE.has(token.text);
    if (!isPart) break;
    value += token.text;
  }
  return value === "" ? [] : [value.toLowerCase()];
}

function unquote(text: string): string {
  const inner = text.replace(/^[hH?]?@?(?:"""|```|["'])/, "").replace(/(?:"""|```|["'])$/, "");
  return inner.replaceAll("\\\\", "\\").trim().toLowerCase();
}
