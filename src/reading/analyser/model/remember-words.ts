/** As many words as a long text has; then all are forgotten. */
const MOST = 8192;
/** A longer word returns seldom, and would keep the text in memory that it was cut from. */
const LONGEST = 12;

/** Makes something of words, of each but once while it is remembered: a text says most of its words many times. */
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
