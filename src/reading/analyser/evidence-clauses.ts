import type { Span } from "../../text/document/document.ts";
import { ACTORS } from "../recognition/acts/actor-words.ts";
import { isVerb } from "./model/act-verbs.ts";
import { stem } from "./model/stem.ts";

/** Words that speak for something, with their share of all that do. */
export interface WeighedWords {
  words: string;
  share: number;
}

/** What begins a clause: words wherever they appear, words behind a comma, words that a comma ends the clause of. */
interface Openings {
  always: string;
  afterComma: string;
  subordinate: string;
}

/** By language. To add one, add an entry. */
const OPENINGS: Readonly<Record<string, Openings>> = {
  en: {
    always: "but while whereas although though because until unless however yet",
    afterComma:
      "the they it he she this these those we a an their its his her which who then so and after when once where",
    subordinate: "because although though while after when since as once if who which",
  },
  de: {
    always: "aber sondern während obwohl weil jedoch nachdem",
    afterComma: "die der das sie er es und wobei worauf",
    subordinate: "weil obwohl während nachdem da als wenn",
  },
  fr: {
    always: "mais tandis alors parce cependant toutefois",
    afterComma: "le la les ils elle il et qui ce ces",
    subordinate: "parce après comme puisque quand lorsque bien",
  },
  es: {
    always: "pero sino mientras aunque porque",
    afterComma: "el la los las ellos y que quien esto estos",
    subordinate: "porque aunque después como cuando tras",
  },
  ru: {
    always: "но однако хотя поскольку пока",
    afterComma: "а и они он она это которые который что",
    subordinate: "поскольку хотя после когда так",
  },
};
const listOf = (which: keyof Openings) =>
  new Set(Object.values(OPENINGS).flatMap((words) => words[which].split(" ")));
const ALWAYS = listOf("always");
const AFTER_COMMA = listOf("afterComma").union(new Set(ACTORS));
const SUBORDINATE = listOf("subordinate");

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}'’.\\/_-]*|[,;，；。]/gu;
const SEPARATORS = new Set([";", "；", "。", "，"]);
const isSign = (word: string) => word === "," || SEPARATORS.has(word);
/** How far from the beginning of a clause its verb is, at most. */
const SUBJECT_WORDS = 6;

/** The clauses of a sentence with their places, in order; they cover all of it. */
export function cutEvidence(sentence: string): Span[] {
  const tokens = [...sentence.matchAll(TOKEN)].map(({ 0: printed, index }) => ({
    word: printed.toLowerCase(),
    index,
  }));
  const words = tokens.map(({ word }) => word);
  const starts = [0];
  let first = 0;
  for (const [at, { word, index }] of tokens.entries()) {
    if (at === 0 || !beginsClause(words, at, first)) continue;
    starts.push(index);
    first = isSign(word) ? at + 1 : at;
  }
  return starts.map((start, at) => ({ start, end: starts[at + 1] ?? sentence.length }));
}

/** @param first where the clause begins that it would end */
function beginsClause(words: readonly string[], at: number, first: number): boolean {
  const [word = "", next = ""] = words.slice(at, at + 2);
  if (ALWAYS.has(word) || SEPARATORS.has(word)) return true;
  if (word !== ",") return false;
  // "Weil es scheiterte, drangen sie ein"; of one within a sentence, what follows is the verb.
  const isSubordinate = SUBORDINATE.has(words[first] ?? "");
  if (isSubordinate && (first === 0 || isFiniteVerb(next))) return true;
  return opensClause(words, at + 1);
}

/** ", the attackers exploited": a subject and its verb, no next thing of a list. */
function opensClause(words: readonly string[], at: number): boolean {
  const opening = words[at] ?? "";
  if (!AFTER_COMMA.has(opening)) return false;
  if (!/^[a-z]+$/.test(opening)) return true;
  const next = words.slice(at + 1, at + 1 + SUBJECT_WORDS);
  const end = next.findIndex((word) => /^[,;]$/.test(word));
  return next.slice(0, end < 0 ? next.length : end).some((word) => isFiniteVerb(word));
}

const AUXILIARIES = new Set(
  "was were is are had has have did can could will would shall should may might must".split(" "),
);

/** Whether a word, in lower case, is a verb in a finite form. */
export function isFiniteVerb(word: string): boolean {
  return AUXILIARIES.has(word) || (isVerb(word) && !word.endsWith("ing"));
}

/** Which clause has most of the words that speak for something; -1 where none has any. */
export function clauseOf(
  sentence: string,
  clauses: readonly Span[],
  words: readonly WeighedWords[],
): number {
  const shares = clauses.map(({ start, end }) => {
    const stems = stemsOf(sentence.slice(start, end));
    return words.reduce(
      (sum, { words: some, share }) => sum + (stemsOf(some).isSubsetOf(stems) ? share : 0),
      0,
    );
  });
  const most = Math.max(...shares);
  return most > 0 ? shares.indexOf(most) : -1;
}

function stemsOf(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem));
}
