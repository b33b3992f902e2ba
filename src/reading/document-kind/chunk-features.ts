import { derive } from "../../platform/lib/derive.ts";
import { findTechniqueIds } from "../../text/tokens/technique-ids.ts";
import { MARK } from "../analyser/model/clean-text.ts";
import { extractFeatures, type Features } from "../analyser/model/features.ts";
import { glossOf } from "../analyser/model/glosses/gloss.ts";
import { hashKey } from "../analyser/model/hash.ts";
import { buildNameMask, nameLength, type NameMask } from "../analyser/model/name-mask.ts";
import { readWords } from "../analyser/model/words.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";

const ALWAYS = hashKey(`${MARK}always`);
const HAS_NAME = hashKey(`${MARK}has name`);
const HAS_ID = hashKey(`${MARK}has id`);
/** Minimum length. Shorter names are mostly plain words, such as "At" and "Net". */
const SHORTEST_NAME = 5;

/** The names of groups and software of a release. A name counts as a name, not as which one it is. */
export const kindMaskOf = derive((release: ReleaseIndex): NameMask => {
  const names = [...release.groups, ...release.software]
    .flatMap(({ name, aliases }) => [name, ...aliases])
    .filter((name) => name.length >= SHORTEST_NAME);
  return buildNameMask(names);
});

/**
 * Returns the features of a chunk: its stems and pairs of stems, in English if a lexicon knows them. In a script
 * without a lexicon, only text in Latin letters counts: names, commands, indicators. May be empty.
 */
export function chunkFeatures(printed: string, mask: NameMask): Features {
  const gloss = glossOf(printed);
  const isUnread = gloss === null && isOtherScript(printed);
  const text = gloss ?? (isUnread ? printed.replace(OTHER_LETTERS, " ") : printed);
  const found = extractFeatures(text, mask);
  const add = (key: number, at = -1) => {
    found.keys.push(key);
    found.first.push(at);
    found.last.push(at);
  };
  if (!isUnread) add(ALWAYS);
  if (gloss !== null) add(hashKey(`${MARK}glossed ${glossedShare(printed, gloss)}`));
  const words = readWords(text);
  const named = words.findIndex((_word, at) => nameLength(words, at, mask) > 0);
  if (named >= 0) add(HAS_NAME, named);
  if (findTechniqueIds(printed).length > 0) add(HAS_ID);
  return found;
}

/** Returns whether most letters are of a script other than Latin. An ideograph counts as several letters. */
function isOtherScript(text: string): boolean {
  const other = text.match(OTHER_LETTERS)?.join("").length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return 3 * other > latin;
}

/** Returns the share of a text that the lexicon knows, in tenths. It has mostly words of reports. */
function glossedShare(printed: string, gloss: string): number {
  const before = new Set(printed.toLowerCase().match(LETTERS));
  const words = gloss.toLowerCase().match(LETTERS) ?? [];
  const known = words.filter((word) => !before.has(word)).length;
  return Math.floor((10 * known) / Math.max(1, words.length));
}

const OTHER_LETTERS = /(?:(?!\p{Script=Latin})[\p{L}\p{M}])+/gu;
const LETTERS = /\p{L}{3,}/gu;
