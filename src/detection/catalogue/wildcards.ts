/**
 * Returns the regular expression source for a text in which `*` is a wildcard.
 * @param wildcard replacement for `*`, such as `.*`
 */
export function wildcardSource(text: string, wildcard: string): string {
  return text
    .split("*")
    .map((part) => part.replace(/[.+?^${}()|[\]\\/]/g, String.raw`\$&`))
    .join(wildcard);
}
