import type { EventView, FoundValues } from "../events/event-view.ts";
import { FieldTest, Not, type Part, Selection, Several } from "./tree.ts";

/** A part of a condition with an unexpected result. */
export interface FailedPart {
  selection: string;
  /** Null for keywords, which are searched for in the whole event. */
  field: string | null;
  modifiers: readonly string[];
  /** `no_match` if the selection is negated by `not`. */
  expected: "match" | "no_match";
  /** The first values of the rule. */
  wanted: string[];
  wanted_count: number;
  /** The first values of the event; null if it lacks the field. */
  found: string[] | null;
}

const MAX_PARTS = 20;
const MAX_VALUES = 10;
const MAX_CHARS = 200;

/** Returns the first parts of a condition that failed for an event that does not match. */
export function explain(condition: Part, view: EventView): { failed: FailedPart[]; count: number } {
  const failed: FailedPart[] = [];
  let count = 0;
  const tell = (test: FieldTest, selection: string, expected: boolean) => {
    count += 1;
    if (count <= MAX_PARTS) failed.push(describe(test, selection, expected, view));
  };
  collect(condition, true, "", view, tell);
  return { failed, count };
}

type Tell = (test: FieldTest, selection: string, expected: boolean) => void;

/** Descends to the tests that prevent the expected result of a part. */
function collect(part: Part, expected: boolean, name: string, view: EventView, tell: Tell): void {
  if (part instanceof FieldTest) tell(part, name, expected);
  else if (part instanceof Not) collect(part.part, !expected, name, view, tell);
  else if (part instanceof Selection) collect(part.part, expected, part.name, view, tell);
  else if (part instanceof Several) {
    for (const one of part.parts) {
      if (one.holds(view) !== expected) collect(one, expected, name, view, tell);
    }
  }
}

function describe(
  test: FieldTest,
  selection: string,
  expected: boolean,
  view: EventView,
): FailedPart {
  const { field, modifiers, wanted, isNegated } = test;
  const found = test.found(view);
  // For an unwanted match, only the values that match are informative.
  const telling = expected ? wanted : wanted.filter((one) => one.holds(found, view) !== isNegated);
  return {
    selection,
    field,
    modifiers,
    expected: expected ? "match" : "no_match",
    wanted: telling.slice(0, MAX_VALUES).map(({ shown }) => shorten(shown)),
    wanted_count: telling.length,
    found: field === null ? [] : showFound(found),
  };
}

function showFound(found: FoundValues): string[] | null {
  return found === null ? null : found.slice(0, MAX_VALUES).map(({ text }) => shorten(text));
}

function shorten(text: string): string {
  return (text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text).toWellFormed();
}
