import type { Span } from "../../text/document/document.ts";
import { isFiniteVerb } from "./evidence-clauses.ts";

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}'’.-]*|[,;)\]]/gu;
/** Words that a clause may follow. */
const JOINTS = new Set(
  ", ; and or but so then while whereas although though because since as if whether that unless".split(
    " ",
  ),
);
const DETERMINERS = new Set(
  "the this that these those a an its their his her our your my it they he she we you i who there".split(
    " ",
  ),
);
const ID = /^t\d{4}/u;
/** Maximum words from the start of a subject to its verb. */
const TO_VERB = 6;

/**
 * Splits an English sentence into clauses with separate subjects, in order. They cover the whole sentence. "Used
 * PowerShell and deleted the logs" is one clause, "used PowerShell and the answer is T1490" two.
 */
export function cutAtSubjects(sentence: string): Span[] {
  const tokens = [...sentence.matchAll(TOKEN)];
  const words = tokens.map(([word]) => word.toLowerCase());
  const starts = tokens
    .filter((_, at) => at > 0 && (words[at] === ";" || opensClause(words, at)))
    .map(({ index }) => index);
  const begins = [0, ...starts];
  return begins.map((start, at) => ({ start, end: begins[at + 1] ?? sentence.length }));
}

/** Returns whether a subject follows a joint: a determiner, a pronoun or an id, followed by a verb. */
function opensClause(words: readonly string[], at: number): boolean {
  const [joint = "", first = "", ...next] = words.slice(at, at + 2 + TO_VERB);
  if (!JOINTS.has(joint) || !(DETERMINERS.has(first) || ID.test(first))) return false;
  // "T1485 and T1490 were seen" has one subject.
  if (ID.test(first) && ID.test(wordBefore(words, at))) return false;
  const end = next.findIndex((word) => JOINTS.has(word));
  return next.slice(0, end < 0 ? next.length : end).some(isFiniteVerb);
}

/** Returns the last word before a position that is not a joint. A closing bracket counts as a word. */
function wordBefore(words: readonly string[], at: number): string {
  let before = at - 1;
  while (JOINTS.has(words[before] ?? "")) before -= 1;
  return words[before] ?? "";
}
