import type { ErrorCode } from "../lib/errors.ts";

/** Headers of an extraction request: the file name, percent-encoded, and the limits as JSON. */
export const EXTRACTION_HEADERS = { filename: "x-filename", limits: "x-limits" } as const;

/** The failures that reading a document can have, and no other. */
export const DOCUMENT_CODES = [
  "unsupported_file_type",
  "document_unreadable",
  "document_empty",
  "text_too_long",
] as const satisfies readonly ErrorCode[];

/** The code of a failure that reading a document can have. */
export type DocumentErrorCode = (typeof DOCUMENT_CODES)[number];

/** The body of a 422 answer. */
export interface ExtractionFailure {
  code: DocumentErrorCode;
  detail: string;
}

/** Narrows an error code to those that reading a document can have. */
export function isDocumentErrorCode(code: unknown): code is DocumentErrorCode {
  return DOCUMENT_CODES.some((known) => known === code);
}
