import { FieldTest, type Part, Selection, Several } from "./tree.ts";

/**
 * Returns the only values that a field can have if a condition is true, in lower case. Returns null if the condition
 * can be true with others, or without the field.
 * @param field in lower case
 */
export function askedValues(part: Part, field: string): ReadonlySet<string> | null {
  if (part instanceof Selection) return askedValues(part.part, field);
  if (part instanceof FieldTest) return valuesOf(part, field);
  if (!(part instanceof Several)) return null;
  const asked = part.parts.map((one) => askedValues(one, field));
  const known = asked.filter((values) => values !== null);
  // It can be true without any part that requires the field.
  if (known.length <= part.parts.length - part.least) return null;
  if (part.least < part.parts.length) return new Set(known.flatMap((values) => [...values]));
  return known.reduce((all, values) => all.intersection(values));
}

function valuesOf(test: FieldTest, field: string): ReadonlySet<string> | null {
  if (test.field?.toLowerCase() !== field || test.isNegated) return null;
  const values = test.wanted.map(({ literal }) => literal?.toLowerCase() ?? null);
  const known = values.filter((value) => value !== null);
  return known.length === values.length && known.length > 0 ? new Set(known) : null;
}
