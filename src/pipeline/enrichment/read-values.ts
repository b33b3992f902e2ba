const MAX_CHARS = 500;
/** Entries of a list that are kept. */
const MAX_ITEMS = 50;

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

/** The lines among the items of an array, each once. */
export function lines(value: unknown): string[] {
  const texts = Array.isArray(value) ? items(value) : [value];
  return [...new Set(texts.map(line).filter((text) => text !== null))];
}

/** A number that is printed as one, or as digits. */
export function count(value: unknown): number | null {
  const number =
    typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

/** The counts of an object, by their names. */
export function counts(value: unknown): { name: string; count: number }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value)
    .slice(0, MAX_ITEMS)
    .flatMap(([name, counted]) => {
      const number = typeof counted === "number" ? count(counted) : null;
      const label = line(name);
      return number === null || label === null ? [] : [{ name: label, count: number }];
    });
}

/** A time in ISO 8601 from one in seconds since 1970 or in words; without a zone it is UTC. */
export function time(value: unknown): string | null {
  if (typeof value === "number") return value > 0 && value < 1e11 ? isoOf(value * 1000) : null;
  const text = line(value)
    ?.replace(/\s*UTC$/, "Z")
    .replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, "$1T");
  if (text === undefined || !/^\d{4}-\d\d-\d\d/.test(text)) return null;
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes("T");
  return isoOf(Date.parse(hasZone ? text : `${text}Z`));
}

function isoOf(ms: number): string | null {
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** The latest of some times. */
export function latest(...times: (string | null)[]): string | null {
  return (
    times
      .filter((one) => one !== null)
      .sort()
      .at(-1) ?? null
  );
}

/** An address of a page; null for one that no browser should follow. */
export function webLink(value: unknown): string | null {
  const text = line(value);
  return text !== null && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null;
}

/** Facts of those values that there are; several make one line. */
export function toFacts(named: readonly (readonly [name: string, value: unknown])[]) {
  return named.flatMap(([name, value]) => {
    const texts = Array.isArray(value) ? items(value).map(printed) : [printed(value)];
    const shown = [...new Set(texts.filter((text) => text !== null))];
    return shown.length === 0 ? [] : [{ name, value: shown.join(", ") }];
  });
}

function printed(value: unknown): string | null {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" ? String(value) : line(value);
}
