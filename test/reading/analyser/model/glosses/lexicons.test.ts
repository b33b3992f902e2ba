import { describe, expect, it } from "vitest";
import { FUNCTION_WORDS } from "../../../../../src/text/language/function-words.ts";
import { glossHan, indexHan } from "../../../../../src/reading/analyser/model/glosses/gloss-han.ts";
import { glossWords } from "../../../../../src/reading/analyser/model/glosses/gloss-words.ts";
import {
  indexLexicon,
  readEntries,
} from "../../../../../src/reading/analyser/model/glosses/lexicon.ts";
import { GERMAN } from "../../../../../src/reading/analyser/model/glosses/lexicons/de.ts";
import { SPANISH } from "../../../../../src/reading/analyser/model/glosses/lexicons/es.ts";
import { FRENCH } from "../../../../../src/reading/analyser/model/glosses/lexicons/fr.ts";
import { RUSSIAN } from "../../../../../src/reading/analyser/model/glosses/lexicons/ru.ts";
import { CHINESE } from "../../../../../src/reading/analyser/model/glosses/lexicons/zh.ts";

const LEXICONS = { de: GERMAN, es: SPANISH, fr: FRENCH, ru: RUSSIAN, zh: CHINESE };

describe.each(Object.entries(LEXICONS))("the lexicon of %s", (language, lines) => {
  const entries = readEntries(lines);

  it("has a pair on every line, in lower case, each once", () => {
    const rows = lines.trim().split("\n");
    expect(entries).toHaveLength(rows.length);
    expect(rows.filter((row) => row !== row.toLowerCase() || row !== row.normalize("NFC"))).toEqual(
      [],
    );
    expect(new Set(entries.map(([foreign]) => foreign)).size).toBe(entries.length);
    expect(rows.filter((row) => !/^[^=`$\\]+=[a-z0-9][a-z0-9 ./'-]*$/.test(row))).toEqual([]);
  });

  it("has no stem of fewer than three letters", () => {
    const short = entries.filter(([foreign]) => /(?<!\p{L})\p{L}{1,2}\*/u.test(foreign));
    expect(short).toEqual([]);
  });

  it("knows each of its words", () => {
    const functionWords = new Set<string>();
    const gloss =
      language === "zh"
        ? (text: string) => glossHan(text, indexedHan)
        : (text: string) => glossWords(text, { lexicon, functionWords, hasCompounds: false });
    const indexedHan = indexHan(lines, FUNCTION_WORDS.zh);
    const lexicon = indexLexicon(lines);
    const unknown = entries.filter(
      ([foreign, english]) => gloss(foreign.replaceAll("*", "")) !== english,
    );
    expect(unknown).toEqual([]);
  });
});
