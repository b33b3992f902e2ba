import { AppError } from "../../platform/lib/errors.ts";

/** Collects clean text piece by piece and fails as soon as there is more than the limit. */
export interface TextCollector {
  add(piece: string): void;
  /** How long the text is: the offset at which the next piece begins. */
  length(): number;
  text(): string;
}

/**
 * Cleans text as it is stored: lines ended by `\n`, without NUL and lone surrogates. A reader cleans
 * before it computes the offsets of its blocks; cleaning twice changes nothing.
 */
export function cleanText(text: string): string {
  const clean = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  const solid = clean.includes("\0") ? clean.replaceAll("\0", "") : clean;
  return solid.isWellFormed() ? solid : solid.replace(/\p{Surrogate}/gu, "");
}

/** The failure for a document whose text is longer than `limit` characters. */
export function textTooLong(limit: number): AppError {
  return new AppError(
    "text_too_long",
    `The document has more than ${limit.toLocaleString("en-US")} characters of text; split it and upload the parts.`,
  );
}

/**
 * A collector for at most `limit` UTF-16 code units; `add` throws `text_too_long` beyond them,
 * so that a small file which unfolds into much text never has it all in memory. Each piece is cleaned
 * as by `cleanText`, a line break of two characters even where it is divided between two pieces.
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
