import { type Named, type NameFinder, wordFinder } from "./named-things.ts";
import type { Span } from "../../text/document/document.ts";
import { actorAt } from "./actor-at.ts";
import { findSaid } from "./words.ts";

/** A value that a report lists as an indicator, and its first place in a list. */
export interface ListedValue {
  /** Its possible forms in the text. */
  written: readonly string[];
  sentence: string | null;
  /** The heading above it. */
  heading: string | null;
}

/** Maximum length of a line that is parsed as a pair of name and value. */
const LONGEST = 500;
/** Separator between a name and an adjacent value. */
const TOUCHING = /^[\s:=|,()–—-]{1,4}$/u;
const NEAR = 120;
/** Matches text that looks like a value at the start or end of words. */
const VALUE = String.raw`(?:[0-9a-f]{32,}|\d{1,3}(?:\[?\.\]?\d{1,3}){3}|[\w.-]+\[\.\]\w+)`;
const VALUE_BEHIND = new RegExp(String.raw`^[\s:=|,()–—-]{1,4}${VALUE}`, "iu");
const VALUE_BEFORE = new RegExp(String.raw`${VALUE}[\s:=|,()–—-]{1,4}$`, "iu");
const ANY_VALUE = new RegExp(VALUE, "iu");
/** A line of prose, whose heading is about more than the values. */
const PROSE = /(?:(?<!\p{L})\p{Ll}+,? ){6}/u;
/** Maximum words of a heading in addition to the name, such as "malware". */
const FEW_WORDS = 2;

/**
 * Returns the keys of what a value indicates according to the report: the name right next to it or acting in its
 * sentence, the thing that it belongs to ("TrickBot C2"), or else the only name in the list's heading. A name elsewhere
 * in the sentence does not count.
 */
export function indicatedBy(
  { written, sentence, heading }: ListedValue,
  find: NameFinder,
  foreign: boolean,
): string[] {
  const named = sentence === null ? [] : find(sentence);
  if (sentence !== null && sentence.length <= LONGEST && named.length > 0) {
    const places = wordFinder(written)(sentence);
    const direct = named.filter((one) =>
      places.some((place) => isTiedTo(sentence, one, place, foreign)),
    );
    if (direct.length > 0) return keysOf(direct);
  }
  const inHeading = heading === null ? [] : keysOf(readHeading(heading, sentence ?? "", find));
  const others = keysOf(named).filter((key) => !inHeading.includes(key));
  return inHeading.length === 1 && others.length === 0 ? inHeading : [];
}

function keysOf(named: readonly Named[]): string[] {
  return [...new Set(named.map(({ thing }) => thing.key))];
}

/** Returns what a heading names, if it introduces values: it says so, or contains little but the name. */
function readHeading(heading: string, below: string, find: NameFinder): Named[] {
  if (ANY_VALUE.test(heading)) return [];
  const named = find(heading);
  const [first] = named;
  if (first === undefined) return [];
  const around = `${heading.slice(0, first.start)} ${heading.slice(first.end)}`;
  const isOfValues = findSaid(around).some(({ meaning }) => meaning === "belongs");
  const isName = (around.match(/\p{L}{2,}/gu)?.length ?? 0) <= FEW_WORDS && !PROSE.test(below);
  return isOfValues || isName ? named : [];
}

function isTiedTo(sentence: string, named: Named, value: Span, foreign: boolean): boolean {
  const isBefore = named.end <= value.start;
  const between = isBefore
    ? sentence.slice(named.end, value.start)
    : sentence.slice(value.end, named.start);
  if (TOUCHING.test(between)) {
    // A name between two values may belong to either.
    return isBefore
      ? !VALUE_BEFORE.test(sentence.slice(0, named.start))
      : !VALUE_BEHIND.test(sentence.slice(named.end));
  }
  if (!isBefore || between.length > NEAR || /[.;!?。；]\s/u.test(between)) return false;
  const [belongs] = findSaid(between);
  const isPart = belongs?.meaning === "belongs" && between.slice(0, belongs.start).trim() === "";
  return isPart || actorAt(sentence, named, foreign) !== null;
}
