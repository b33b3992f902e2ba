import { sentenceAt, type Sentence } from "../recognition/sentences.ts";
import { MentionList } from "./mentions.ts";
import type { Entities } from "./schema.ts";

/** A value that an extractor found in a text, in its normal form. */
export interface NamedObservable {
  kind: string;
  value: string;
}

type Located = Pick<Entities, "cves" | "observables">;

/** Hyphens and dashes that word processors put into identifiers. */
const DASH = "[-\\u2010-\\u2015\\u2212\\uFE63\\uFF0D]";
/** A dot as it is, or as reports write it so that nobody clicks on it. */
const DOT =
  "(?:\\.|\\s?[\\[({<]\\s{0,2}(?:\\.|dot)\\s{0,2}[\\])}>]\\s?|\\[\\.|\\.\\]|\\\\\\.|[\\u3002\\uFF0E])";
/** As long as a hash. */
const LABEL = "[A-Za-z0-9_-]{1,64}";
const CVE = `CVE${DASH}\\d{4}${DASH}\\d{4,19}`;
/** Whatever may be an observable; every quantifier is bounded, so that the time is linear. */
const WRITTEN = new RegExp(
  `(?<![A-Za-z0-9_-])(?:${CVE}(?!\\d)|${LABEL}(?:${DOT}${LABEL}){0,20}(?![A-Za-z0-9_-]))`,
  "gi",
);
/** How many are listed at most, and characters of their passages: a row of the database has its limit. */
const MAX_LISTED = 300;
const MAX_CHARS = 200_000;

/**
 * The places of observables in a text, those of vulnerabilities apart, each with its first sentence.
 * What the extractor found and nobody can point at is left out.
 */
export function findObservables(
  text: string,
  sentences: readonly Sentence[],
  named: readonly NamedObservable[],
): Located {
  const wanted = new Map(named.map((observable) => [observable.value.toLowerCase(), observable]));
  const cves = new MentionList<{ id: string }>(text);
  const others = new MentionList<NamedObservable & { sentence: null }>(text);
  for (const { 0: written, index: start } of wanted.size === 0 ? [] : text.matchAll(WRITTEN)) {
    for (const { value, from, to } of valuesOf(written)) {
      const known = wanted.get(value);
      if (known === undefined) continue;
      const place = { start: start + from, end: start + to };
      if (known.kind === "cve") cves.add(value, place, () => ({ id: known.value }));
      else others.add(value, place, () => ({ ...known, sentence: null }));
    }
  }
  const order = new Map([...new Set(named.map(({ kind }) => kind))].map((kind, at) => [kind, at]));
  return {
    cves: cves.byCount().slice(0, MAX_LISTED),
    observables: asManyAsFit(
      others
        .inOrder()
        .sort((a, b) => (order.get(a.kind) ?? 0) - (order.get(b.kind) ?? 0))
        .slice(0, MAX_LISTED)
        .map((found) => ({ ...found, sentence: sentenceOf(text, sentences, found.mentions[0]) })),
    ),
  };
}

function asManyAsFit(listed: Located["observables"]): Located["observables"] {
  let chars = 0;
  const tooMany = listed.findIndex(({ sentence, mentions }) => {
    for (const { text } of [...mentions, ...(sentence === null ? [] : [sentence])])
      chars += text.length;
    return chars > MAX_CHARS;
  });
  return tooMany < 0 ? listed : listed.slice(0, tooMany);
}

/** What is written, in normal form; of a range both its ends. */
function valuesOf(written: string): { value: string; from: number; to: number }[] {
  const isPlain = /^[a-z0-9._-]*$/.test(written);
  const value = isPlain ? written : normalise(written);
  const hyphen = written.indexOf("-");
  if (hyphen > 0 && /^[\d.]+-[\d.]+$/.test(value)) {
    const [first = "", last = ""] = value.split("-");
    return [
      { value: first, from: 0, to: hyphen },
      { value: last, from: hyphen + 1, to: written.length },
    ];
  }
  return [{ value, from: 0, to: written.length }];
}

function normalise(written: string): string {
  return written
    .replace(new RegExp(DASH, "g"), "-")
    .replace(new RegExp(DOT, "gi"), ".")
    .toLowerCase();
}

function sentenceOf(
  text: string,
  sentences: readonly Sentence[],
  mention: { start: number } | undefined,
) {
  if (mention === undefined) return null;
  const sentence = sentences[sentenceAt(sentences, mention.start)];
  if (sentence === undefined || sentence.end <= mention.start) return null;
  return { text: text.slice(sentence.start, sentence.end), ...sentence };
}
