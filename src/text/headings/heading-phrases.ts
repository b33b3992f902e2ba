import { tokenize } from "../tokens/tokens.ts";
import type { HeadingKind, HeadingWords } from "./section-kind.ts";

const SIGNS = "^~=?!";

/** Where in a heading a phrase counts: one of the signs of `HeadingWords`, or anywhere. */
export type PhraseSign = "^" | "~" | "=" | "?" | "!" | "";

interface Word {
  letters: string;
  isStem: boolean;
}

interface HeadingPhrase {
  kind: HeadingKind;
  sign: PhraseSign;
  words: readonly Word[];
}

/** A phrase in the words of a heading: the indexes of its first and last word. */
export interface PhraseInHeading {
  kind: HeadingKind;
  sign: PhraseSign;
  first: number;
  last: number;
}

/** The phrases in the words of a heading, in order, the longest at each place, none within another. */
export type HeadingPhraseFinder = (words: readonly string[]) => PhraseInHeading[];

/** Chinese and Japanese words stand side by side without spaces. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** A finder of all phrases of these tables. */
export function headingPhraseFinder(tables: readonly HeadingWords[]): HeadingPhraseFinder {
  const byFirst = new Map<string, HeadingPhrase[]>();
  const stems: HeadingPhrase[] = [];
  for (const phrase of tables.flatMap(phrasesOf)) {
    const [first] = phrase.words;
    if (first === undefined) continue;
    if (first.isStem) stems.push(phrase);
    else byFirst.set(first.letters, [...(byFirst.get(first.letters) ?? []), phrase]);
  }
  return (words) => {
    const found: PhraseInHeading[] = [];
    for (let at = 0; at < words.length;) {
      const word = words[at] ?? "";
      const candidates = [
        ...(byFirst.get(word) ?? []),
        ...stems.filter(({ words: [stem] }) => word.startsWith(stem?.letters ?? " ")),
      ].filter((phrase) => standsAt(phrase, words, at));
      const length = Math.max(0, ...candidates.map((phrase) => phrase.words.length));
      for (const phrase of candidates) {
        if (phrase.words.length !== length) continue;
        found.push({ kind: phrase.kind, sign: phrase.sign, first: at, last: at + length - 1 });
      }
      at += Math.max(1, length);
    }
    return found;
  };
}

function standsAt(phrase: HeadingPhrase, words: readonly string[], at: number): boolean {
  return phrase.words.every(({ letters, isStem }, index) => {
    const word = words[at + index] ?? "";
    return isStem ? word.startsWith(letters) : word === letters;
  });
}

function phrasesOf(table: HeadingWords): HeadingPhrase[] {
  return Object.entries(table).flatMap(([kind, byLanguage]) =>
    Object.values(byLanguage).flatMap((list) =>
      list.split(",").map((written) => phraseOf(written.trim(), kind as HeadingKind)),
    ),
  );
}

function phraseOf(written: string, kind: HeadingKind): HeadingPhrase {
  const sign = SIGNS.includes(written.charAt(0)) ? (written.charAt(0) as PhraseSign) : "";
  const words = written.slice(sign.length).split(" ").flatMap(wordsOfPart);
  return { kind, sign, words };
}

function wordsOfPart(part: string): Word[] {
  const words = wordsOf(part);
  return words.map((letters, index) => ({
    letters,
    isStem: part.endsWith("*") && index === words.length - 1,
  }));
}

/** The words of a heading, folded; a sign of Chinese or Japanese is a word each. */
export function wordsOf(heading: string): string[] {
  return tokenize(heading).flatMap(({ text }) => (UNSPACED.test(text) ? Array.from(text) : text));
}
