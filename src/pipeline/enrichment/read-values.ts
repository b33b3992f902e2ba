const MAX_CHARS = 500;
/** Maximum number of list entries stored. */
const MAX_ITEMS = 50;

/** Returns a JSON object's member, or undefined if the value is not an object. */
export function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** Returns the items of an array, at most 50. Some servers send one object instead of an array. */
export function items(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS);
  return typeof value === "object" && value !== null ? [value] : [];
}

/** Returns one line of text without control characters, at most 500 characters, or null if there is none. */
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

/** Returns the lines among the items of an array, each once. */
export function lines(value: unknown): string[] {
  const texts = Array.isArray(value) ? items(value) : [value];
  return [...new Set(texts.map(line).filter((text) => text !== null))];
}

/** Returns a number that is written as a number or as digits. */
export function count(value: unknown): number | null {
  const number =
    typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

/** Returns the counts of an object, by name. */
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

/** Returns a time in ISO 8601 from seconds since 1970 or from text. Without a zone it is UTC. */
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

/** Returns the latest of several times. */
export function latest(...times: (string | null)[]): string | null {
  return (
    times
      .filter((one) => one !== null)
      .sort()
      .at(-1) ?? null
  );
}

/** Returns the address of a web page, or null if no browser should open it. */
export function webLink(value: unknown): string | null {
  const text = line(value);
  return text !== null && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null;
}

/** Returns facts for the values that exist. Several values form one line. */
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
