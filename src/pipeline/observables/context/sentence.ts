import type { Place } from "./place.ts";

/** A part of a text. */
export interface Span {
  start: number;
  end: number;
}

/** Longest sentence in UTF-16 code units. */
export const MAX_SENTENCE = 400;
/** As much of it may stand before a value, or after one. */
const HALF = 200;
const BULLET = /^[ \t]*(?:[-*•·▪‣◦●○–>]|\(?\d{1,3}[.)][ \t]|\[\d{1,3}\][ \t]|o[ \t])/u;
const ABBREVIATIONS =
  /(?:^|[\s(])(?:e\.g|i\.e|vs|cf|no|fig|dr|mr|ms|st|z\.b|bzw|ca|p\.ej|т\.е|т\.д|см)$/iu;

/**
 * The sentence of a value at `start` to `end`; on the line of an item, the item. Cut near the value
 * alone: at most 400 characters, of which a value that is longer has only its beginning.
 */
export function sentenceAt(text: string, place: Place, start: number, end: number): Span {
  const stop = Math.min(end, start + MAX_SENTENCE);
  const room = MAX_SENTENCE - (stop - start);
  const before = Math.max(0, Math.min(HALF, room));
  const from = sentenceStart(text, place, start, start - before);
  const to = sentenceEnd(text, place, stop, Math.min(text.length, stop + room - (start - from)));
  return trim(text, from, to, start);
}

function sentenceStart(text: string, place: Place, start: number, limit: number): number {
  // A line that is both a heading and has values is a sentence by itself.
  const titleEnd = place.titleEnd <= start ? place.titleEnd : 0;
  const least = Math.max(titleEnd, place.isItem ? Math.max(limit, place.lineStart) : limit);
  for (let at = start - 1; at >= least; at -= 1) {
    if (text.charCodeAt(at) === 10 && isParted(text, at)) return at + 1;
    if (!place.isItem && isEnd(text, at)) return at + 1;
  }
  return atWord(text, least, start);
}

function sentenceEnd(text: string, place: Place, end: number, limit: number): number {
  const most = place.isItem ? Math.min(limit, Math.max(place.lineEnd, end)) : limit;
  for (let at = end; at < most; at += 1) {
    if (text.charCodeAt(at) === 10 && isParted(text, at)) return at;
    if (!place.isItem && isEnd(text, at)) return at + 1;
  }
  return most;
}

/** Whether the end of a line at `at` parts two paragraphs or items. */
function isParted(text: string, at: number): boolean {
  const next = text.slice(at + 1, at + 12);
  return /^[ \t\r]*(?:\n|$)/.test(next) || BULLET.test(next) || text[at - 1] === "\n";
}

/** Whether a sentence ends with the character at `at`. */
function isEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === 0x3002 || code === 0xff01 || code === 0xff1f) return true;
  if (code !== 46 && code !== 33 && code !== 63) return false;
  const after = text.slice(at + 1, at + 5);
  if (!/^["'”’)\]]{0,2}(?:\s|$)/.test(after)) return false;
  return code !== 46 || !ABBREVIATIONS.test(text.slice(Math.max(0, at - 6), at));
}

/** The next word's start, so that no half of one is left at the edge. */
function atWord(text: string, from: number, start: number): number {
  if (from === 0 || text.charCodeAt(from - 1) <= 32) return from;
  for (let at = from; at < Math.min(from + 24, start); at += 1) {
    if (text.charCodeAt(at) <= 32) return at + 1;
  }
  const code = text.charCodeAt(from);
  return code >= 0xdc00 && code < 0xe000 ? from + 1 : from;
}

function trim(text: string, from: number, to: number, value: number): Span {
  let start = from;
  let end = to;
  while (start < value && text.charCodeAt(start) <= 32) start += 1;
  while (end > value && text.charCodeAt(end - 1) <= 32) end -= 1;
  const code = text.charCodeAt(end - 1);
  return { start, end: code >= 0xd800 && code < 0xdc00 ? end - 1 : end };
}
