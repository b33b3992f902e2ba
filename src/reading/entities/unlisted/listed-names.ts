import { derive } from "../../../platform/lib/derive.ts";
import type { IndexedSoftware, ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { ORDINARY_NAMES } from "../software-words.ts";
import { isNoName } from "./no-names.ts";
import { foldWord } from "../../../text/tokens/tokens.ts";

/** Names that a release lists, folded. */
export interface ListedNames {
  /** Whole names, with the software of that name. */
  whole: ReadonlyMap<string, IndexedSoftware | null>;
  /** First and last words of groups and software. A name that consists only of these is listed. */
  parts: ReadonlySet<string>;
}

/** Minimum number of letters of a word that may itself be a listed name. */
const LEAST = 4;

/** Folds a name for comparison: without case, spaces and signs. */
export function foldName(name: string): string {
  return foldWord(name).replace(/[^\p{L}\p{N}]/gu, "");
}

/** Names of all groups, campaigns, software, techniques and tactics of a release. Built once per release. */
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

/** Returns the beginnings and endings of a name of several words, folded. */
function endsOf(name: string): string[] {
  // A version is not part of a name: "Umbra 2.0" belongs to Umbra.
  const words = name.split(/[\s.]+/u).filter((word) => /\p{L}{2}/u.test(word));
  if (words.length < 2) return [];
  return words.flatMap((_, at) =>
    at === 0 ? [] : [foldName(words.slice(0, at).join("")), foldName(words.slice(at).join(""))],
  );
}

/**
 * Returns whether the release lists a name, a part of it ("Umbra Team" for "Umbra") or a longer name that contains
 * it. An ordinary word in a group's longer name, as in "Crimson Umbra", is not the software of that name.
 */
export function isListed(name: string, kind: string, { whole, parts }: ListedNames): boolean {
  if (whole.has(foldName(name)) || parts.has(foldName(name))) return true;
  // A word that lost the space before a name: "AccountsUmbra".
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
