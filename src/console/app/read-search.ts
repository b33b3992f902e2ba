/** The parsed query of an address. */
export type Search = Record<string, unknown>;
/** Text parameters of an address. */
export type Texts<Name extends string> = { [Key in Name]?: string | undefined };

/** Returns the named text parameters of a query, without others. */
export function textsOf<Name extends string>(search: Search, names: readonly Name[]): Texts<Name> {
  const texts: Texts<Name> = {};
  for (const name of names) {
    const value = search[name];
    // An internal link may contain a number, and a text may look like a switch.
    if (["string", "number", "boolean"].includes(typeof value)) texts[name] = String(value);
  }
  return texts;
}

/** Returns the named date parameters of a query, such as 2026-11-28. */
export function daysOf<Name extends string>(search: Search, names: readonly Name[]): Texts<Name> {
  const texts = Object.entries(textsOf(search, names));
  return Object.fromEntries(texts.filter(([, text]) => isDay(String(text)))) as Texts<Name>;
}

function isDay(text: string): boolean {
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === text;
}

/** Returns a parameter if it has one of the given values, as an object to spread. */
export function oneOf<Name extends string, Value extends string>(
  search: Search,
  name: Name,
  values: readonly Value[],
): Partial<Record<Name, Value>> {
  const value = values.find((one) => one === search[name]);
  return value === undefined ? {} : ({ [name]: value } as Record<Name, Value>);
}

/** Returns a parameter if it is a whole number of at least 1, as an object to spread. */
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
 * Returns a parser that drops all parameters except those that `read` returns. The router alone would pass on
 * all of them, and so send unknown values to the service.
 */
export const onlyWhat =
  (read: (search: Search) => Search) =>
  (search: Search): Search => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  });
