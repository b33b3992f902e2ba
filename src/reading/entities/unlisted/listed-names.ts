import { derive } from "../../../platform/lib/derive.ts";
import type { IndexedSoftware, ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { ORDINARY_NAMES } from "../software-words.ts";
import { isNoName } from "./no-names.ts";
import { foldWord } from "../../../text/tokens/tokens.ts";

/** What a release lists, under folded names. */
export interface ListedNames {
  /** Whole names, with the software that is called so. */
  whole: ReadonlyMap<string, IndexedSoftware | null>;
  /** First and last words of groups and software: a name that is only that is theirs. */
  parts: ReadonlySet<string>;
}

/** A word of a name with at least this many letters may itself be a name that the release lists. */
const LEAST = 4;

/** A name in the form in which names are compared: without case, spaces and signs. */
export function foldName(name: string): string {
  return foldWord(name).replace(/[^\p{L}\p{N}]/gu, "");
}

/** Names of all groups, campaigns, software, techniques and tactics of a release; built once for each. */
export const listedNames = derive((release: ReleaseIndex): ListedNames => {
  const { groups, campaigns, software, techniques, tactics } = release;
  const spellings = [...groups, ...software].flatMap(({ name, aliases }) => [name, ...aliases]);
  const whole = new Map<string, IndexedSoftware | null>();
  for (const { name } of [...techniques.values(), ...tactics]) whole.set(foldName(name), null);
  for (const { name, aliases } of [...groups, ...campaigns]) {
    for (const spelling of [name, ...aliases]) whole.set(foldName(spelling), null);
  }
  for (const one of software) {
    for (const spelling of [one.name, ...one.aliases]) whole.set(foldName(spelling), one);
  }
  const parts = new Set(spellings.flatMap(endsOf).filter((part) => part.length >= LEAST));
  return { whole, parts };
});

/** The words that a name of several begins and ends with, folded. */
function endsOf(name: string): string[] {
  // A version is no part: "Umbra 2.0" is one of Umbra.
  const words = name.split(/[\s.]+/u).filter((word) => /\p{L}{2}/u.test(word));
  if (words.length < 2) return [];
  return words.flatMap((_, at) =>
    at === 0 ? [] : [foldName(words.slice(0, at).join("")), foldName(words.slice(at).join(""))],
  );
}

/**
 * Whether the release has a name, a part of it ("Umbra Team" of "Umbra"), or a longer one that it is of. An
 * ordinary word in a longer name of a group, as in "Crimson Umbra", is not the software that is called so.
 */
export function isListed(name: string, kind: string, { whole, parts }: ListedNames): boolean {
  if (whole.has(foldName(name)) || parts.has(foldName(name))) return true;
  // A word that lost its space before a name: "AccountsUmbra".
  const glued = /\p{Ll}(\p{Lu}[\p{L}\p{Nd}]+)$/u.exec(name)?.[1] ?? "";
  if (glued.length >= LEAST && whole.has(foldName(glued))) return true;
  const words = name.split(/[\s-]/u);
  return words.some((_, from) =>
    words.some((__, to) => {
      const part = foldName(words.slice(from, to + 1).join(""));
      if (part.length < LEAST || !whole.has(part)) return false;
      const others = words.toSpliced(from, to + 1 - from);
      return kind !== "group" || !ORDINARY_NAMES.has(part) || others.every(isNoName);
    }),
  );
}
