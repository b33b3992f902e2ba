import type { Span } from "../../text/document/document.ts";
import { findPageFurniture } from "../../text/outline/page-furniture.ts";
import { MAX_SENTENCE, sentenceAt, type Sentence } from "../../text/sentences/sentences.ts";
import { isProse } from "./is-prose.ts";

/** A text as its passages are cut from it. */
export interface Pages {
  text: string;
  sentences: readonly Sentence[];
  /** Which of the sentences are headers and footers of pages. */
  furniture: ReadonlySet<number>;
}

const ENDS = /[.!?…。！？:;][\p{Pe}\p{Pf}"'\]]*(?:\[[\w, ]{1,12}\])*$/u;
/** A word that never ends a sentence, so that the next line belongs to it whatever it looks like. */
const ENDS_OPEN =
  /\s(?:the|an?|of|to|in|with|by|and|or|under|from|for|as|at|on|using|via|called)$/iu;
const STARTS_LOWER = /^[\p{Ps}\p{Pi}"']*\p{Ll}/u;
const PAGE_NUMBER = /^(?:page )?\d{1,4}(?: of \d{1,4})?$/iu;
const MAX_GAP = 40;
const COMMAND =
  /^(?:[•▪●*-]\s+)?(?:[A-Za-z]:\\|\\\\|%\w+%|[$#>] |cmd(?:\.exe)?\b|powershell|reg(?:\.exe)? |net(?:\.exe)? |schtasks|wmic|rundll32|curl |wget |certutil|"?[\w.\\:%-]+\.exe\b)/iu;
const INTRODUCES = /:$|\bfollowing (?:[\w-]+ ){0,2}(?:commands?|command[- ]lines?|scripts?)\.$/iu;
/** Commands of one list that are looked over for the sentence which introduces them. */
const MAX_COMMANDS = 4;
const ITEM = /^(?:\d{1,2}[.)]|[•▪●○*–-])\s/u;
/** A pointer at the foot of a page, whose address was a link. */
const POINTER = /^For (?:more|further) (?:information|details)\b/iu;
/** A label at the head of a row: "Process Injection [T1055] Ryuk has injected …". */
const LABEL =
  /^[\s•▪|–-]*(?:(?:\p{Lu}[\p{L}&/'’-]*|and|or|of|over|the|for|in|to|with|via|from|&|\/)[\s:,–-]+){0,14}[[(]?(?:T\d{4}(?:\.\d{3})?|TA\d{4})[\])]?[\s:|–-]+(?=\p{Lu})/u;

/** The sentences of a text with the furniture of its pages. */
export function pagesOf(text: string, sentences: readonly Sentence[]): Pages {
  const furniture = new Set<number>();
  for (const { start, end } of findPageFurniture(text)) {
    for (let at = sentenceAt(sentences, end - 1); at >= 0; at -= 1) {
      const sentence = sentences[at];
      if (sentence === undefined || sentence.start < start) break;
      furniture.add(at);
    }
  }
  return { text, sentences, furniture };
}

/**
 * The whole sentence that a part of the text belongs to: without the label of its row, joined over
 * page breaks and lost formatting, a command line with the sentence that introduces it.
 */
export function widenPassage(pages: Pages, { start, end }: Span): Span {
  const from = withoutLabel(pages.text, start, end);
  const first = from === start ? backward(pages, start, end) : from;
  return { start: first, end: forward(pages, first, end) };
}

function withoutLabel(text: string, start: number, end: number): number {
  const label = LABEL.exec(text.slice(start, end))?.[0].length ?? 0;
  return label > 0 && isProse(text.slice(start + label, end)) ? start + label : start;
}

function backward(pages: Pages, start: number, end: number): number {
  const { text, sentences } = pages;
  let from = start;
  let at = sentenceAt(sentences, start);
  if (COMMAND.test(text.slice(start, end))) return introducer(pages, at, end) ?? start;
  for (;;) {
    at = nextOver(pages, at, -1);
    const previous = sentences[at];
    if (previous === undefined || end - previous.start > MAX_SENTENCE) return from;
    const words = text.slice(previous.start, previous.end);
    if (!isTorn(words, text.slice(from, from + 8)) || !mayJoin(pages, at, from, previous.end))
      return from;
    from = previous.start;
  }
}

/** Where the sentence begins that introduces a command, maybe over others of the same list. */
function introducer(pages: Pages, command: number, end: number): number | null {
  const { text, sentences } = pages;
  let at = command;
  for (let count = 0; count < MAX_COMMANDS; count += 1) {
    at = nextOver(pages, at, -1);
    const previous = sentences[at];
    if (previous === undefined || end - previous.start > MAX_SENTENCE) return null;
    const words = text.slice(previous.start, previous.end);
    if (INTRODUCES.test(words)) return previous.start;
    if (!COMMAND.test(words)) return null;
  }
  return null;
}

function forward(pages: Pages, start: number, end: number): number {
  const { text, sentences } = pages;
  let to = end;
  let at = sentenceAt(sentences, Math.max(start, end - 1));
  for (;;) {
    const before = at;
    at = nextOver(pages, at, 1);
    const next = sentences[at];
    if (next === undefined || next.end - start > MAX_SENTENCE) return to;
    if (!mayJoin(pages, before, next.start, to)) return to;
    const own = text.slice(start, to);
    const words = text.slice(next.start, next.end);
    if (INTRODUCES.test(own) && COMMAND.test(words)) return next.end;
    if (!isTorn(own, words)) return to;
    to = next.end;
  }
}

/** The neighbour of a sentence; the number of a page and its furniture are none. */
function nextOver(pages: Pages, from: number, step: 1 | -1): number {
  let at = from + step;
  while (isBetweenPages(pages, at)) at += step;
  return at;
}

function isBetweenPages({ text, sentences, furniture }: Pages, at: number): boolean {
  const sentence = sentences[at];
  if (sentence === undefined) return false;
  return furniture.has(at) || PAGE_NUMBER.test(text.slice(sentence.start, sentence.end));
}

/** Whether a sentence goes on in the next: prose without its stop before what begins small. */
function isTorn(words: string, next: string): boolean {
  if (!STARTS_LOWER.test(next) && (!ENDS_OPEN.test(words) || ITEM.test(next))) return false;
  return (
    !POINTER.test(words) &&
    !ENDS.test(words) &&
    !words.includes("\t") &&
    !/\S {3,}\S|\S \| \S/u.test(words) &&
    /\p{Ll}/u.test(words)
  );
}

/** Whether little space stands between a sentence and the next that is none of a page's furniture. */
function mayJoin(pages: Pages, first: number, to: number, from: number): boolean {
  let space = to - from;
  for (let at = first + 1; isBetweenPages(pages, at); at += 1) {
    const { start, end } = pages.sentences[at] ?? { start: 0, end: 0 };
    if (start >= to) break;
    space -= end - start;
  }
  return space < MAX_GAP;
}
