import type { EventView, FoundValues } from "../events/event-view.ts";
import type { FieldValue } from "../events/field-value.ts";
import { compilePattern } from "../values/match-pattern.ts";
import { foldCase } from "../values/fold-text.ts";
import { mapPlain, type Pattern, plainPattern, plainText, showPattern } from "../values/pattern.ts";
import type { LinearExpression } from "../values/regular-expression.ts";

/** One value that a rule accepts for a field. */
export interface Wanted {
  /** The value formatted for display. */
  shown: string;
  /** The only text that it matches; null if it may match several. */
  literal: string | null;
  holds(found: FoundValues, view: EventView): boolean;
}

/** Creates a value that any value of the field may match. */
function anyOf(
  shown: string,
  test: (value: FieldValue, view: EventView) => boolean,
  literal: string | null = null,
): Wanted {
  return {
    shown,
    literal,
    holds: (found, view) => {
      if (found === null) return false;
      for (const value of found) if (test(value, view)) return true;
      return false;
    },
  };
}

/** Matches text with wildcards, ignoring case unless `isCased`. */
export function wantPattern(pattern: Pattern, isCased: boolean): Wanted {
  const folded = isCased ? pattern : mapPlain(pattern, (text) => plainPattern(foldCase(text)));
  const matcher = compilePattern(folded);
  const test = (value: FieldValue, { work }: EventView) => {
    const text = isCased ? value.text : value.folded;
    work.spend(matcher.cost(text.length));
    return matcher.test(text);
  };
  return anyOf(showPattern(pattern), test, plainText(pattern));
}

/** Matches a number, even if the event has it as text. */
export function wantNumber(number: number, source: string): Wanted {
  const test = (value: FieldValue, { work }: EventView) => {
    work.spend(2);
    if (value.raw === number || value.text === source) return true;
    return typeof value.raw === "string" && numberOf(value.text) === number;
  };
  return anyOf(source, test, String(number));
}

/** Matches a field that is absent or null. */
export const WANT_NOTHING: Wanted = {
  shown: "null",
  literal: null,
  holds: (found) => found === null || found.length === 0,
};

/** Matches the presence of a field, whatever its value, or its absence. */
export function wantExistence(isWanted: boolean): Wanted {
  return {
    shown: isWanted ? "a field" : "no field",
    literal: null,
    holds: (found) => (found !== null) === isWanted,
  };
}

/** Matches a regular expression anywhere in the text. */
export function wantExpression(source: string, expression: LinearExpression): Wanted {
  return anyOf(source, ({ text }, { work }) => {
    work.spend(expression.cost(text.length));
    return expression.test(text);
  });
}

export type Comparison = "lt" | "lte" | "gt" | "gte" | "eq";

const COMPARE: Record<Comparison, (found: number, wanted: number) => boolean> = {
  lt: (found, wanted) => found < wanted,
  lte: (found, wanted) => found <= wanted,
  gt: (found, wanted) => found > wanted,
  gte: (found, wanted) => found >= wanted,
  eq: (found, wanted) => found === wanted,
};

/** Compares numbers. `toNumber` converts a value to a number, or to null if it is not numeric. */
export function wantComparison(
  comparison: Comparison,
  wanted: number,
  toNumber: (value: FieldValue) => number | null,
): Wanted {
  const compare = COMPARE[comparison];
  return anyOf(String(wanted), (value, { work }) => {
    work.spend(5);
    const number = toNumber(value);
    return number !== null && compare(number, wanted);
  });
}

const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;
const HEX = /^\s*0x[0-9a-f]+\s*$/i;

/** Parses a decimal number, or a hexadecimal one such as `0x1f`. Returns null if it is invalid. */
export function numberOf(text: string): number | null {
  if (text.length > 64) return null;
  return NUMBER.test(text) || HEX.test(text) ? Number(text) : null;
}

/** Comparison between the values of two fields. */
export type FieldRelation = "equal" | "startswith" | "endswith" | "contains";

const RELATE: Record<FieldRelation, (text: string, other: string) => boolean> = {
  equal: (text, other) => text === other,
  startswith: (text, other) => text.startsWith(other),
  endswith: (text, other) => text.endsWith(other),
  contains: (text, other) => text.includes(other),
};

/** Estimates the cost of a search. Like patterns, a long text may be compared at every position of another. */
const searchCost = (text: string, wanted: string) =>
  3 + (text.length >> 4) * (wanted.length > 250 ? wanted.length >> 3 : 1);

/** Matches the value of another field in the same event. */
export function wantField(field: string, relation: FieldRelation, isCased: boolean): Wanted {
  const relate = RELATE[relation];
  return anyOf(`the value of ${field}`, (value, view) => {
    const text = isCased ? value.text : value.folded;
    for (const other of view.find(field) ?? []) {
      const wanted = isCased ? other.text : other.folded;
      view.work.spend(
        relation === "contains" ? searchCost(text, wanted) : 3 + (wanted.length >> 4),
      );
      if (relate(text, wanted)) return true;
    }
    return false;
  });
}
