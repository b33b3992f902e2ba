import { Lexer } from "yaml";

/**
 * Whether YAML has so many tokens that its tree would not fit into memory: each costs about a
 * kilobyte, however few bytes it has. Counting them is linear and holds none of them.
 */
export function hasTooManyTokens(text: string, limit: number): boolean {
  let tokens = 0;
  for (const _ of new Lexer().lex(text)) {
    tokens += 1;
    if (tokens > limit) return true;
  }
  return false;
}
