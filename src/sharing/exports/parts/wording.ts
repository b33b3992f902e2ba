/** Formats a number with thousands separators. */
export const count = (value: number) => value.toLocaleString("en-US");

/** Returns the noun in singular or plural. */
export const noun = (value: number, one: string) => (value === 1 ? one : `${one}s`);

/** Formats a number with its noun. */
export const plural = (value: number, one: string) => `${count(value)} ${noun(value, one)}`;

/** Joins items in a sentence: `a, b and c`. */
export function listOf(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
