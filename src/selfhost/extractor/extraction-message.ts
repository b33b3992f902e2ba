import type { DocumentFile, DocumentLimits, ExtractedDocument } from "../../documents/document.ts";
import type { ExtractionFailure } from "../../documents/extraction-protocol.ts";

/** What a process is asked: one document and what it may cost. */
export interface ExtractionTask {
  file: DocumentFile;
  limits: DocumentLimits;
}

/** What comes of it: the text, or a failure that the user may see. */
export type ExtractionOutcome = { document: ExtractedDocument } | { failure: ExtractionFailure };
