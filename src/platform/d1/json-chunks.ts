/** Characters of one JSON parameter: below D1's 2 MB even if each takes three bytes of UTF-8. */
const CHUNK_CHARS = 600_000;

/**
 * Splits a list into JSON arrays that each fit into one D1 parameter, for `json_each`.
 * @param maxChars a lower limit; a larger entry gets a separate array
 */
export function* jsonChunks(
  list: Iterable<object>,
  maxChars = CHUNK_CHARS,
): Generator<{ json: string; count: number }, void, void> {
  let parts: string[] = [];
  let size = 0;
  for (const entry of list) {
    const json = JSON.stringify(entry);
    if (size + json.length > maxChars && parts.length > 0) {
      yield { json: `[${parts.join(",")}]`, count: parts.length };
      parts = [];
      size = 0;
    }
    parts.push(json);
    size += json.length + 1;
  }
  if (parts.length > 0) yield { json: `[${parts.join(",")}]`, count: parts.length };
}
