import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { headingKindOf, readHeading } from "../../../src/text/headings/heading-kind.ts";
import type { HeadingWords } from "../../../src/text/headings/section-kind.ts";
import { WORDS_FOR_DEFENDERS } from "../../../src/text/headings/words-for-defenders.ts";
import { WORDS_OF_LISTS } from "../../../src/text/headings/words-of-lists.ts";
import { WORDS_OF_THE_FRAME } from "../../../src/text/headings/words-of-the-frame.ts";
import { WORDS_OF_THE_REPORT } from "../../../src/text/headings/words-of-the-report.ts";

const TABLES: Readonly<Record<string, HeadingWords>> = {
  WORDS_FOR_DEFENDERS,
  WORDS_OF_LISTS,
  WORDS_OF_THE_FRAME,
  WORDS_OF_THE_REPORT,
};
const LANGUAGES = ["de", "en", "es", "fr", "it", "ja", "pt", "ru", "zh"];

describe("the words of headings", () => {
  const lists = Object.entries(TABLES).flatMap(([table, kinds]) =>
    Object.entries(kinds).map(([kind, byLanguage]) => ({ table, kind, byLanguage })),
  );

  it.each(lists)("$kind of $table decide for it where they are all of the heading", (list) => {
    const phrases = Object.values(list.byLanguage).flatMap((words) => words.split(","));
    const wrong = phrases
      .map((phrase) => phrase.trim().replace(/^[\^~=?!]/, ""))
      .filter((phrase) => readHeading(phrase.replaceAll("*", "")).kind !== list.kind);
    expect(wrong).toEqual([]);
  });

  it.each(lists.filter(({ kind }) => kind !== "subject"))(
    "$kind of $table in all languages",
    (list) => {
      expect(Object.keys(list.byLanguage).toSorted()).toEqual(LANGUAGES);
    },
  );
});

it("has no phrase with two meanings", () => {
  const meanings = new Map<string, Set<string>>();
  for (const kinds of Object.values(TABLES)) {
    for (const [kind, byLanguage] of Object.entries(kinds)) {
      for (const phrase of Object.values(byLanguage).flatMap((words) => words.split(","))) {
        const [, sign = "", words = ""] = /^([\^~=?!]?)(.*)$/.exec(phrase.trim()) ?? [];
        meanings.set(words, (meanings.get(words) ?? new Set()).add(sign + kind));
      }
    }
  }
  expect([...meanings].filter(([, all]) => all.size > 1)).toEqual([]);
});

describe("the kind of a heading", () => {
  it.each([
    ["Detecting Defense Evasion", "detection"],
    ["Technical details: indicators of compromise", "indicators"],
    ["Overview of mitigations", "advice"],
    ["Summary of recommendations", "advice"],
    ["Appendix C: Commands", "body"],
    ["Summary", "body"],
    ["What is ransomware?", "definition"],
    ["What is Contoso?", null],
    ["The new loader", null],
    ["Indicator Removal from Host", null],
    ["How the intruders got in", null],
    ["", null],
    ["4.2", null],
  ])("%j is %j", (line, kind) => {
    expect(headingKindOf(line)).toBe(kind);
  });

  it("is found in a heading of any length without a pause", () => {
    expect(headingKindOf(`${"Contoso and Fabrikam ".repeat(100_000)}recommendations`)).toBeNull();
  });
});

it.each(["headings", "sections"])("text/%s has no long regular expression", (room) => {
  const folder = join(import.meta.dirname, "../../../src/text", room);
  const long = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), "utf8")
      .split("\n")
      .filter((line) => /^\s*(?:(?:const \w+ =)?\s*\/.{200,}\/[a-z]*[;,]?)$/.test(line)),
  );
  expect(long).toEqual([]);
});
