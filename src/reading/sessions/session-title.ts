import { foldText } from "../../platform/lib/text.ts";
import type { Block, Outline } from "../../text/document/document.ts";
import type { Session } from "./store.ts";

const MAX_TITLE_CHARS = 120;
/** Characters to search. The title is at the beginning, after any page header. */
const LOOKED_AT_CHARS = 4000;
/** Text above titles that is not a title: markings, page numbers, addresses, dates. */
const FURNITURE =
  /^(?:TLP\b.{0,40}|(?:un)?classified\b.{0,20}|page \d.{0,20}|https?:\S+|\S+@\S+|(?:\d{1,2} )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? [\d, ]+)$/i;

/** Names a kind of document but not its subject, such as "Joint cybersecurity advisory". */
const KIND_ONLY =
  /^(?:(?:joint|cyber|cybersecurity|security|threat|intelligence|technical|malware|incident|analysis|flash|private|industry|white) ?)*(?:advisory|alert|analysis|blog|briefing|bulletin|notification|paper|report|research)$/i;

/**
 * Returns the title of a report, cut at a word. This is the first heading of the highest level near the top if the
 * format has headings, otherwise the first meaningful line without its markup. Returns null for a text without letters.
 * Skips furniture, lines of one or two letters, markings, page numbers, addresses, dates and kinds of documents.
 */
export function firstTitle({ text, blocks }: Outline): string | null {
  const near = blocks.filter(({ kind, start }) => start < LOOKED_AT_CHARS && kind !== "furniture");
  const titles = [...headingsByLevel(near), ...near]
    .flatMap((block) => titlesIn(text, block))
    .filter((title) => /\p{L}.*\p{L}.*\p{L}/u.test(title) && !FURNITURE.test(title));
  const title = titles.find((one) => !KIND_ONLY.test(one)) ?? titles[0];
  return title === undefined ? null : cutAtWord(title);
}

/** Inferred headings may belong to any section. In that case, the title is the first line. */
function headingsByLevel(blocks: readonly Block[]): Block[] {
  const headings = blocks.filter(({ kind, source }) => kind === "heading" && source === "format");
  return headings.sort((a, b) => (a.level ?? 1) - (b.level ?? 1));
}

/** A heading may span several lines. Other blocks are checked line by line. */
function titlesIn(text: string, { kind, source, start, end }: Block): string[] {
  const shown = text.slice(start, Math.min(end, LOOKED_AT_CHARS));
  const isWhole = kind === "heading" && source === "format";
  return (isWhole ? [shown] : shown.split(/[\r\n\f\v\u0085\u2028\u2029]+/u)).map(bareLine);
}

function bareLine(line: string): string {
  return line
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .replace(/^(?:#{1,6}|[>*=_~-]+)\s+|\s+#+$/g, "")
    .replace(/^title:\s*/i, "")
    .trim();
}

function cutAtWord(line: string): string {
  if (line.length <= MAX_TITLE_CHARS) return line;
  const cut = line.slice(0, MAX_TITLE_CHARS);
  const space = cut.lastIndexOf(" ");
  return `${(space > MAX_TITLE_CHARS / 2 ? cut.slice(0, space) : cut).toWellFormed()}…`;
}

/** Returns the display name of a session: its name, else the title of its report, else the name of its file. */
export function titleOf(session: Pick<Session, "id" | "name" | "filename" | "title">): string {
  const { id, name, filename, title } = session;
  return name ?? title ?? filename ?? `Analysis ${id.slice(-12)}`;
}

/** Returns the folded text that the session search uses. */
export function searchTextOf(
  session: Pick<Session, "name" | "filename" | "title" | "summary" | "note">,
): string {
  const { name, filename, title, summary, note } = session;
  return foldText([name, filename, title, summary, note].filter(Boolean).join(" "));
}
