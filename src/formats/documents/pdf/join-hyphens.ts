import type { Draft } from "./classify-groups.ts";
import { LIGATURE_WORDS } from "./ligature-words.ts";
import type { Part } from "./page-units.ts";

/** The longest word. */
const MAX_WORD = 40;
const HEAD = /(?:^|[\s(\u201C"\u2018'])(\p{L}{2,40})[-\u2010\u00AD]$/u;
const TAIL = /^(\p{Ll}{2,40})(?=$|[\s,;:!?)\u201D"\u2019']|\.(?:\s|$))/u;
const WORD = /[^\s\d.,;:!?()[\]"“”'’/\\_]+/g;

/** A word divided at the end of a line. */
interface Division {
  part: Part;
  isSoft: boolean;
  word: string;
  compound: string;
}

const INNER_CAPITAL = /\p{Ll}\p{Lu}/u;

/**
 * Joins words divided at line ends if this is certain: the whole word occurs elsewhere in the document or in
 * the list of common words, and never with the hyphen.
 */
export function joinHyphens(drafts: readonly Draft[]): void {
  const divisions = drafts.flatMap(divisionsOf);
  if (divisions.length === 0) return;
  const wanted = new Set(divisions.flatMap(({ word, compound }) => [word, compound]));
  const lengths = new Set([...wanted].map(({ length }) => length));
  const seen = new Set<string>();
  for (const { units } of drafts) {
    for (const { fragment } of units.flatMap(({ parts }) => parts)) {
      for (const [match] of fragment.text.matchAll(WORD)) {
        // "CommandLine" is no evidence for "command-line".
        if (!lengths.has(match.length) || INNER_CAPITAL.test(match)) continue;
        const word = match.toLowerCase();
        if (wanted.has(word)) seen.add(word);
      }
    }
  }
  for (const { part, isSoft, word, compound } of divisions) {
    const isKnown = (seen.has(word) || LIGATURE_WORDS.has(word)) && !seen.has(compound);
    if (!isSoft && !isKnown) continue;
    part.fragment.text = part.fragment.text.trimEnd().slice(0, -1);
    part.after = "";
    part.isDivided = true;
  }
}

function divisionsOf({ kind, units }: Draft): Division[] {
  if (kind === "code" || kind === "furniture") return [];
  const divisions: Division[] = [];
  const parts = units.flatMap((unit) => unit.parts);
  const begins = new Set(units.flatMap((unit) => unit.cells?.map(({ from }) => from) ?? []));
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1];
    if (next === undefined || part.after.trim() !== "" || begins.has(at + 1)) continue;
    const text = part.fragment.text.trimEnd();
    const head = HEAD.exec(text.slice(-MAX_WORD - 3))?.[1];
    const tail = TAIL.exec(next.fragment.text.slice(0, MAX_WORD + 3))?.[1];
    if (head === undefined || tail === undefined || !isBelow(part, next)) continue;
    const word = (head + tail).toLowerCase();
    const compound = `${head}-${tail}`.toLowerCase();
    divisions.push({ part, isSoft: text.endsWith("\u00AD"), word, compound });
  }
  return divisions;
}

const isBelow = (part: Part, next: Part) =>
  next.page !== part.page || next.fragment.top <= (part.fragment.top + part.fragment.bottom) / 2;
