import { AppError } from "../lib/errors.ts";
import { MEDIA_TYPES } from "./document.ts";
import type { DocumentFile, DocumentLimits, ExtractedDocument } from "./document.ts";
import { EXTRACTION_HEADERS, isDocumentErrorCode } from "./extraction-protocol.ts";
import type { DocumentExtractor } from "./extractor.ts";

/** The part of a service binding that is used: it answers a request. */
export interface ExtractionService {
  fetch(request: Request): Promise<Response>;
}

const KNOWN_MEDIA_TYPES: ReadonlySet<unknown> = new Set(Object.values(MEDIA_TYPES));

/**
 * Has documents parsed by a service that can be killed when one of them costs too much.
 * The bytes are posted; the answer is 200 with an `ExtractedDocument`, or 422 with
 * `{code, detail}`, thrown as `AppError`. Any other answer, or none, is `document_unreadable`.
 */
export function createServiceExtractor(
  service: ExtractionService,
  limits: DocumentLimits,
): DocumentExtractor {
  return {
    async extract(file) {
      const { status, body } = await ask(service, file, limits);
      if (status === 200 && isExtractedDocument(body)) return body;
      const failure = status === 422 ? readFailure(body) : null;
      throw failure ?? noAnswer(new Error(`the service answered ${status}`));
    },
  };
}

async function ask(
  service: ExtractionService,
  file: DocumentFile,
  limits: DocumentLimits,
): Promise<{ status: number; body: unknown }> {
  try {
    const request = new Request("https://extractor.internal/", {
      method: "POST",
      headers: {
        [EXTRACTION_HEADERS.filename]: encodeURIComponent(file.filename.toWellFormed()),
        [EXTRACTION_HEADERS.limits]: JSON.stringify(limits),
      },
      body: file.bytes,
    });
    const response = await service.fetch(request);
    return { status: response.status, body: await response.json() };
  } catch (error) {
    throw noAnswer(error);
  }
}

function readFailure(body: unknown): AppError | null {
  const { code, detail } = asRecord(body);
  return isDocumentErrorCode(code) && typeof detail === "string"
    ? new AppError(code, detail)
    : null;
}

function isExtractedDocument(body: unknown): body is ExtractedDocument {
  const { media_type, text, pages } = asRecord(body);
  const counted = pages === null || (typeof pages === "number" && Number.isInteger(pages));
  return KNOWN_MEDIA_TYPES.has(media_type) && typeof text === "string" && counted;
}

function asRecord(value: unknown): {
  code?: unknown;
  detail?: unknown;
  media_type?: unknown;
  text?: unknown;
  pages?: unknown;
} {
  return typeof value === "object" && value !== null ? value : {};
}

function noAnswer(cause: unknown): AppError {
  return new AppError(
    "document_unreadable",
    "The document could not be read; open it, save it again and upload that.",
    { cause },
  );
}
