import type { Span } from "../../text/document/document.ts";
import { ACTORS } from "../recognition/acts/actor-words.ts";
import { isVerb } from "./model/act-verbs.ts";
import { stem } from "./model/stem.ts";

/** Words that support a finding, with their share of all supporting words. */
export interface WeighedWords {
  words: string;
  share: number;
}

/** What starts a clause: words in any position, words after a comma, and words whose clause ends at a comma. */
interface Openings {
  always: string;
  afterComma: string;
  subordinate: string;
}

/** Openings by language. To add a language, add an entry. */
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
/** Maximum distance in words from the start of a clause to its verb. */
const SUBJECT_WORDS = 6;

/** Splits a sentence into clauses with offsets, in order. They cover the whole sentence. */
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

/** @param first start of the clause that would end here */
function beginsClause(words: readonly string[], at: number, first: number): boolean {
  const [word = "", next = ""] = words.slice(at, at + 2);
  if (ALWAYS.has(word) || SEPARATORS.has(word)) return true;
  if (word !== ",") return false;
  // "Weil es scheiterte, drangen sie ein": after a subordinate clause, the verb comes first.
  const isSubordinate = SUBORDINATE.has(words[first] ?? "");
  if (isSubordinate && (first === 0 || isFiniteVerb(next))) return true;
  return opensClause(words, at + 1);
}

/** Returns whether the words are a subject and its verb (", the attackers exploited"), not the next item of a list. */
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

/** Returns whether a lower-case word is a finite verb. */
export function isFiniteVerb(word: string): boolean {
  return AUXILIARIES.has(word) || (isVerb(word) && !word.endsWith("ing"));
}

/** Returns the index of the clause with most of the supporting words, or -1 if none has any. */
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
