const MAX_CHARS = 500;
/** Entries of a list that are kept. */
const MAX_ITEMS = 50;

/** What stands in place of data that is withheld, in the words of registries and registrars. */
const WITHHELD =
  /^(?:(?:data |gdpr )?(?:redacted|masked)\b|(?:data|statutory) (?:protected|masking)|not (?:disclosed|published|available)|withheld\b|n\/?a$|-$)/i;

/** A JSON object's member; undefined where there is no object. */
export function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** The items of an array, at most 50; servers send one object in place of an array, too. */
export function items(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS);
  return typeof value === "object" && value !== null ? [value] : [];
}

/** One line of text without control characters, at most 500 characters; null where there is none. */
export function line(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const plain = value
    .slice(0, 4 * MAX_CHARS)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_CHARS)
    .toWellFormed();
  return plain === "" ? null : plain;
}

/** The same, and whether it only marks the data as withheld. */
export function publishedLine(value: unknown): { text: string | null; isWithheld: boolean } {
  const text = line(value);
  const isWithheld = text !== null && WITHHELD.test(text);
  return { text: isWithheld ? null : text, isWithheld };
}

/** The lines among the items of an array, each once. */
export function lines(value: unknown): string[] {
  const texts = Array.isArray(value) ? items(value) : [value];
  return [...new Set(texts.map(line).filter((text) => text !== null))];
}

/** A host name in lower case without its final dot. */
export function hostName(value: unknown): string | null {
  return line(value)?.toLowerCase().replace(/\.$/, "") ?? null;
}
