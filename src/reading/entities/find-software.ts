import { derive } from "../../platform/lib/derive.ts";
import type {
  IndexedGroup,
  IndexedSoftware,
  ReleaseIndex,
} from "../../knowledge/attack/release-index.ts";
import { isAlone, isInAddress } from "../recognition/name-signs.ts";
import { buildNames } from "../../text/phrases/name-table.ts";
import { findPhrases, type PhraseHit, type PhraseTable } from "../../text/phrases/phrases.ts";
import { withoutMarker } from "../../text/document/list-marker.ts";
import type { Token } from "../../text/tokens/tokens.ts";
import {
  ALSO_IN_CAPITALS,
  COMMAND_LIST,
  COMMANDS,
  INTRODUCTION,
  KINDS,
  LISTED_COMMANDS,
  ORDINARY_NAMES,
  ORDINARY_PHRASES,
  OWN_INTRODUCTIONS,
  OWN_NOUNS,
  SOFTWARE_NOUNS,
  TOOL_VERBS,
  UTILITIES,
} from "./software-words.ts";

interface SoftwareName {
  software: IndexedSoftware;
  /** The name or alias that matched. */
  spelling: string;
  /** Whether a group has the same name. */
  isGroup: boolean;
}

export type SoftwareNames = PhraseTable<SoftwareName>;
type Hit = PhraseHit<SoftwareName>;

/** One mention, with UTF-16 offsets. */
export interface SoftwareMention {
  software: IndexedSoftware;
  start: number;
  end: number;
}

