import { type Cues, cueFinder } from "../phrases/cue-table.ts";
import { tokenize } from "../tokens/tokens.ts";
import type { HeadingKind, HeadingWords } from "./section-kind.ts";

/** Position in a heading where a phrase counts: a sign of `HeadingWords`, or empty for anywhere. */
export type PhraseSign = "^" | "~" | "=" | "?" | "!" | "";

/** A phrase in a heading, with the indexes of its first and last word. */
export interface PhraseInHeading {
  kind: HeadingKind;
  sign: PhraseSign;
  first: number;
  last: number;
}

/** The folded words of a heading. Each Chinese or Japanese character is a word. */
export interface HeadingPhrases {
  words: readonly string[];
  /** In order: the longest phrase at each position, none within another. */
  phrases: readonly PhraseInHeading[];
}

type Meaning = `${PhraseSign}${HeadingKind}`;

/** Scripts without spaces between words: Chinese and Japanese. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Returns a function that finds the phrases of these tables in a heading. */
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
