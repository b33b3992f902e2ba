import { isScalar, isSeq, type Node } from "yaml";
import type { Entry } from "../../languages/sigma/nodes.ts";
import { ANY, type Pattern } from "../values/pattern.ts";
import { estimateProgram } from "../values/estimate-program.ts";
import { compileExpression, MAX_PROGRAM } from "../values/regular-expression.ts";
import type { CompileContext } from "./compile-context.ts";
import { compileNetwork } from "./networks.ts";
import { expandPlaceholders, isTextModifier, textPatterns } from "./text-values.ts";
import { TIME_PARTS, timePartOf } from "./time-parts.ts";
import { FieldTest } from "./tree.ts";
import type { RuleScalar } from "./rule-scalar.ts";
import {
  type Comparison,
  type FieldRelation,
  numberOf,
  WANT_NOTHING,
  type Wanted,
  wantComparison,
  wantExistence,
  wantExpression,
  wantField,
  wantNumber,
  wantPattern,
} from "./wanted.ts";

/** Longer than any field name in a log. Each part of a name is searched for within all others. */
const MAX_NAME_CHARS = 500;
const MAX_NAME_PARTS = 50;

/** A rule's value as parsed from YAML. */
interface RuleValue {
  value: RuleScalar;
  /** The source text, for numbers that would lose digits. */
  source: string;
  at: number;
}

/** Compiles one field of a selection with its modifiers and values. Reports errors to the context. */
export function compileField(context: CompileContext, { key, keyAt, value, valueAt }: Entry) {
  const [name = "", ...modifiers] = key.split("|");
  if (name.length > MAX_NAME_CHARS || name.split(".").length > MAX_NAME_PARTS) {
    context.fail(keyAt, "The name of the field is too long.");
  }
  const items = isSeq(value) ? (context.nodes.items(value) ?? []) : [{ value, at: valueAt }];
  const wanted = compileValues(context, items, { modifiers, isKeyword: name === "" });
  return new FieldTest(name === "" ? null : name, modifiers, wanted);
}

/** Compiles keywords, which are searched for in the whole event. */
export function compileKeywords(
  context: CompileContext,
  items: readonly { value: Node | null; at: number }[],
): FieldTest {
  return new FieldTest(null, [], compileValues(context, items, { modifiers: [], isKeyword: true }));
}

interface FieldForm {
  modifiers: readonly string[];
  isKeyword: boolean;
}

function compileValues(
  context: CompileContext,
  items: readonly { value: Node | null; at: number }[],
  form: FieldForm,
): Wanted[] {
  if (!context.takeValues(items.length, items[0]?.at ?? 0)) return [];
  return items.flatMap(({ value, at }) => {
    const scalar = isScalar(value) ? value : null;
    const plain = (scalar?.value ?? null) as RuleScalar;
    const one = { value: plain, source: scalar?.source ?? String(plain), at };
    try {
      return expanded(context, one, form).flatMap((each) => compileValue(context, each, form));
    } catch (error) {
      context.fail(at, error instanceof Error ? error.message : "The value cannot be used.");
      return [];
    }
  });
}

function expanded(context: CompileContext, one: RuleValue, { modifiers }: FieldForm): RuleValue[] {
  if (!modifiers.includes("expand") || typeof one.value !== "string") return [one];
  const values = expandPlaceholders(one.value, context.placeholders);
  context.takeValues(values.length, one.at);
  return values.map((value) => ({ ...one, value, source: value }));
}

const COMPARISONS: readonly Comparison[] = ["lt", "lte", "gt", "gte"];
const RELATIONS: readonly FieldRelation[] = ["startswith", "endswith", "contains"];

function compileValue(context: CompileContext, one: RuleValue, form: FieldForm): Wanted[] {
  const { value } = one;
  const has = (modifier: string) => form.modifiers.includes(modifier);
  if (has("exists")) return [wantExistence(value === true)];
  if (has("fieldref")) {
    const relation = RELATIONS.find((name) => has(name)) ?? "equal";
    return [wantField(String(value), relation, has("cased"))];
  }
  if (value === null) return [WANT_NOTHING];
  const comparison = COMPARISONS.find((name) => has(name));
  const part = TIME_PARTS.find((name) => has(name));
  if (comparison !== undefined || part !== undefined) {
    const toNumber =
      part === undefined
        ? ({ text }: { text: string }) => numberOf(text)
        : timePartOf.bind(null, part);
    return [wantComparison(comparison ?? "eq", Number(value), toNumber)];
  }
  if (has("cidr")) return [compileCidr(String(value))];
  if (has("re")) return [compileRegular(context, one, form.modifiers)];
  const isText = form.isKeyword || form.modifiers.some(isTextModifier);
  if (typeof value === "number" && !isText) return [wantNumber(value, one.source)];
  return compileText(typeof value === "number" ? one.source : String(value), form);
}

function compileCidr(notation: string): Wanted {
  const network = compileNetwork(notation);
  if (network === null) throw new Error(`'${notation}' is no network in CIDR notation.`);
  return {
    literal: null,
    shown: notation,
    holds: (found, { work }) => {
      work.spend(30 * (found?.length ?? 0));
      return found?.some(network) ?? false;
    },
  };
}

function compileRegular(
  context: CompileContext,
  { value, source }: RuleValue,
  modifiers: readonly string[],
): Wanted {
  const encoding = modifiers.find((modifier) => isTextModifier(modifier));
  if (encoding !== undefined) throw new Error(`'${encoding}' does not go together with 're'.`);
  const expression = typeof value === "string" ? value : source;
  context.takeProgram(Math.min(MAX_PROGRAM, estimateProgram(expression)));
  const flags = modifiers.slice(modifiers.indexOf("re"));
  return wantExpression(expression, compileExpression(expression, flags));
}

function compileText(value: string, { modifiers, isKeyword }: FieldForm): Wanted[] {
  const isPlaced = ["contains", "startswith", "endswith"].some((name) => modifiers.includes(name));
  const within = (pattern: Pattern): Pattern => [ANY, ...pattern, ANY];
  return textPatterns(value, modifiers).map((pattern) =>
    wantPattern(isKeyword && !isPlaced ? within(pattern) : pattern, modifiers.includes("cased")),
  );
}
