/**
 * The source of a regular expression for a text in which `*` is a wildcard.
 * @param wildcard what `*` becomes, such as `.*`
 */
export function wildcardSource(text: string, wildcard: string): string {
  return text
    .split("*")
    .map((part) => part.replace(/[.+?^${}()|[\]\\/]/g, String.raw`\$&`))
    .join(wildcard);
}
