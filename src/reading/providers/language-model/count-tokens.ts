/**
 * Runs of letters and runs of digits; no word of a vocabulary has more than 24 letters. In scripts
 * without spaces, four letters are a word.
 */
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{1,4}|[\p{L}\p{M}]{1,24}|\p{N}+/gu;
/** Parts of a text that no vocabulary joins in a single token often enough to count on. */
const PIECES = /[A-Za-z]+|\p{N}|[\p{L}\p{M}]+|\n+|[^\s\p{L}\p{M}\p{N}]/gu;
const TOKENS_PER_WORD = 2 / 3;
const LATIN_LETTERS_PER_TOKEN = 4;
const TOKENS_PER_OTHER_LETTER = 1.5;

/**
 * Returns a number of tokens that no tokenizer goes below for a text of more than a few lines.
 *
 * The vocabularies of GPT, Llama, Mistral, Qwen, Gemma and Phi divide a text at white space before
 * they look anything up, so each word costs a token, and reports cost 1.2 per word at least. The
 * few vocabularies with tokens of several words, such as SuperBPE, need a third less: 0.8. Two
 * thirds is below all of them. White space and punctuation count as nothing, because a long row of
 * them can be a single token.
 */
export function leastTokens(text: string): number {
  return Math.floor((text.match(WORDS)?.length ?? 0) * TOKENS_PER_WORD);
}

/**
 * Returns about the most tokens that a text costs: digits one by one, as Llama 2, Qwen and Gemma
 * have them, and letters of other scripts as bytes. Most vocabularies need a quarter less for English.
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
