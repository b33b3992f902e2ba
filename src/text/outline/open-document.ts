import type { Block, Document } from "../document/document.ts";
import { detectLanguage } from "../language/detect-language.ts";
import { outlineText } from "./outline-text.ts";

/**
 * Outlines a text once for all consumers, and detects its language.
 * @param known blocks of its format, as for `outlineText`; none for plain text
 */
export function openDocument(text: string, known: readonly Block[] = []): Document {
  return { ...outlineText(text, known), language: detectLanguage(text) };
}
