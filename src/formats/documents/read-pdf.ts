import { getDocumentProxy } from "unpdf";
import { AppError } from "../../platform/lib/errors.ts";
import type { DocumentLimits } from "./document.ts";
import { PageLines } from "./pdf/page-lines.ts";
import { pageText } from "./pdf/page-text.ts";
import { collectText, type TextCollector } from "./text-collector.ts";

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
type PdfPage = Awaited<ReturnType<PdfDocument["getPage"]>>;

/** The text of a PDF and how many pages it has. */
export interface PdfText {
  text: string;
  pages: number;
}

/**
 * Reads the text of a PDF, pages separated by an empty line, lines as they stand on the page.
 * Throws `document_unreadable` (encrypted, broken, more pages than the limit), `document_empty`
 * (no text at all, as in a scan), `text_too_long`.
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
    const collector = collectText(limits.maxTextChars);
    for (let number = 1; number <= pages; number += 1) {
      if (number > 1) collector.add("\n\n");
      await readPage(await pdf.getPage(number), collector);
    }
    const text = collector.text();
    if (text.trim() === "") {
      throw new AppError(
        "document_empty",
        "The PDF has no text that can be read; run OCR first if it is a scan, else export it anew with embedded fonts.",
      );
    }
    return { text, pages };
  } catch (error) {
    throw error instanceof AppError ? error : brokenPdf(error);
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  try {
    // A copy, because the library takes the buffer over and the caller still needs the bytes.
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

/** A page with more pieces of text or characters than this is read as it was drawn. */
const MAX_ITEMS = 20_000;
const MAX_CHARS = 1_000_000;

/** Reads the stream and not the finished page: a page can hold far more text than the limit. */
async function readPage(page: PdfPage, collector: TextCollector): Promise<void> {
  const reader = page.streamTextContent().getReader();
  let lines = new PageLines();
  let items = 0;
  let chars = 0;
  let isLong = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      for (const item of value.items) {
        if (!("str" in item)) continue;
        lines.add(item);
        items += 1;
        chars += item.str.length;
      }
      isLong ||= items > MAX_ITEMS || chars > MAX_CHARS;
      if (!isLong) continue;
      collector.add(lines.drawn());
      lines = lines.next();
    }
  } catch (error) {
    await reader.cancel(error).catch(() => undefined);
    throw error;
  }
  collector.add(isLong ? lines.drawn() : pageText(lines));
  page.cleanup();
}

function brokenPdf(cause: unknown): AppError {
  return new AppError(
    "document_unreadable",
    "The PDF is damaged and cannot be read; open it in a PDF viewer, save it again and upload that.",
    { cause },
  );
}
