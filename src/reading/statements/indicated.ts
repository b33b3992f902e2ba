import { type Named, type NameFinder, wordFinder } from "./named-things.ts";
import type { Span } from "../../text/document/document.ts";
import { actorAt } from "./actor-at.ts";
import { findSaid } from "./words.ts";

/** A value that a report lists as an indicator, and where it does so first. */
export interface ListedValue {
  /** The forms in which the text may have it. */
  written: readonly string[];
  sentence: string | null;
  /** The heading above it. */
  heading: string | null;
}

/** Longest line of which a name and a value are read as a pair. */
const LONGEST = 500;
/** Between a name and the value that it is printed next to. */
const TOUCHING = /^[\s:=|,()–—-]{1,4}$/u;
const NEAR = 120;
/** What looks like a value, at the beginning or at the end of words. */
const VALUE = String.raw`(?:[0-9a-f]{32,}|\d{1,3}(?:\[?\.\]?\d{1,3}){3}|[\w.-]+\[\.\]\w+)`;
const VALUE_BEHIND = new RegExp(String.raw`^[\s:=|,()–—-]{1,4}${VALUE}`, "iu");
const VALUE_BEFORE = new RegExp(String.raw`${VALUE}[\s:=|,()–—-]{1,4}$`, "iu");
const ANY_VALUE = new RegExp(VALUE, "iu");
/** A line of prose, where a heading is about more than the values. */
const PROSE = /(?:(?<!\p{L})\p{Ll}+,? ){6}/u;
/** Words of a heading in addition to the name, such as "malware". */
const FEW_WORDS = 2;

/**
 * Returns the keys of what a value indicates by the words of the report: what is printed right next to it or
 * acts in its sentence, what the value is said to be a part of ("TrickBot C2"), else what alone the heading
 * of the list names. A name elsewhere in the sentence says nothing.
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

/** What a heading names, if what it stands above are values: it says so, or is little but the name. */
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
    // Between two values a name belongs to either.
    return isBefore
      ? !VALUE_BEFORE.test(sentence.slice(0, named.start))
      : !VALUE_BEHIND.test(sentence.slice(named.end));
  }
  if (!isBefore || between.length > NEAR || /[.;!?。；]\s/u.test(between)) return false;
  const [belongs] = findSaid(between);
  const isPart = belongs?.meaning === "belongs" && between.slice(0, belongs.start).trim() === "";
  return isPart || actorAt(sentence, named, foreign) !== null;
}
