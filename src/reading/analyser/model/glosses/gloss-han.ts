import { readEntries } from "./lexicon.ts";

/** Words by their first character, longest first. The gloss "" marks words without meaning for the models. */
export type HanLexicon = Map<string, { word: string; gloss: string }[]>;

const HAN = /[\u3400-\u9fff]+/g;
/** Chinese punctuation that ends clauses, as English punctuation. */
const SIGNS: Readonly<Record<string, string>> = {
  "，": ", ",
  "、": ", ",
  "。": ". ",
  "；": "; ",
  "：": ": ",
  "（": " (",
  "）": ") ",
  "“": ' "',
  "”": '" ',
  "《": ' "',
  "》": '" ',
};

/** Indexes the lines of a lexicon and the words to drop. */
export function indexHan(lines: string, functionWords: readonly string[]): HanLexicon {
  const lexicon: HanLexicon = new Map();
  const add = (word: string, gloss: string) => {
    const first = word[0] ?? "";
    const sameFirst = lexicon.get(first) ?? [];
    if (!sameFirst.some((other) => other.word === word)) sameFirst.push({ word, gloss });
    lexicon.set(first, sameFirst);
  };
  for (const [word, gloss] of readEntries(lines)) add(word, gloss);
  for (const word of functionWords) add(word, "");
  for (const sameFirst of lexicon.values()) {
    sameFirst.sort((a, b) => b.word.length - a.word.length);
  }
  return lexicon;
}

/** Replaces the Chinese words of a text by their English glosses, using the longest match. Other text is unchanged. */
export function glossHan(text: string, lexicon: HanLexicon): string {
  return text
    .replace(HAN, (run) => ` ${glossRun(run, lexicon)} `)
    .replace(/[，、。；：（）“”《》]/gu, (sign) => SIGNS[sign] ?? sign)
    .replace(/[^\S\n]{2,}/g, " ")
    .replace(/ (?=[,.;:!?)]+(?:\s|$))/g, "")
    .replace(/^[\s,;:]+/u, "")
    .trimEnd();
}

function glossRun(run: string, lexicon: HanLexicon): string {
  const glosses: string[] = [];
  let unknown = "";
  const closeUnknown = () => {
    if (unknown !== "") glosses.push(unknown);
    unknown = "";
  };
  for (let at = 0; at < run.length;) {
    const found = lexicon.get(run[at] ?? "")?.find(({ word }) => run.startsWith(word, at));
    if (found === undefined) {
      unknown += run[at] ?? "";
      at += 1;
      continue;
    }
    closeUnknown();
    if (found.gloss !== "") glosses.push(found.gloss);
    at += found.word.length;
  }
  closeUnknown();
  return glosses.join(" ");
}
