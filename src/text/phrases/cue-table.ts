import { foldBlanks } from "../document/fold-blanks.ts";
import { tokenize } from "../tokens/tokens.ts";
import {
  findPhrases,
  FIRST_UNSPACED,
  STEM_KEY,
  type Gap,
  type Phrase,
  type PhraseTable,
  type Unspaced,
} from "./phrases.ts";

/** Phrases by meaning. One space separates words, and a final `*` matches any ending of a word. */
export type Cues<M extends string> = Partial<Record<M, readonly string[]>>;

/** A phrase in a text, and its meaning. */
export interface CueHit<M extends string> {
  meaning: M;
  start: number;
  end: number;
}

/** Finds phrases in a text, or in part of it. */
export type CueFinder<M extends string> = (text: string, from?: number, to?: number) => CueHit<M>[];

const TOUCHING: Gap = { signs: "", mayTouch: true, mustTouch: true, needs: null };

/** Splits a list of phrases at its commas. A phrase may continue on the next line. */
export function listPhrases(text: string): string[] {
  return text.trim().split(/\s*,\s*/u);
}

/** Returns a finder for these phrases. If two languages share a phrase, the first one's meaning counts. */
export function cueFinder<M extends string>(tables: readonly Cues<M>[]): CueFinder<M> {
  const table = buildCues(tables);
  return (text, from, to) =>
    findPhrases(text, tokenize(text, from, to), table).flatMap(({ values, start, end }) =>
      values.slice(0, 1).map((meaning) => ({ meaning, start, end })),
    );
}

/**
 * Builds a table of these phrases, for callers that already have the words of the text.
 * @param tables one per language; listing a phrase twice in one of them is an error
 */
export function buildCues<M extends string>(tables: readonly Cues<M>[]): PhraseTable<M> {
  const byWord = new Map<string, Phrase<M>[]>();
  const byStem = new Map<string, Phrase<M>[]>();
  const unspaced = new Map<number, Unspaced<M>[]>();
  for (const table of tables) {
    const listed = new Set<string>();
    for (const [meaning, phrases] of Object.entries(table) as [M, readonly string[]][]) {
      for (const written of phrases) {
        const folded = foldBlanks(written).toLowerCase();
        // Only the first meaning would count.
        if (listed.has(folded)) throw new Error(`${written} is listed twice`);
        listed.add(folded);
        if (written.charCodeAt(0) >= FIRST_UNSPACED) {
          add(unspaced, written.charCodeAt(0), { written, values: [meaning] });
          continue;
        }
        const phrase = toPhrase(written, meaning);
        const first = phrase.words[0] ?? "";
        if (phrase.stems?.[0] !== true) add(byWord, first, phrase);
        else if (first.length < STEM_KEY) throw new Error(`${first}* is too short a stem`);
        else add(byStem, first.slice(0, STEM_KEY), phrase);
      }
    }
  }
  for (const list of [...byWord.values(), ...byStem.values()]) {
    // Sorts the longest phrase first: "legitimate service" is more specific than "service".
    list.sort((a, b) => b.words.length - a.words.length);
  }
  for (const list of unspaced.values()) list.sort((a, b) => b.written.length - a.written.length);
  return { byWord, byStem, unspaced };
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function toPhrase<M>(written: string, meaning: M): Phrase<M> {
  const tokens = tokenize(written);
  const words = tokens.map(({ text }) => text);
  const gaps = tokens
    .slice(1)
    .map(({ start }, index) => (tokens[index]?.end === start ? TOUCHING : null));
  return { words, gaps, stems: tokens.map(({ end }) => written[end] === "*"), values: [meaning] };
}
