import { AppError } from "../../platform/lib/errors.ts";
import { decodePage, type FetchedPage } from "./decode-page.ts";
import { decodeText } from "./decode-text.ts";
import { MEDIA_TYPES } from "./document.ts";
import type { DocumentFile, DocumentKind, DocumentLimits, ExtractedDocument } from "./document.ts";
import { detectMediaType } from "./detect-media-type.ts";
import { readPage } from "./page/read-page.ts";
import { readDocx } from "./read-docx.ts";
import { readPdf } from "./read-pdf.ts";
import { cleanText, textTooLong } from "./text-collector.ts";

/** Returns clean text, as from `cleanText`, so that block offsets match the stored text. */
type Extract = (
  bytes: Uint8Array,
  limits: DocumentLimits,
) => Promise<Omit<ExtractedDocument, "media_type">>;

const EXTRACTORS: Readonly<Record<Exclude<DocumentKind, "html">, Extract>> = {
  pdf: readPdf,
  docx: async (bytes, limits) => ({ ...readDocx(bytes, limits), pages: null }),
  txt: async (bytes, limits) => ({ text: readText(bytes, limits), pages: null, blocks: [] }),
};

/** A two-character line break in UTF-16 has four bytes and counts once. No other character takes more. */
const MAX_BYTES_PER_CHAR = 4;

/**
 * Extracts the text of an uploaded file, with `\n` line ends and without NUL and lone surrogates.
 * Throws `unsupported_file_type`, `document_unreadable`, `document_empty` or `text_too_long`. Any other error
 * of a library becomes `document_unreadable` with its cause.
 */
export async function extractDocument(
  file: DocumentFile,
  limits: DocumentLimits,
): Promise<ExtractedDocument> {
  try {
    const kind = detectMediaType(file.bytes, file.filename);
    if (kind === "html") return extractPage({ bytes: file.bytes, contentType: "" }, limits);
    const document = await EXTRACTORS[kind](file.bytes, limits);
    requireText(document.text, limits);
    return { media_type: MEDIA_TYPES[kind], ...document };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(
      "document_unreadable",
      "The document cannot be read; open it, save it again and upload that.",
      { cause: error },
    );
  }
}

/**
 * Returns the article of a web page.
 * @throws AppError `document_empty`, `text_too_long`
 */
export function extractPage(
  page: FetchedPage,
  limits: Pick<DocumentLimits, "maxTextChars">,
): ExtractedDocument {
  const { text, blocks, title } = readPage(decodePage(page));
  requireText(text, limits);
  const document = { media_type: MEDIA_TYPES.html, text, pages: null, blocks };
  return title === "" ? document : { ...document, title };
}

function readText(bytes: Uint8Array, limits: DocumentLimits): string {
  if (bytes.length > limits.maxTextChars * MAX_BYTES_PER_CHAR + MAX_BYTES_PER_CHAR) {
    throw textTooLong(limits.maxTextChars);
  }
  return cleanText(decodeText(bytes));
}

function requireText(text: string, limits: Pick<DocumentLimits, "maxTextChars">): void {
  if (text.length > limits.maxTextChars) throw textTooLong(limits.maxTextChars);
  if (text.trim() === "") {
    throw new AppError("document_empty", "The document has no text; upload one with text in it.");
  }
}
