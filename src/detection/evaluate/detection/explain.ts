import type { EventView, FoundValues } from "../events/event-view.ts";
import { FieldTest, Not, type Part, Selection, Several } from "./tree.ts";

/** A part of a condition that did not come out as it had to. */
export interface FailedPart {
  selection: string;
  /** Null for keywords, which are looked for in the whole event. */
  field: string | null;
  modifiers: readonly string[];
  /** `no_match` where the selection stands behind `not`. */
  expected: "match" | "no_match";
  /** Values of the rule, the first of them. */
  wanted: string[];
  wanted_count: number;
  /** Values of the event, the first of them; null where it has no such field. */
  found: string[] | null;
}

const MAX_PARTS = 20;
const MAX_VALUES = 10;
const MAX_CHARS = 200;

/** Which parts of a condition failed for an event that does not match, the first of them. */
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

/** Goes down to the tests that keep a part from being what is expected. */
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
  // Of what should not match, the values that do are what there is to know.
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
