import type { Gap, Phrase } from "./phrases.ts";

/** Returns all spellings of a name, including itself. `plural` adds the other number of its last word. */
export function variantsOf<T>(phrase: Phrase<T>, plural: boolean): Phrase<T>[] {
  const spellings = [phrase, joinHyphens(phrase), divideSpearphishing(phrase)];
  if (!plural) return spellings;
  return spellings.flatMap((spelling) => [spelling, ...otherNumber(spelling)]);
}

function otherNumber<T>({ words, gaps, values }: Phrase<T>): Phrase<T>[] {
  const last = words.at(-1) ?? "";
  const withLast = (word: string) => [{ words: [...words.slice(0, -1), word], gaps, values }];
  if (!/^\p{L}{3,}$/u.test(last)) return [];
  if (!last.endsWith("s")) return withLast(`${last}s`);
  return words.length > 2 && !/(?:ss|us|is)$/.test(last) ? withLast(last.slice(0, -1)) : [];
}

function joinHyphens<T>({ words, gaps, values }: Phrase<T>): Phrase<T> {
  const joined: string[] = [];
  const keptGaps: (Gap | null)[] = [];
  for (const [index, word] of words.entries()) {
    const gap = gaps[index - 1];
    if (gap?.signs === "-" && /^\p{L}/u.test(word)) joined.push(`${joined.pop() ?? ""}${word}`);
    else {
      if (gap !== undefined) keptGaps.push(gap);
      joined.push(word);
    }
  }
  return { words: joined, gaps: keptGaps, values };
}

function divideSpearphishing<T>({ words, gaps, values }: Phrase<T>): Phrase<T> {
  const at = words.indexOf("spearphishing");
  if (at < 0) return { words, gaps, values };
  const between: Gap = { signs: "", mayTouch: false, mustTouch: false, needs: null };
  return {
    words: words.toSpliced(at, 1, "spear", "phishing"),
    gaps: gaps.toSpliced(at, 0, between),
    values,
  };
}
