import type {
  IndexedGroup,
  IndexedSoftware,
  ReleaseIndex,
} from "../../knowledge/attack/release-index.ts";
import { foldText } from "../../platform/lib/text.ts";
import { bodyText } from "../../text/document/body-text.ts";
import type { Outline } from "../../text/document/document.ts";
import type { Entities } from "../entities/schema.ts";

/** What a text names, by whichever of its names. */
export interface NamedInText {
  hasGroup(group: IndexedGroup): boolean;
  hasSoftware(software: IndexedSoftware): boolean;
}

/** Names of one word are also words of the language: "silence" is no group. */
const IN_ANY_CASE = /[\d\s]/u;
/** What makes a name part of a longer word; other scripts print no blanks around it. */
const GLUE = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}]/u;

/**
 * Decides whether a text names a group or software: it was found there, or one of its names is printed there,
 * perhaps in a part in which names do not count.
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

/** Keeps the names of groups that a text names, by that name or another one. */
export function namesInText(
  names: readonly string[],
  { groups }: ReleaseIndex,
  text: NamedInText,
): string[] {
  const wanted = new Set(names.map(foldText));
  // Few groups are looked for, since each name takes a pass over the text.
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
