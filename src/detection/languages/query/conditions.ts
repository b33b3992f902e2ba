import { EQL_LEXEMES } from "../eql/lexemes.ts";
import { Findings } from "../findings.ts";
import { KQL_LEXEMES } from "../kql/lexemes.ts";
import { SPL_LEXEMES } from "../spl/lexemes.ts";
import { type Token, tokenize } from "../tokens.ts";
import type { SigmaSource } from "../../catalogue/file-schema.ts";
import type { RuleLanguage } from "../vocabulary.ts";

export type QueryLanguage = Exclude<RuleLanguage, "sigma">;

/** What a query wants of its fields: values by the field's name, both in lower case. */
export type Conditions = ReadonlyMap<string, ReadonlySet<string>>;

/** What the part of a query that says where it reads from asks for. */
export interface QueryPlace {
  /** In Sigma's words; null where it is none that is known. */
  source: SigmaSource | null;
  conditions: Conditions;
}

/** The names of the field that holds the code of a Windows event. */
const CODE_FIELDS = ["eventid", "eventcode", "event.code", "event_id", "winlog.event_id"];

const LEXEMES = { kql: KQL_LEXEMES, spl: SPL_LEXEMES, eql: EQL_LEXEMES };
/** What stands between a field and what it must be; what negates (`!=`, `!in`) is none of them. */
const EQUALS: ReadonlySet<string> = new Set(["=", "==", "=~", ":"]);
const WORDS: ReadonlySet<string> = new Set(["in", "in~", "has", "has_any"]);
/** Signs that are part of a value without quotes, or of a field's name. */
const IN_VALUE: ReadonlySet<string> = new Set(["-", "/", "*", ".", "+", "%"]);

/** Longest name of a field and longest value without quotes, in tokens; each is read anew for every sign. */
const MAX_PARTS = 50;

/** The tokens of a query, whether it is valid or not. */
export function tokensOf(language: QueryLanguage, content: string): Token[] {
  return tokenize(content, LEXEMES[language], new Findings(content));
}

/** The codes of Windows events of which conditions ask for one, as they are written. */
export function codesIn(conditions: Conditions): string[] {
  return CODE_FIELDS.flatMap((field) => [...(conditions.get(field) ?? [])]);
}

/** The conditions that tokens state with one value or a list of them; what negates them is not seen. */
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

/** A name with its parts: `host.os.type`. */
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

/** A text, or what stands there in one piece. */
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
