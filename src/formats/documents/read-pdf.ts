import { getDocumentProxy } from "unpdf";
import { AppError } from "../../platform/lib/errors.ts";
import type { Block } from "../../text/document/document.ts";
import type { DocumentLimits, PrintedPages } from "./document.ts";
import { nameFonts } from "./pdf/font-names.ts";
import { PageOutline } from "./pdf/outline-pages.ts";
import { PageReader, type PdfDocument } from "./pdf/read-pages.ts";
import { repairText } from "./pdf/repair-ligatures.ts";
import { collectText } from "./text-collector.ts";

/** The text of a PDF, its blocks with their places on the pages, and the number of pages. */
export interface PdfText {
  text: string;
  pages: number;
  blocks: readonly Block[];
  printed: PrintedPages;
}

/**
 * Reads the text of a PDF, with its lines and an empty line between pages. Joins paragraphs that continue on
 * the next page; the furniture of a page follows them.
 * Throws `document_unreadable` (encrypted, broken, too many pages), `document_empty` (no text, as in a scan) or
 * `text_too_long`.
 */
export async function readPdf(bytes: Uint8Array, limits: DocumentLimits): Promise<PdfText> {
  const pdf = await openPdf(bytes);
  try {
    const pages = pdf.numPages;
    if (pages > limits.maxPdfPages) {
      throw new AppError(
        "document_unreadable",
        `The PDF has ${pages} pages and the limit is ${limits.maxPdfPages}; split it and upload the parts.`,
      );
    }
    const reader = new PageReader(limits.maxTextChars);
    for (let number = 1; number <= pages; number += 1) await reader.read(await pdf.getPage(number));
    repairText(reader.pages);
    const outline = new PageOutline(reader.pages, reader.mono);
    const names = await nameFonts(pdf, outline.fontsInQuestion());
    const collector = collectText(limits.maxTextChars);
    const { blocks, lines } = outline.write(collector, names);
    const text = collector.text();
    if (text.trim() === "") {
      throw new AppError(
        "document_empty",
        "The PDF has no text that can be read; run OCR first if it is a scan, else export it anew with embedded fonts.",
      );
    }
    const sizes = reader.pages.map(({ width, height }) => ({ width, height }));
    return { text, pages, blocks, printed: { sizes, lines } };
  } catch (error) {
    throw error instanceof AppError ? error : brokenPdf(error);
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  try {
    // A copy, because the library takes over the buffer and the caller still needs the bytes.
    return await getDocumentProxy(bytes.slice(), {
      verbosity: 0,
      disableFontFace: true,
      useSystemFonts: false,
      useWorkerFetch: false,
      useWasm: false,
      isOffscreenCanvasSupported: false,
      isImageDecoderSupported: false,
      enableXfa: false,
      disableAutoFetch: true,
      disableStream: true,
      disableRange: true,
      // Images are not decoded.
      maxImageSize: 0,
    });
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "PasswordException") throw brokenPdf(error);
    throw new AppError(
      "document_unreadable",
      "The PDF is password-protected; remove the password and upload it again.",
      { cause: error },
    );
  }
}

function brokenPdf(cause: unknown): AppError {
  return new AppError(
    "document_unreadable",
    "The PDF is damaged and cannot be read; open it in a PDF viewer, save it again and upload that.",
    { cause },
  );
}
