import { AppError } from "../../platform/lib/errors.ts";
import { looksLikeText } from "./decode-text.ts";
import { beginsAsHtml } from "./decode-page.ts";
import type { DocumentKind } from "./document.ts";

/** The accepted file name extensions, and the kind that each one promises. */
const KIND_OF_EXTENSION: ReadonlyMap<string, DocumentKind> = new Map([
  ["pdf", "pdf"],
  ["docx", "docx"],
  ["html", "html"],
  ["htm", "html"],
  ["xhtml", "html"],
  ["txt", "txt"],
  ["text", "txt"],
  ["md", "txt"],
  ["log", "txt"],
]);

type Content = DocumentKind | "ole2" | "binary";

const CONTENT_NAMES: Readonly<Record<Content, string>> = {
  pdf: "a PDF",
  docx: "a ZIP archive or Office document",
  html: "a web page",
  txt: "plain text",
  ole2: "an old Office document or a password-protected one",
  binary: "binary data",
};

const PDF_HEADER = [0x25, 0x50, 0x44, 0x46, 0x2d];
const ZIP_ENTRY = [0x50, 0x4b, 0x03, 0x04];
const ZIP_EMPTY = [0x50, 0x4b, 0x05, 0x06];
// [MS-CFB] 2.2: the header of an OLE2 file. A .doc and the container of an encrypted .docx are such files.
const OLE2_HEADER = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** ISO 32000-1, Annex H.3.4.1: readers accept the header anywhere in the first 1,024 bytes. */
const PDF_HEADER_WITHIN = 1024;
const TEXT_SAMPLE = 65_536;

/**
 * Detects the kind of a file by its content and its name, which must agree. Without an extension, the content
 * decides. For `docx`, only the ZIP archive is checked here; the reader looks for the Word document in it.
 * Throws `document_empty` for an empty file, `document_unreadable` for an encrypted .docx or one in the old
 * format, and `unsupported_file_type` for all other unsupported content.
 */
export function detectMediaType(bytes: Uint8Array, filename: string): DocumentKind {
  if (bytes.length === 0) {
    throw new AppError("document_empty", "The file is empty; upload one with text in it.");
  }
  const extension = extensionOf(filename);
  const promised = extension === null ? null : KIND_OF_EXTENSION.get(extension);
  if (promised === undefined) {
    throw new AppError(
      "unsupported_file_type",
      `The file name ends in '.${extension}'; upload a .pdf, .docx, .html or .txt file.`,
    );
  }
  const content = contentOf(bytes, promised);
  if (content === "ole2" && promised === "docx") {
    throw new AppError(
      "document_unreadable",
      "The file is password-protected or in the old .doc format; save it as an unprotected DOCX.",
    );
  }
  if (content === "ole2" || content === "binary" || (promised !== null && promised !== content)) {
    throw new AppError("unsupported_file_type", mismatch(content, extension));
  }
  return content;
}

function mismatch(content: Content, extension: string | null): string {
  const found = CONTENT_NAMES[content];
  return extension === null
    ? `The file holds ${found}; upload a PDF, DOCX, HTML or TXT file.`
    : `The file is named '.${extension}' but holds ${found}; upload a PDF, DOCX, HTML or TXT file under its own extension.`;
}

function extensionOf(filename: string): string | null {
  const name = filename.slice(Math.max(filename.lastIndexOf("/"), filename.lastIndexOf("\\")) + 1);
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 ? name.slice(dot + 1).toLowerCase() : "";
  return extension === "" ? null : extension;
}

function contentOf(bytes: Uint8Array, promised: DocumentKind | null): Content {
  if (startsWith(bytes, 0, ZIP_ENTRY) || startsWith(bytes, 0, ZIP_EMPTY)) return "docx";
  if (startsWith(bytes, 0, OLE2_HEADER)) return "ole2";
  if (startsWith(bytes, 0, PDF_HEADER)) return "pdf";
  const text = looksLikeText(bytes.subarray(0, TEXT_SAMPLE));
  // A text about PDF files may name their header near its beginning and is still a text. A file with an HTML
  // extension is a page, even a fragment. Without a name it must begin like one.
  const isPage = promised === "html" || (promised === null && beginsAsHtml(bytes));
  if (hasPdfHeader(bytes) && !(text && (isPage || promised === "txt"))) return "pdf";
  if (!text) return "binary";
  return isPage ? "html" : "txt";
}

function hasPdfHeader(bytes: Uint8Array): boolean {
  const last = Math.min(bytes.length, PDF_HEADER_WITHIN) - PDF_HEADER.length;
  for (let at = 0; at <= last; at += 1) if (startsWith(bytes, at, PDF_HEADER)) return true;
  return false;
}

function startsWith(bytes: Uint8Array, at: number, magic: readonly number[]): boolean {
  return magic.every((byte, i) => bytes[at + i] === byte);
}
