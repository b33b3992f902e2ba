import { ACTORS, CUES, DEEDS, NAMING, OPENERS, THINGS } from "./name-sign-words.ts";
import type { Token } from "../../text/tokens/tokens.ts";

/** Words of a text: offsets, and the indexes of the first and last token. */
interface Occurrence {
  start: number;
  end: number;
  first: number;
  last: number;
}

/** Things have articles. Actors with a one-word name have none. */
const ARTICLES = new Set(["a", "an", "the", "this", "that", "these", "its", "their", "our"]);
/** Number of words before and after a name to search for a cue. */
const CUE_WORDS = 2;
/** Maximum characters of a line to check on each side. */
const LINE_CHARS = 300;
/** Number of words around a name that decide whether its line is a heading. */
const LINE_WORDS = 6;

/** Maximum characters before a name to search for naming words and the thing named. */
const NAMING_CHARS = 40;
const NAMING_WORDS = 12;

const isUpper = (text: string, token: Token | undefined) =>
  token !== undefined && /^\p{Lu}/u.test(text.slice(token.start, token.end));

/** Returns whether nearby words show that a group is meant, or the next word is an action. */
export function hasCue(tokens: readonly Token[], { first, last }: Occurrence): boolean {
  const near = [
    ...tokens.slice(Math.max(0, first - CUE_WORDS), first),
    ...tokens.slice(last + 1, last + 1 + CUE_WORDS),
  ];
  return near.some(({ text }) => CUES.has(text)) || DEEDS.has(tokens[last + 1]?.text ?? "");
}

/**
 * Returns whether the words right before it introduce a name (`known as "Chafer"`, `dubbed Silence`) of an actor. The
 * actor must be in the same sentence, and closer than a tool.
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

/** Returns whether it is in capitals among other words that are not. Some vendors print names this way. */
export function isShouted(text: string, tokens: readonly Token[], hit: Occurrence): boolean {
  const printed = text.slice(hit.start, hit.end);
  return /^\p{Lu}{5,}$/u.test(printed) && isInProse(text, tokens, hit);
}

/** Returns whether it is alone on its line, as in a list or a heading. */
export function isAlone(text: string, { start, end }: Occurrence): boolean {
  const before = text.slice(lineStart(text, start), start);
  const after = text.slice(end, lineEnd(text, end));
  return /^[^\p{L}\p{N}]*$/u.test(before) && /^[^\p{L}\p{N}]*$/u.test(after);
}

/**
 * Returns whether its capital marks a name: it is within a sentence of ordinary prose, is not part of a longer name
 * (`Equation Editor`), and has no article.
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

/** Returns whether a lower-case word is part of an address, a path, a file name or code. */
export function isInAddress(text: string, { start, end }: Occurrence): boolean {
  const [before, after] = [text.slice(Math.max(0, start - 2), start), text.slice(end, end + 2)];
  return (
    /[\p{L}\p{N}]?[/\\_@=&?%#.:-]$/u.test(before) ||
    /^(?:[/\\_@=&]|[.:\-[][\p{L}\p{N}.])/u.test(after)
  );
}

/**
 * Returns whether most words around it in its line are in lower case, so the line is neither a heading nor a list of
 * names.
 */
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
    // The first word of a sentence is always capitalized.
    const gap = text.slice(tokens[at - 1]?.end ?? from, token.start);
    if (at === 0 || /[.!?:\n]/.test(gap)) continue;
    if (isUpper(text, token)) capital += 1;
    else if (/^\p{Ll}/u.test(text.slice(token.start, token.end))) small += 1;
  }
  return small > capital;
}

/** Returns the start of the line, within a maximum distance so that no text takes quadratic time. */
function lineStart(text: string, at: number): number {
  const from = Math.max(0, at - LINE_CHARS);
  return from + text.slice(from, at).lastIndexOf("\n") + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.slice(at, at + LINE_CHARS).indexOf("\n");
  return end < 0 ? Math.min(text.length, at + LINE_CHARS) : at + end;
}
