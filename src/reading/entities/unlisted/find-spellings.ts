/**
 * Returns the start offsets of each word that no letter, digit or address continues. Scans the text once for any
 * number of words, with one lookup per offset and word length.
 */
export function findSpellings(
  text: string,
  spellings: Iterable<string>,
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const spelling of spellings) if (spelling !== "") found.set(spelling, []);
  const lengths = lengthsByFirst(found.keys());
  for (let at = 0; at < text.length; at += 1) {
    const ofFirst = lengths.get(text.charCodeAt(at));
    if (ofFirst === undefined || BEFORE.test(text.charAt(at - 1))) continue;
    for (const length of ofFirst) {
      const starts = found.get(text.slice(at, at + length));
      if (starts === undefined || at < (starts.at(-1) ?? -length) + length) continue;
      if (!AFTER.test(text.slice(at + length, at + length + 2))) starts.push(at);
    }
  }
  return found;
}

const BEFORE = /[\p{Script=Latin}\p{Nd}/\\_@.-]/u;
const AFTER = /^(?:[\p{Script=Latin}\p{Nd}/\\_@]|\.\p{L})/u;

/** Returns word lengths by the code of the first character. */
function lengthsByFirst(words: Iterable<string>): ReadonlyMap<number, ReadonlySet<number>> {
  const lengths = new Map<number, Set<number>>();
  for (const word of words) {
    const first = word.charCodeAt(0);
    const known = lengths.get(first) ?? new Set();
    lengths.set(first, known.add(word.length));
  }
  return lengths;
}
