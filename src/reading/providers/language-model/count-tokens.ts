/**
 * Runs of letters and runs of digits. No vocabulary has words with more than 24 letters. In scripts without spaces,
 * four letters count as a word.
 */
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{1,4}|[\p{L}\p{M}]{1,24}|\p{N}+/gu;
/** Parts of a text that vocabularies rarely join in one token. */
const PIECES = /[A-Za-z]+|\p{N}|[\p{L}\p{M}]+|\n+|[^\s\p{L}\p{M}\p{N}]/gu;
const TOKENS_PER_WORD = 2 / 3;
const LATIN_LETTERS_PER_TOKEN = 4;
const TOKENS_PER_OTHER_LETTER = 1.5;

/**
 * Returns a lower bound on the tokens of a text of more than a few lines. The vocabularies of GPT, Llama, Mistral,
 * Qwen, Gemma and Phi split at white space first, so each word costs at least one token, and reports cost at least 1.2
 * per word. The few vocabularies with tokens of several words, such as SuperBPE, need a third less: 0.8. Two thirds is
 * below all of them. White space and punctuation count as nothing, because a long run can be a single token.
 */
export function leastTokens(text: string): number {
  return Math.floor((text.match(WORDS)?.length ?? 0) * TOKENS_PER_WORD);
}

/**
 * Returns an approximate upper bound on the tokens of a text. Counts digits one by one, like Llama 2, Qwen and Gemma,
 * and letters of other scripts as bytes. Most vocabularies need a quarter less for English.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECES)) tokens += weigh(piece);
  return Math.ceil(tokens);
}

function weigh(piece: string): number {
  if (/^[A-Za-z]/.test(piece)) return Math.ceil(piece.length / LATIN_LETTERS_PER_TOKEN);
  return /^[\p{L}\p{M}]/u.test(piece) ? piece.length * TOKENS_PER_OTHER_LETTER : 1;
}
