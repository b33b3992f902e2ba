/** A set of the words in a text, for vocabularies that are easiest to read as running text. */
export function wordList(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ""));
}
