/** The words of a name and all that it may stand for. */
export interface Phrase<T> {
  words: string[];
  /** What stands between the words of the name, one fewer than words. */
  gaps: Gap[];
  values: T[];
}

/** What may stand between two words. */
export interface Gap {
  /** Signs of the name that may stand there besides white space, hyphens and underscores. */
  signs: string;
  /** The words may touch. */
  mayTouch: boolean;
  mustTouch: boolean;
  /** One of these has to stand there, as the colon of `Parent: Name`. */
  needs: RegExp | null;
}

/** Other spellings of a name, itself among them; `plural` adds the other number of its last word. */
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
  const keptGaps: Gap[] = [];
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
