import { ACTORS, CUES, DEEDS, NAMING, OPENERS, THINGS } from "./name-sign-words.ts";
import type { Token } from "../../text/tokens/tokens.ts";

/** A word or words of a text: offsets, and the indexes of the first and last token. */
interface Occurrence {
  start: number;
  end: number;
  first: number;
  last: number;
}

/** Things have articles; actors with a name of one word have none. */
const ARTICLES = new Set(["a", "an", "the", "this", "that", "these", "its", "their", "our"]);
/** How many words before and after a name are searched for a cue. */
const CUE_WORDS = 2;
/** How far a line is looked at to each side. */
const LINE_CHARS = 300;
/** How many words around a name decide whether its line is a heading. */
const LINE_WORDS = 6;

/** How far back the words that name, and those that say what is named, are searched for. */
const NAMING_CHARS = 40;
const NAMING_WORDS = 12;

const isUpper = (text: string, token: Token | undefined) =>
  token !== undefined && /^\p{Lu}/u.test(text.slice(token.start, token.end));

/** Whether words near by say that a group is meant, or the next one says what it did. */
export function hasCue(tokens: readonly Token[], { first, last }: Occurrence): boolean {
  const near = [
    ...tokens.slice(Math.max(0, first - CUE_WORDS), first),
    ...tokens.slice(last + 1, last + 1 + CUE_WORDS),
  ];
  return near.some(({ text }) => CUES.has(text)) || DEEDS.has(tokens[last + 1]?.text ?? "");
}

/**
 * Whether words right before it name something (`known as "Chafer"`, `dubbed Silence`), and what is
 * named is an actor: no further back than a sentence goes, and nearer than a tool.
 */
export function isNaming(text: string, tokens: readonly Token[], hit: Occurrence): boolean {
  const { start, end, first } = hit;
  if (!NAMING.test(text.slice(Math.max(0, start - NAMING_CHARS), start))) return false;
  if (/^[.\-/]\p{L}/u.test(text.slice(end, end + 4))) return false;
  const named = tokens
    .slice(Math.max(0, first - NAMING_WORDS), first)
    .findLast((token) => ACTORS.has(token.text) || THINGS.has(token.text));
  return named !== undefined && ACTORS.has(named.text);
}

/** Whether it is printed in capitals among words that are not, as some vendors print names. */
export function isShouted(text: string, tokens: readonly Token[], hit: Occurrence): boolean {
  const printed = text.slice(hit.start, hit.end);
  return /^\p{Lu}{5,}$/u.test(printed) && isInProse(text, tokens, hit);
}

/** Whether it is all that its line says, as in a list or a heading. */
export function isAlone(text: string, { start, end }: Occurrence): boolean {
  const before = text.slice(lineStart(text, start), start);
  const after = text.slice(end, lineEnd(text, end));
  return /^[^\p{L}\p{N}]*$/u.test(before) && /^[^\p{L}\p{N}]*$/u.test(after);
}

/**
 * Whether its capital marks a name: it stands within a sentence of ordinary prose, and is no part of
 * a longer name (`Equation Editor`), and has no article.
 */
export function isProperNoun(text: string, tokens: readonly Token[], hit: Occurrence): boolean {
  const [before, after] = [tokens[hit.first - 1], tokens[hit.last + 1]];
  if (before === undefined || ARTICLES.has(before.text)) return false;
  const left = text.slice(before.end, hit.start);
  if (!/^(?:'s)?[ \t]*(?:, ?)?["'“‘„«([]*$/u.test(left) || left === "") return false;
  const isOpener = OPENERS.has(before.text);
  if (!left.includes(",") && isUpper(text, before) && !isOpener) return false;
  const right = text.slice(hit.end, after?.start ?? hit.end);
  if (/^[ \t-]*$/.test(right) && isUpper(text, after)) return false;
  return isInProse(text, tokens, hit);
}

/** Whether a word in small letters is a part of an address, a path, a file's name or code. */
export function isInAddress(text: string, { start, end }: Occurrence): boolean {
  const [before, after] = [text.slice(Math.max(0, start - 2), start), text.slice(end, end + 2)];
  return (
    /[\p{L}\p{N}]?[/\\_@=&?%#.:-]$/u.test(before) ||
    /^(?:[/\\_@=&]|[.:\-[][\p{L}\p{N}.])/u.test(after)
  );
}

/** Whether most words around it, in its line, are in small letters: no heading, no list of names. */
function isInProse(
  text: string,
  tokens: readonly Token[],
  { start, end, first, last }: Occurrence,
) {
  const from = lineStart(text, start);
  const to = lineEnd(text, end);
  let small = 0;
  let capital = 0;
  for (let at = first - LINE_WORDS; at <= last + LINE_WORDS; at += 1) {
    const token = tokens[at];
    const isOther = token !== undefined && (at < first || at > last);
    if (!isOther || token.start < from || token.end > to || token.end - token.start < 2) continue;
    // The first word of a sentence has its capital from there.
    const gap = text.slice(tokens[at - 1]?.end ?? from, token.start);
    if (at === 0 || /[.!?:\n]/.test(gap)) continue;
    if (isUpper(text, token)) capital += 1;
    else if (/^\p{Ll}/u.test(text.slice(token.start, token.end))) small += 1;
  }
  return small > capital;
}

/** Where the line begins; no further back than a line may matter, so that no text costs a square. */
function lineStart(text: string, at: number): number {
  const from = Math.max(0, at - LINE_CHARS);
  return from + text.slice(from, at).lastIndexOf("\n") + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.slice(at, at + LINE_CHARS).indexOf("\n");
  return end < 0 ? Math.min(text.length, at + LINE_CHARS) : at + end;
}
