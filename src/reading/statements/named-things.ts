import type { Span } from "../../text/document/document.ts";
import { isCompared } from "../entities/comparison-words.ts";
import { isDenied } from "../entities/denial-words.ts";

/** An actor or item that a report names, with the names used. */
export interface NamedThing {
  key: string;
  kind: "group" | "campaign" | "malware" | "tool";
  /** Null if the release does not list it. */
  attack_id: string | null;
  names: readonly string[];
}

/** An item at a place where a text names it. */
export interface Named extends Span {
  thing: NamedThing;
}

/** Characters that would make a name part of a longer word. Other scripts print no spaces around names. */
const GLUE = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}_]/u;

/** Finds the places where a text names items, in order. */
export type NameFinder = (text: string) => Named[];

/** Returns a finder of items by name. Skips names that the text denies or only uses for comparison. */
export function nameFinder(things: readonly NamedThing[]): NameFinder {
  const byName = new Map<string, NamedThing[]>();
  for (const thing of things) {
    for (const name of new Set(thing.names)) {
      if (name !== "") byName.set(name, [...(byName.get(name) ?? []), thing]);
    }
  }
  if (byName.size === 0) return () => [];
  const find = wordFinder([...byName.keys()]);
  return (text) => {
    const whole = { start: 0, end: text.length };
    return find(text).flatMap((place) =>
      (byName.get(text.slice(place.start, place.end)) ?? [])
        .filter(({ kind }) => {
          const sort = kind === "malware" || kind === "tool" ? "software" : "actor";
          return !isCompared(text, place, whole) && !isDenied(text, place, whole, sort);
        })
        .map((thing) => ({ thing, ...place })),
    );
  };
}

/** Returns a finder of words as written. At each position, the longest match wins. */
export function wordFinder(words: readonly string[]): (text: string) => Span[] {
  const longestFirst = words.filter((word) => word !== "").sort((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return () => [];
  const pattern = new RegExp(longestFirst.map(escapePattern).join("|"), "gu");
  return (text) =>
    [...text.matchAll(pattern)]
      .map(({ 0: word, index }) => ({ start: index, end: index + word.length }))
      .filter(({ start, end }) => !isGlued(text, start - 1, start) && !isGlued(text, end - 1, end));
}

function escapePattern(word: string): string {
  return word.replace(/[$()*+./?[\\\]^{|}]/g, "\\$&");
}

function isGlued(text: string, before: number, behind: number): boolean {
  return GLUE.test(text.charAt(before)) && GLUE.test(text.charAt(behind));
}
