import { Lexer } from "yaml";

/**
 * Returns whether YAML has too many tokens for its tree to fit into memory: each costs about a kilobyte,
 * however short it is. Counts them in linear time without storing them.
 */
export function hasTooManyTokens(text: string, limit: number): boolean {
  let tokens = 0;
  for (const _ of new Lexer().lex(text)) {
    tokens += 1;
    if (tokens > limit) return true;
  }
  return false;
}
