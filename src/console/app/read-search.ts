/** What stands behind the question mark of an address, as the router reads it. */
export type Search = Record<string, unknown>;
/** Texts that an address may have. */
export type Texts<Name extends string> = { [Key in Name]?: string | undefined };

/** The named texts of an address's search; what else stands in it is left out. */
export function textsOf<Name extends string>(search: Search, names: readonly Name[]): Texts<Name> {
  const texts: Texts<Name> = {};
  for (const name of names) {
    const value = search[name];
    // A link within the console may give a number, and a text may happen to be a switch.
    if (["string", "number", "boolean"].includes(typeof value)) texts[name] = String(value);
  }
  return texts;
}

/** Returns the named days of an address's search, such as 2026-11-28. */
export function daysOf<Name extends string>(search: Search, names: readonly Name[]): Texts<Name> {
  const texts = Object.entries(textsOf(search, names));
  return Object.fromEntries(texts.filter(([, text]) => isDay(String(text)))) as Texts<Name>;
}

function isDay(text: string): boolean {
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === text;
}

/** The one of some values that an address's search has, in the form to spread. */
export function oneOf<Name extends string, Value extends string>(
  search: Search,
  name: Name,
  values: readonly Value[],
): Partial<Record<Name, Value>> {
  const value = values.find((one) => one === search[name]);
  return value === undefined ? {} : ({ [name]: value } as Record<Name, Value>);
}

/** A whole number of at least 1 that an address's search has, in the form to spread. */
export function numberOf<Name extends string>(
  search: Search,
  name: Name,
): Partial<Record<Name, number>> {
  const value = Number(search[name]);
  return Number.isSafeInteger(value) && value >= 1
    ? ({ [name]: value } as Record<Name, number>)
    : {};
}

/**
 * Returns a reader that gives a page nothing but what `read` does. The router alone would pass on all
 * that the address has, and so send values to the service that the page does not know.
 */
export const onlyWhat =
  (read: (search: Search) => Search) =>
  (search: Search): Search => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  });
