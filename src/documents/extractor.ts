import type { DocumentFile, DocumentLimits, ExtractedDocument } from "./document.ts";
import { extractDocument } from "./extract-document.ts";

/** Turns an uploaded file into text; fails with the same `AppError` codes wherever the parsing runs. */
export interface DocumentExtractor {
  extract(file: DocumentFile): Promise<ExtractedDocument>;
}

/** Parses in this isolate: right where the platform itself limits memory and CPU time. */
export function createLocalExtractor(limits: DocumentLimits): DocumentExtractor {
  return { extract: (file) => extractDocument(file, limits) };
}
