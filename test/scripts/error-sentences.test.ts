import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { replacedWord } from "../support/glossary.ts";

const SOURCES = join(import.meta.dirname, "..", "..", "src");
const LITERAL = /"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;
/** What a user may read begins with a capital letter or a value and has several words. */
const SENTENCE = /^(?:[A-Z']|\$\{)\S*(?: \S+){2,}$/s;
const SQL = /^\S+ (?:is|in|and|=|\+|<=|>)(?: |$)|\bselect\b/;

/** The sentences among the string literals of a source, without lines of comment and without values. */
function sentencesOf(source: string): string[] {
  const code = source.replace(/^\s*(?:\/?\*|\/\/).*$/gm, "");
  return [...code.matchAll(LITERAL)]
    .map(([, quoted, template]) => quoted ?? template ?? "")
    .filter((text) => SENTENCE.test(text) && !SQL.test(text))
    .map((text) => text.replace(/\$\{[^}]*\}/g, "…"));
}

describe("the sentences of errors", () => {
  const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => ({ file, sentences: sentencesOf(readFileSync(join(SOURCES, file), "utf8")) }));

  it("have no word that the glossary replaces", () => {
    expect(sources.flatMap(({ sentences }) => sentences).length).toBeGreaterThan(500);
    const found = sources.flatMap(({ file, sentences }) =>
      sentences.flatMap((sentence) => {
        const word = replacedWord(sentence);
        return word === null ? [] : [`${file}: ${word} in: ${sentence}`];
      }),
    );
    expect(found).toEqual([]);
  });

  it("are found in what is thrown, with the values left out", () => {
    const source =
      'throw new AppError("conflict", `The id ${id} was retired.`); // "It has no home now."';
    expect(sentencesOf(source)).toEqual(["The id … was retired.", "It has no home now."]);
    expect(sentencesOf('  // throw "It has no home now."')).toEqual([]);
  });
});