/** Minimum letters. A shorter name is as likely an abbreviation of something else. */
const MIN_NAME = 4;
/** Characters before a name to search for words that introduce it. */
const BEFORE = 90;
const FILE_ENDING = /^\.(?:exe|dll|ps1|psm1|py|bat|vbs|js|zip|bin|elf|sys)(?![\p{L}\p{N}])/iu;
/** Separator of two names in a list, without the opening mark before each. */
const LISTED = /^[\s,;/&("'“”]{1,4}(?:(?:and|or|as well as)\s)?["'“”(]?$/;
const MAX_MARK = 4;
/** Text after a list entry. */
const ENTRY_ENDS = /^\s?(?:[,;.)—–-]|(?:and|or)\s|\n|$)/;

/** Returns whether only a list separator is between two names. */
function areListed(text: string, before: { end: number }, behind: { start: number }): boolean {
  const between = text.slice(before.end, behind.start);
  const isMark = between.length <= MAX_MARK && withoutMarker(between.trimStart()) === "";
  return isMark || LISTED.test(between);
}

/** Returns the names of the software of a release. */
export const softwareNamesOf = derive(({ software, groups }: ReleaseIndex) =>
  buildSoftwareNames(software, groups),
);

/**
 * Builds the table of all names and aliases of the software. Call it once per release.
 * @param groups the groups of the release. A name shared with one needs a sign that software is meant.
 */
export function buildSoftwareNames(
  all: readonly IndexedSoftware[],
  groups: readonly Pick<IndexedGroup, "name" | "aliases">[] = [],
): SoftwareNames {
  const groupNames = new Set(
    groups.flatMap(({ name, aliases }) => [name, ...aliases]).map((name) => name.toLowerCase()),
  );
  const owners = new Set(all.map(({ name }) => name.toLowerCase()));
  return buildNames(
    all.flatMap((software) =>
      [...new Set([software.name, ...software.aliases])]
        .filter((spelling) => !KINDS.has(spelling.toLowerCase()))
        // A software's own name refers to it, even if another lists it as an alias.
        .filter((spelling) => spelling === software.name || !owners.has(spelling.toLowerCase()))
        .map((spelling) => ({
          name: spelling,
          value: { software, spelling, isGroup: groupNames.has(spelling.toLowerCase()) },
        })),
    ),
    { plural: false },
  );
}

/**
 * Returns mentions of malware and tools, in order. A name without another meaning always counts. An ordinary word needs
 * its spelling and a sign next to it. A system command that is also a word (`net`, `at`) counts if it is run.
 */
export function findSoftware(
  text: string,
  tokens: readonly Token[],
  names: SoftwareNames,
): SoftwareMention[] {
  const hits = findPhrases(text, tokens, names);
  const accepted = new Set<Hit>();
  for (const [place, hit] of hits.entries()) {
    const previous = hits[place - 1];
    const isListed =
      previous !== undefined && accepted.has(previous) && areListed(text, previous, hit);
    if (isMeant(text, tokens, hit, isListed)) accepted.add(hit);
  }
  // The entry after a name in a list decides about it.
  for (let place = hits.length - 2; place >= 0; place -= 1) {
    const [hit, next] = [hits[place], hits[place + 1]];
    if (hit === undefined || next === undefined || accepted.has(hit) || !accepted.has(next))
      continue;
    const isListed = areListed(text, hit, next);
    if (isListed && isMeant(text, tokens, hit, true)) accepted.add(hit);
  }
  return hits
    .filter((hit) => accepted.has(hit))
    .flatMap(({ values, start, end }) => values.map(({ software }) => ({ software, start, end })));
}

/** Returns whether software with this name is part of the system. */
export function isSystemTool(name: string): boolean {
  const word = name.toLowerCase();
  return UTILITIES.has(word) || COMMANDS.has(word);
}

function isMeant(text: string, tokens: readonly Token[], hit: Hit, isListed: boolean): boolean {
  const spelling = hit.values[0]?.spelling ?? "";
  const printed = text.slice(hit.start, hit.end);
  const word = spelling.toLowerCase();
  const command = COMMANDS.get(word);
  if (command !== undefined) return isCommand(text, hit, printed === word, isListed);
  if (isInAddress(text, hit) && !isFile(text, hit)) return false;
  if (UTILITIES.has(word) && isAlone(text, hit) && /^\p{Lu}/u.test(printed)) return false;
  if (isOrdinary(word) || hit.values[0]?.isGroup === true)
    return isSpelt(printed, spelling) && (isListed || hasSign(text, tokens, hit, word));
  if (isWrittenAsName(printed, spelling) || UTILITIES.has(word)) return true;
  return isFile(text, hit) || isListed || hasSign(text, tokens, hit, word);
}

/** Returns whether a command is named as a file, run with the text after it, or listed with others. */
function isCommand(text: string, hit: Hit, isSmall: boolean, isListed: boolean): boolean {
  const word = hit.values[0]?.spelling.toLowerCase() ?? "";
  const after = text.slice(hit.end, hit.end + 80);
  if (/^\.exe(?![\p{L}\p{N}])/iu.test(after)) return true;
  if (!isSmall) return false;
  if (COMMANDS.get(word)?.test(after) === true) return true;
  if (!LISTED_COMMANDS.has(word) || !ENTRY_ENDS.test(after)) return false;
  return isListed || COMMAND_LIST.test(text.slice(Math.max(0, hit.start - BEFORE), hit.start));
}

function isSpelt(printed: string, spelling: string): boolean {
  if (printed === spelling) return true;
  return ALSO_IN_CAPITALS.has(spelling.toLowerCase()) && printed === spelling.toUpperCase();
}

function isOrdinary(word: string): boolean {
  if (ORDINARY_PHRASES.has(word) || ORDINARY_NAMES.has(word)) return true;
  return /^\p{L}+$/u.test(word) && word.length < MIN_NAME;
}

/** Returns whether a one-word name has its capital. In lower case it may be an ordinary word (`lookback`). */
function isWrittenAsName(printed: string, spelling: string): boolean {
  return printed === spelling || !/^\p{L}+$/u.test(spelling) || /^\p{Lu}/u.test(printed);
}

/** Returns whether it is a file, such as `mimikatz.exe`, also in a path. */
function isFile(text: string, { end }: Hit): boolean {
  return FILE_ENDING.test(text.slice(end, end + 8));
}

function hasSign(text: string, tokens: readonly Token[], hit: Hit, word: string): boolean {
  const before = tokens[hit.first - 1];
  const after = tokens[hit.last + 1];
  const own = OWN_NOUNS.get(word);
  const isNoun = (token: Token | undefined) =>
    token !== undefined && (SOFTWARE_NOUNS.has(token.text) || own?.has(token.text) === true);
  if (after !== undefined && isJoined(text, hit.end, after.start)) {
    if (isNoun(after)) return true;
    // Part of a longer name.
    if (/^ \p{Lu}/u.test(text.slice(hit.end, after.start + 1))) return false;
  }
  const isBehind = before !== undefined && isJoined(text, before.end, hit.start);
  if (isBehind && isNoun(before)) return true;
  const behind = text.slice(Math.max(0, hit.start - BEFORE), hit.start);
  if (INTRODUCTION.test(behind) || OWN_INTRODUCTIONS.get(word)?.test(behind) === true) return true;
  const isTool = hit.values.some(({ software }) => software.type === "tool");
  return isTool && isBehind && TOOL_VERBS.has(before.text);
}

/** Returns whether only a space, quotation mark or bracket is between two words. */
function isJoined(text: string, from: number, to: number): boolean {
  return /^[\s"'“”‘’()-]{0,3}$/.test(text.slice(from, to));
}
