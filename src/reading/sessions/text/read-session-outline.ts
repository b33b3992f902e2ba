import type { PrintedPages } from "../../../formats/documents/document.ts";
import { outlineText } from "../../../text/outline/outline-text.ts";
import { classifySections, type Section } from "../../../text/sections/classify-sections.ts";
import type { SectionKind } from "../../../text/headings/section-kind.ts";
import type { SessionDeps } from "../deps.ts";
import type { OutlineView } from "./outline-schema.ts";
import { readSessionText } from "./read-session-text.ts";
import { readStoredOutline } from "./session-document.ts";
import { noSuchSession } from "../session-errors.ts";

/**
 * Returns the outline that a session was analyzed with, or that of its text if none is stored.
 * @throws AppError `not_found`
 */
export async function readSessionOutline(
  deps: Pick<SessionDeps, "sessions" | "sessionFiles">,
  sessionId: string,
): Promise<OutlineView> {
  const [session, text, stored] = await Promise.all([
    deps.sessions.find(sessionId),
    readSessionText(deps, sessionId),
    readStoredOutline(deps, sessionId),
  ]);
  if (session === null) throw noSuchSession(sessionId);
  const { blocks } = stored ?? outlineText(text);
  const sections = classifySections({ text, blocks });
  return {
    language: session.language,
    chars: text.length,
    blocks: blocks.map((block, at) => ({
      ...block,
      section: sectionAt(sections, at),
      cells: block.cells?.map(({ start, end }) => ({ start, end })),
    })),
    pages: pagesOf(stored?.printed),
  };
}

/** Returns the kind of section at an offset. A heading belongs to the section that it starts. */
function sectionAt(sections: readonly Section[], at: number): SectionKind {
  const below = sections[at + 1];
  return (below?.heading === at ? below : sections[at])?.kind ?? "body";
}

/** Assigns lines to pages. */
function pagesOf(printed: PrintedPages | undefined): OutlineView["pages"] {
  const pages =
    printed?.sizes.map((size, at): OutlineView["pages"][number] => ({
      number: at + 1,
      ...size,
      lines: [],
    })) ?? [];
  for (const { page, ...line } of printed?.lines ?? []) pages[page - 1]?.lines.push(line);
  return pages;
}
