import { AppError } from "../../platform/lib/errors.ts";

/** Collects text piece by piece and fails as soon as there is more than the limit. */
export interface TextCollector {
  add(piece: string): void;
  text(): string;
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
 * so that a small file which unfolds into much text never has it all in memory.
 */
export function collectText(limit: number): TextCollector {
  const pieces: string[] = [];
  let length = 0;
  return {
    add(piece) {
      length += piece.length;
      if (length > limit) throw textTooLong(limit);
      pieces.push(piece);
    },
    text: () => pieces.join(""),
  };
}
