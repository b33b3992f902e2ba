import { parse, TomlError } from "smol-toml";

/**
 * Parsing takes up to 1.3 µs per character in the worst case without yielding. Elastic's longest rule has a third of
 * this.
 */
const MAX_CHARS = 150_000;
/** Maximum nesting of lists and tables on a line; Elastic's rules have two levels. */
const MAX_DEPTH = 32;

/** Parses a TOML text to its tables. Returns the reason and the line if it is invalid. */
export function parseToml(
  content: string,
): { tables: object } | { message: string; line: number | null } {
  if (content.length > MAX_CHARS) {
    const message = `A rule in TOML must have at most ${MAX_CHARS} characters; save its query as .eql, with its title in a comment above.`;
    return { message, line: null };
  }
  try {
    return { tables: parse(content, { maxDepth: MAX_DEPTH, unsafeKeyBehaviour: "drop" }) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [, reason = "it cannot be read"] =
      /^Invalid TOML document: (.*)$/m.exec(error.message) ?? [];
    return { message: `It is no valid TOML: ${reason}.`, line: error.line };
  }
}
