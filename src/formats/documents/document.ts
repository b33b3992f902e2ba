import type { Block, PrintedLine } from "../../text/document/document.ts";

/** An uploaded file: its bytes and the name that the sender gave it. */
export interface DocumentFile {
  bytes: Uint8Array;
  filename: string;
}

/** Limits for one document: sizes in bytes, lengths in UTF-16 code units. */
export interface DocumentLimits {
  maxUnpackedBytes: number;
  maxPdfPages: number;
  maxTextChars: number;
}

/** The supported kinds of files. */
export type DocumentKind = "pdf" | "docx" | "html" | "txt";

/** The registered media type of each kind. */
export const MEDIA_TYPES = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  html: "text/html",
  txt: "text/plain",
} as const satisfies Record<DocumentKind, string>;

/** The media type of an extracted document. */
export type DocumentMediaType = (typeof MEDIA_TYPES)[DocumentKind];

/** The pages of a PDF: their sizes in points, and where each line of the text is printed. */
export interface PrintedPages {
  sizes: readonly { width: number; height: number }[];
  lines: readonly PrintedLine[];
}

/** The text of a document with `\n` line ends. `pages` is set for PDF only, a title for HTML only. */
export interface ExtractedDocument {
  media_type: DocumentMediaType;
  text: string;
  pages: number | null;
  title?: string;
  /** The structure that the format declares, as input for `outlineText`. Empty for plain text. */
  blocks: readonly Block[];
  /** For PDF only. */
  printed?: PrintedPages;
}
