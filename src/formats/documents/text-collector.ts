import { AppError } from "../../platform/lib/errors.ts";

/** Collects clean text piece by piece and fails once it exceeds the limit. */
export interface TextCollector {
  add(piece: string): void;
  /** Returns the length of the text, which is the offset of the next piece. */
  length(): number;
  text(): string;
}

/**
 * Cleans text for storage: `\n` line ends, no NUL and no lone surrogates. A reader cleans text before it
 * computes block offsets. Cleaning twice changes nothing.
 */
export function cleanText(text: string): string {
  const clean = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  const solid = clean.includes("\0") ? clean.replaceAll("\0", "") : clean;
  return solid.isWellFormed() ? solid : solid.replace(/\p{Surrogate}/gu, "");
}

/** Returns the error for a document with more than `limit` characters of text. */
export function textTooLong(limit: number): AppError {
  return new AppError(
    "text_too_long",
    `The document has more than ${limit.toLocaleString("en-US")} characters of text; split it and upload the parts.`,
  );
}

/**
 * Returns a collector for at most `limit` UTF-16 code units. Beyond them, `add` throws `text_too_long`, so that
 * a small file that expands to a large text never has it all in memory. Cleans each piece like `cleanText`,
 * including a two-character line break that is split between two pieces.
 */
export function collectText(limit: number): TextCollector {
  const pieces: string[] = [];
  let length = 0;
  let endsWithReturn = false;
  return {
    add(piece) {
      if (piece === "") return;
      const rest = endsWithReturn && piece.startsWith("\n") ? piece.slice(1) : piece;
      endsWithReturn = piece.endsWith("\r");
      const clean = cleanText(rest);
      length += clean.length;
      if (length > limit) throw textTooLong(limit);
      pieces.push(clean);
    },
    length: () => length,
    text: () => pieces.join(""),
  };
}
