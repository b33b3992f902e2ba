import type {
  IndexedGroup,
  IndexedSoftware,
  ReleaseIndex,
} from "../../knowledge/attack/release-index.ts";
import { foldText } from "../../platform/lib/text.ts";
import { bodyText } from "../../text/document/body-text.ts";
import type { Outline } from "../../text/document/document.ts";
import type { Entities } from "../entities/schema.ts";

/** Checks whether a text names a group or software by any of its names. */
export interface NamedInText {
  hasGroup(group: IndexedGroup): boolean;
  hasSoftware(software: IndexedSoftware): boolean;
}

/**
 * Names with a digit or a space, which match in any letter case. One-word names may be ordinary words, such as
 * "silence".
 */
const IN_ANY_CASE = /[\d\s]/u;
/** Characters that would make a name part of a longer word. Other scripts print no spaces around names. */
const GLUE = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}]/u;

/**
 * Creates the checks for a text. A group or software is named if it was found there, or if one of its names is printed,
 * even in a part where names do not count.
 */
export function readNamesOf(document: Outline, { groups, software }: Entities): NamedInText {
  const found = new Set([...groups, ...software].map(({ attack_id: id }) => id));
  const body = bodyText(document);
  let lower: string | null = null;
  const hasInAnyCase = (name: string) =>
    hasWord((lower ??= body.toLowerCase()), name.toLowerCase());
  return {
    hasGroup: (group) =>
      found.has(group.attack_id) ||
      namesOf(group).some((name) =>
        IN_ANY_CASE.test(name) ? hasInAnyCase(name) : hasWord(body, name),
      ),
    hasSoftware: (one) => found.has(one.attack_id) || namesOf(one).some(hasInAnyCase),
  };
}

/** Returns the names of groups that a text names, by that name or another one. */
export function namesInText(
  names: readonly string[],
  { groups }: ReleaseIndex,
  text: NamedInText,
): string[] {
  const wanted = new Set(names.map(foldText));
  // Searches for few groups, since each name requires a pass over the text.
  const known = new Set(
    groups
      .filter((group) => namesOf(group).some((name) => wanted.has(foldText(name))))
      .filter((group) => text.hasGroup(group))
      .flatMap(namesOf)
      .map(foldText),
  );
  return names.filter((name) => known.has(foldText(name)));
}

function namesOf({ name, aliases }: { name: string; aliases: readonly string[] }): string[] {
  return [...new Set([name, ...aliases])];
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const isGlued = GLUE.test(text.charAt(at - 1)) || GLUE.test(text.charAt(at + word.length));
    if (!isGlued) return true;
  }
  return false;
}
