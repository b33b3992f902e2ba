/** Endings and their replacements. The first match wins. Only inflections of verbs and nouns. */
const ENDINGS: readonly (readonly [string, string])[] = [
  ["ications", "icat"],
  ["ication", "icat"],
  ["ations", "at"],
  ["ation", "at"],
  ["ators", "at"],
  ["ator", "at"],
  ["ating", "at"],
  ["ated", "at"],
  ["ates", "at"],
  ["ate", "at"],
  ["ctions", "ct"],
  ["ction", "ct"],
  ["ptions", "pt"],
  ["ption", "pt"],
  ["utions", "ut"],
  ["ution", "ut"],
  ["itions", "it"],
  ["ition", "it"],
  ["ssions", "ss"],
  ["ssion", "ss"],
  ["ments", "ment"],
  ["sses", "ss"],
  ["ies", "y"],
  ["ied", "y"],
  ["ing", ""],
  ["ers", "er"],
  ["ed", ""],
  ["es", ""],
  ["s", ""],
  ["e", ""],
];
const MIN_STEM = 3;

/** Returns the stem of a lower-case English word: "encrypts", "encrypted", "encryption" -> "encrypt". */
export function stem(word: string): string {
  if (word.length <= MIN_STEM || !/^[a-z]+$/.test(word)) return word;
  for (const [ending, rest] of ENDINGS) {
    if (!word.endsWith(ending)) continue;
    if (ending === "s" && /(?:ss|us|is)$/.test(word)) return word;
    const stemmed = word.slice(0, word.length - ending.length) + rest;
    if (stemmed.length < MIN_STEM || !/[aeiouy]/.test(stemmed)) continue;
    return ending === "ing" || ending === "ed" ? undouble(stemmed) : stemmed;
  }
  return word;
}

/** "dropp" -> "drop", but "install" is unchanged, like the stem of "installs". */
function undouble(word: string): string {
  return /([bdgmnprt])\1$/.test(word) ? word.slice(0, -1) : word;
}
