import type { ExtractedDocument, PrintedPages } from "../../../formats/documents/document.ts";
import { hasFewParts } from "../../../formats/documents/few-parts.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import type { Document } from "../../../text/document/document.ts";
import { openDocument } from "../../../text/outline/open-document.ts";
import type { SessionDeps } from "../deps.ts";

/** Stored data of a report in addition to its text. */
export type StoredOutline = Pick<ExtractedDocument, "blocks" | "printed">;

/** A stored report with a rebuilt outline. */
export interface SessionDocument {
  document: Document;
  printed: PrintedPages | null;
}

/** Returns the stored form of an outline, or null if it has too many parts. */
export function packOutline({ blocks }: Document, printed: PrintedPages | null): string | null {
  const outline: StoredOutline = printed === null ? { blocks } : { blocks, printed };
  return hasFewParts(outline) ? JSON.stringify(outline) : null;
}

/** Returns the stored outline of a session, or null if it has none. */
export async function readStoredOutline(
  deps: Pick<SessionDeps, "sessionFiles">,
  sessionId: string,
): Promise<StoredOutline | null> {
  const stored = await deps.sessionFiles.readOutline(sessionId);
  return stored === null ? null : (JSON.parse(stored) as StoredOutline);
}

/**
 * Returns the report of a session, or null if its text is not stored. Uses only the format's own structure from the
 * stored outline. The rest is inferred again, because a later version may do it better.
 */
export async function readSessionDocument(
  deps: Pick<SessionDeps, "sessionFiles">,
  sessionId: string,
): Promise<SessionDocument | null> {
  const text = await deps.sessionFiles.readText(sessionId);
  if (text === null) return null;
  const stored = await readStoredOutline(deps, sessionId);
  const known = stored?.blocks.filter(({ source }) => source === "format") ?? [];
  return { document: openDocument(text, known), printed: stored?.printed ?? null };
}

/** Returns the report of a session to analyze it again. @throws AppError `conflict` if it is not stored */
export async function requireSessionDocument(
  deps: Pick<SessionDeps, "sessionFiles">,
  sessionId: string,
): Promise<SessionDocument> {
  const stored = await readSessionDocument(deps, sessionId);
  if (stored !== null) return stored;
  throw new AppError("conflict", "The text of the session is not stored; send the report again.");
}

/** Stores the outline used by the new analysis of a session, unless the session was deleted. */
export async function replaceOutline(
  deps: Pick<SessionDeps, "sessionFiles" | "sessions">,
  sessionId: string,
  { document, printed }: SessionDocument,
): Promise<void> {
  await deps.sessionFiles.storeOutline(sessionId, packOutline(document, printed));
  if ((await deps.sessions.find(sessionId)) === null) await deps.sessionFiles.remove(sessionId);
}
