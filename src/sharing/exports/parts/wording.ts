/** A number with its thousands set apart. */
export const count = (value: number) => value.toLocaleString("en-US");

/** The noun for so many of it. */
export const noun = (value: number, one: string) => (value === 1 ? one : `${one}s`);

/** A number and its noun. */
export const plural = (value: number, one: string) => `${count(value)} ${noun(value, one)}`;

/** Some things in a sentence: `a, b and c`. */
export function listOf(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
