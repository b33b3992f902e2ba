const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const MIN_WORDS = 6;
const MIN_CJK = 12;

/**
 * Returns whether a sentence is prose rather than a heading, a table row, a list of indicators or a reference. Prose
 * has enough words, most in lower case, and few columns and addresses.
 */
export function isProse(sentence: string): boolean {
  if (/\t| {3}| \| /.test(sentence) && /\S *\t\s*\S|\S {3,}\S|\S \| \S/u.test(sentence))
    return false;
  if ((sentence.match(CJK) ?? []).length >= MIN_CJK) return true;
  const words = sentence.split(/\s+/u);
  if (words.length < MIN_WORDS) return false;
  const plain = words.filter((word) => /^[\p{Pi}\p{Ps}"']?[\p{Ll}’'-]+[\p{P}]*$/u.test(word));
  return plain.length * 2 >= words.length;
}
