/** Maximum cached words, as many as in a long text. Then the cache is cleared. */
const MOST = 8192;
/** Maximum length of cached words. Longer ones rarely recur, and would retain the text that they are a slice of. */
const LONGEST = 12;

/** Caches the results of a function by word, because a text repeats most of its words. */
export function rememberWords<Made>(make: (word: string) => Made): (word: string) => Made {
  const known = new Map<string, Made>();
  return (word) => {
    if (word.length > LONGEST) return make(word);
    let made = known.get(word);
    if (made === undefined) {
      made = make(word);
      if (known.size >= MOST) known.clear();
      known.set(word, made);
    }
    return made;
  };
}
