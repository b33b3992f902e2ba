import type { DocumentLimits } from "../../../src/formats/documents/document.ts";

/** Limits as the settings have them by default. */
export const LIMITS: DocumentLimits = {
  maxUnpackedBytes: 50 * 1024 * 1024,
  maxPdfPages: 2000,
  maxTextChars: 1_000_000,
};
