import { type Cues, cueFinder } from "../phrases/cue-table.ts";
import { tokenize } from "../tokens/tokens.ts";
import type { HeadingKind, HeadingWords } from "./section-kind.ts";

/** Where in a heading a phrase counts: one of the signs of `HeadingWords`, or anywhere. */
export type PhraseSign = "^" | "~" | "=" | "?" | "!" | "";

/** A phrase in the words of a heading: the indexes of its first and last word. */
export interface PhraseInHeading {
  kind: HeadingKind;
  sign: PhraseSign;
  first: number;
  last: number;
}

/** A heading by its words, folded; a character of Chinese or Japanese is a word each. */
export interface HeadingPhrases {
  words: readonly string[];
  /** In order, the longest at each place, none within another. */
  phrases: readonly PhraseInHeading[];
}

type Meaning = `${PhraseSign}${HeadingKind}`;

/** Chinese and Japanese words stand side by side without spaces. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Reads headings by the phrases of these tables. */
export function headingReader(
  tables: readonly HeadingWords[],
): (heading: string) => HeadingPhrases {
  const find = cueFinder<Meaning>(tables.flatMap(cuesOf));
  return (printed) => {
    const heading = printed.normalize("NFC");
    const words = wordsOf(heading);
    const phrases = find(heading).map(({ meaning, start, end }) => {
      const sign = /^[\^~=?!]/.exec(meaning)?.[0] ?? "";
      return {
        kind: meaning.slice(sign.length) as HeadingKind,
        sign: sign as PhraseSign,
        first: words.findIndex((word) => word.start >= start),
        last: words.findLastIndex((word) => word.start < end),
      };
    });
    return { words: words.map(({ text }) => text), phrases };
  };
}

function wordsOf(heading: string): { text: string; start: number }[] {
  return tokenize(heading).flatMap(({ text, start }) =>
    UNSPACED.test(text)
      ? Array.from(text, (character, at) => ({ text: character, start: start + at }))
      : { text, start },
  );
}

function cuesOf(table: HeadingWords): Cues<Meaning>[] {
  return Object.entries(table).flatMap(([kind, byLanguage]) =>
    Object.values(byLanguage).flatMap((list) =>
      list.split(",").map((written): Cues<Meaning> => {
        const [, sign = "", phrase = ""] = /^([\^~=?!]?)(.*)$/.exec(written.trim()) ?? [];
        return { [`${sign}${kind}`]: [phrase] };
      }),
    ),
  );
}
