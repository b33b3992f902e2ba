import { readEntries } from "./lexicon.ts";

/** Words by their first character, longest first; "" for one that says nothing. */
export type HanLexicon = Map<string, { word: string; gloss: string }[]>;

const HAN = /[\u3400-\u9fff]+/g;
/** What ends a clause has to be seen by readers of English. */
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

/** Indexes the lines of a lexicon and the words that drop out. */
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

/** The text with its Chinese words in English, cut by longest match; what is not Chinese stays. */
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
