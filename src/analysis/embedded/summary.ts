import { isProse } from "./prose.ts";
import type { Sentence } from "./sentences.ts";

/** Something recognised in the text: what (a technique or group id) and where. */
export interface Recognised {
  attack_id: string;
  start: number;
}

interface Candidate {
  index: number;
  words: string;
  techniques: Set<string>;
  groups: Set<string>;
}

const OPENING = "Extract from the report, in its own words: ";
const NOTHING_FOUND = "No technique was recognised. ";
const SKIP = " […] ";
const MAX_SENTENCES = 5;
const MIN_LENGTH = 40;
const MAX_LENGTH = 400;
/** What every report carries and none is about. */
const BOILERPLATE =
  /https?:\/\/|hxxps?:|www\.|TLP:|©|copyright|all rights reserved|subscribe|cookie|click here|contact us|for more information|@\S+\.\S/i;

/**
 * A summary made of the report's own sentences, in parts of a sentence each; joined they are the
 * summary, never empty and under 2,100 characters. It says that it is an extract, and says so
 * plainly when no technique was recognised.
 */
export function summarise(
  text: string,
  sentences: readonly Sentence[],
  techniques: readonly Recognised[],
  groups: readonly Recognised[],
): string[] {
  if (techniques.length === 0) return [NOTHING_FOUND, beginningOf(text, sentences)];
  const candidates = candidatesOf(text, sentences, techniques, groups);
  const chosen = choose(candidates.filter(({ words }) => isReadable(words)));
  // Tables only: the first entries are still the report's own words.
  const shown =
    chosen.length > 0 ? chosen : candidates.filter((c) => c.techniques.size > 0).slice(0, 3);
  return [
    OPENING,
    ...shown.map(({ index, words }, position) => {
      const before = shown[position - 1]?.index;
      const join = before === undefined ? "" : before + 1 === index ? " " : SKIP;
      return join + shorten(words);
    }),
  ];
}

function beginningOf(text: string, sentences: readonly Sentence[]): string {
  const first = sentences[0];
  if (first === undefined) return "The report holds no words.";
  return `The report begins: ${shorten(fold(text.slice(first.start, first.start + 4 * MAX_LENGTH)))}`;
}

function candidatesOf(
  text: string,
  sentences: readonly Sentence[],
  techniques: readonly Recognised[],
  groups: readonly Recognised[],
): Candidate[] {
  const techniquesIn = idsBySentence(sentences, techniques);
  const groupsIn = idsBySentence(sentences, groups);
  const none = new Set<string>();
  return sentences.flatMap(({ start, end }, index) => {
    const found = {
      techniques: techniquesIn.get(index) ?? none,
      groups: groupsIn.get(index) ?? none,
    };
    if (found.techniques.size + found.groups.size === 0) return [];
    return [{ index, words: fold(text.slice(start, end)), ...found }];
  });
}

function idsBySentence(sentences: readonly Sentence[], recognised: readonly Recognised[]) {
  const ids = new Map<number, Set<string>>();
  let index = 0;
  for (const { attack_id, start } of recognised.toSorted((a, b) => a.start - b.start)) {
    while ((sentences[index + 1]?.start ?? Infinity) <= start) index += 1;
    const known = ids.get(index);
    if (known === undefined) ids.set(index, new Set([attack_id]));
    else known.add(attack_id);
  }
  return ids;
}

function isReadable(words: string): boolean {
  const fits = words.length >= MIN_LENGTH && words.length <= MAX_LENGTH;
  return fits && !BOILERPLATE.test(words) && isProse(words);
}

/** Takes the strongest sentence five times, each time preferring what is not yet told; in text order. */
function choose(candidates: readonly Candidate[]): Candidate[] {
  const chosen: Candidate[] = [];
  const told = new Set<string>();
  while (chosen.length < Math.min(MAX_SENTENCES, candidates.length)) {
    let best: Candidate | null = null;
    let bestScore = -1;
    for (const candidate of candidates) {
      if (chosen.includes(candidate)) continue;
      const score = strength(candidate, told);
      if (score > bestScore) [best, bestScore] = [candidate, score];
    }
    if (best === null) break;
    chosen.push(best);
    for (const id of [...best.techniques, ...best.groups]) told.add(id);
  }
  return chosen.sort((a, b) => a.index - b.index);
}

/** Three techniques are as good as ten: a sentence that lists ids says little. */
function strength({ words, techniques, groups }: Candidate, told: ReadonlySet<string>): number {
  const fresh = (ids: ReadonlySet<string>) => [...ids].filter((id) => !told.has(id)).length;
  const ends = /[.!?。！？][\p{P}\d]*$/u.test(words) ? 1 : 0;
  const known = techniques.size + groups.size > 0 ? 0.5 : 0;
  return 2 * Math.min(3, fresh(techniques)) + 1.5 * Math.min(1, fresh(groups)) + ends + known;
}

function fold(words: string): string {
  return words.replace(/\s+/gu, " ").trim().toWellFormed();
}

function shorten(words: string): string {
  if (words.length <= MAX_LENGTH) return words;
  const cut = words.slice(0, MAX_LENGTH - 2);
  const space = cut.lastIndexOf(" ");
  return `${(space > MAX_LENGTH / 2 ? cut.slice(0, space) : cut).toWellFormed()} …`;
}
