import { foldText } from "../../platform/lib/text.ts";
import type { Session } from "./store.ts";

const MAX_TITLE_CHARS = 120;
/** The title stands at the beginning, behind what pages print above it. */
const LOOKED_AT_CHARS = 4000;
/** What stands above titles and is none: markings, page numbers, addresses, dates. */
const FURNITURE =
  /^(?:TLP\b.{0,40}|(?:un)?classified\b.{0,20}|page \d.{0,20}|https?:\S+|\S+@\S+|(?:\d{1,2} )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? [\d, ]+)$/i;

/**
 * The first heading or line of a text that says something, without its marks, cut at a word; null
 * for a text without letters. Lines of a letter or two, markings, page numbers, addresses and dates are passed over.
 */
export function firstTitle(text: string): string | null {
  for (const line of text.slice(0, LOOKED_AT_CHARS).split(/[\r\n\f\v\u0085\u2028\u2029]+/u)) {
    const bare = line
      .replace(/[\p{C}\s]+/gu, " ")
      .trim()
      .replace(/^(?:#{1,6}|[>*=_~-]+)\s+|\s+#+$/g, "")
      .replace(/^title:\s*/i, "")
      .trim();
    if (/\p{L}.*\p{L}.*\p{L}/u.test(bare) && !FURNITURE.test(bare)) return cutAtWord(bare);
  }
  return null;
}

function cutAtWord(line: string): string {
  if (line.length <= MAX_TITLE_CHARS) return line;
  const cut = line.slice(0, MAX_TITLE_CHARS);
  const space = cut.lastIndexOf(" ");
  return `${(space > MAX_TITLE_CHARS / 2 ? cut.slice(0, space) : cut).toWellFormed()}…`;
}

/** What a session is called: its name, else that of its file, else the first line of its text. */
export function titleOf(session: Pick<Session, "id" | "name" | "filename" | "title">): string {
  const { id, name, filename, title } = session;
  return name ?? filename ?? title ?? `Analysis ${id.slice(-12)}`;
}

/** All that the search of sessions looks at, folded once. */
export function searchTextOf(
  session: Pick<Session, "name" | "filename" | "title" | "summary" | "note">,
): string {
  const { name, filename, title, summary, note } = session;
  return foldText([name, filename, title, summary, note].filter(Boolean).join(" "));
}
