import type { DocumentLimits } from "../../documents/document.ts";
import { EXTRACTION_HEADERS } from "../../documents/extraction-protocol.ts";
import { createExtractionPool, type ExtractionPool } from "./extraction-pool.ts";

/** Answers the extraction requests of the Worker, in the form that a service binding takes. */
export interface ExtractionService {
  fetch(request: Request): Promise<Response>;
  /** Ends all processes. */
  close(): Promise<void>;
}

/**
 * Serves the pool: the bytes of a document are posted with their name and the limits in headers;
 * 200 carries an `ExtractedDocument`, 422 `{code, detail}`, 400 an unusable request.
 */
export function createExtractionService(
  pool: ExtractionPool = createExtractionPool(),
): ExtractionService {
  return {
    async fetch(request) {
      const filename = readFilename(request.headers.get(EXTRACTION_HEADERS.filename));
      const limits = readLimits(request.headers.get(EXTRACTION_HEADERS.limits));
      if (filename === null || limits === null) return new Response(null, { status: 400 });
      const bytes = new Uint8Array(await request.arrayBuffer());
      const outcome = await pool.run({ file: { bytes, filename }, limits });
      return "document" in outcome
        ? Response.json(outcome.document)
        : Response.json(outcome.failure, { status: 422 });
    },
    close: () => pool.close(),
  };
}

function readFilename(header: string | null): string | null {
  if (header === null) return null;
  try {
    return decodeURIComponent(header);
  } catch {
    return null;
  }
}

function readLimits(header: string | null): DocumentLimits | null {
  try {
    const { maxUnpackedBytes, maxPdfPages, maxTextChars } = JSON.parse(header ?? "{}");
    const limits = { maxUnpackedBytes, maxPdfPages, maxTextChars };
    return Object.values(limits).every((limit) => Number.isInteger(limit)) ? limits : null;
  } catch {
    return null;
  }
}
