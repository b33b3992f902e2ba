import { buildCues, type Cues } from "../../../text/phrases/cue-table.ts";
import { findPhrases, type PhraseHit } from "../../../text/phrases/phrases.ts";
import type { Token } from "../../../text/tokens/tokens.ts";
import type { UnlistedKind } from "../vocabulary.ts";
import { GLUED_ENDINGS, NAME_CUES, type NameCue, PROTECTION } from "./cue-words.ts";
import { beginsDesignator, designatorEnd, SECOND_WORD_CUES, sureness } from "./designators.ts";
import { isNoName, OTHER_GLUED } from "./no-names.ts";
import { isDistinct, isInProse, nameAfter, nameBefore, type PrintedName } from "./read-name.ts";

/** A name, with the kind that a word next to it shows. */
export interface NameSign extends PrintedName {
  /** `other`: a vulnerability, or a police operation. */
  kind: UnlistedKind | "other";
  /** Weight 2 is enough for a name, 1 is half of it, and 0 counts only with others. */
  weight: number;
}

type Meaning = NameCue | "second";
type Hit = PhraseHit<Meaning>;

const CUES = buildCues<Meaning>([
  ...(Object.values(NAME_CUES) as Cues<Meaning>[]),
  SECOND_WORD_CUES,
]);
/** Maximum words between a name and its kind. */
const NAMING_WORDS = 6;
/** Text between a name and its description: "X is a new", "X, the". */
const APPOSITION =
  /(?:(?:,| \(|[:–—]| [–—-]) ?|\s(?:is|was|are)\s)(?:an?|the|one of the)\s(?:[\p{Ll}\d’'/-]+,?\s){0,5}$/u;
const IS = /\s(?:is|was)\s(?:an?|the|one of the)\s/u;
/** Words after which the text no longer describes the name. */
const OTHER_CLAUSE =
  /\s(?:that|which|who|whose|of(?! the)|for|by|with|in|from|to|and|used|behind)\s/u;
const APPOSED = 90;

/**
 * Returns the signs in one part of a text, unordered.
 * @param sentenceOf returns the number of the sentence at an offset of this part
 */
export function findSigns(
  text: string,
  tokens: readonly Token[],
  sentenceOf: (offset: number) => number,
): NameSign[] {
  const hits = findPhrases(text, tokens, CUES);
  const signs: NameSign[] = [...gluedNames(text, tokens), ...designators(text, tokens)];
  let named: Hit | null = null;
  for (const [at, hit] of hits.entries()) {
    const [meaning] = hit.values;
    if (meaning === undefined || isPartOfIdentifier(text, hit)) continue;
    if (PROTECTION.has(tokens[hit.last + 1]?.text ?? "")) continue;
    if (meaning === "second") signs.push(...vendorNames(text, hit));
    else if (meaning === "operation") signs.push(...operations(text, hit));
    else if (meaning === "naming") {
      const next = behind(hits[at + 1], hit);
      // In Chinese, the kind follows the name: "a so-called X backdoor".
      const isBehind = next !== null && !isAscii(text, hit.start);
      const what = !isBehind && isNear(named, hit, sentenceOf) ? named : next;
      named = null;
      signs.push(...givenNames(text, hit, what));
    } else {
      named = hit;
      signs.push(...namesBeside(text, hit, meaning));
    }
  }
  return signs;
}

/** Returns whether a hit is part of an identifier, such as the rule `clean_up_wiper`. */
function isPartOfIdentifier(text: string, { start, end }: Hit): boolean {
  return text.charAt(start - 1) === "_" || text.charAt(end) === "_";
}

function isNear(named: Hit | null, hit: Hit, sentenceOf: (offset: number) => number): named is Hit {
  if (named === null || hit.first - named.last > NAMING_WORDS) return false;
  return sentenceOf(named.start) === sentenceOf(hit.start);
}

/** Returns the kind after a name: `tracked as X, a threat actor`. */
function behind(next: Hit | undefined, hit: Hit): Hit | null {
  const isKind = next !== undefined && KINDS.has(next.values[0] ?? "");
  return isKind && next.first - hit.last <= NAMING_WORDS / 2 ? next : null;
}

const KINDS: ReadonlyMap<string, NameSign["kind"]> = new Map([
  ["group", "group"],
  ["team", "group"],
  ["malware", "malware"],
  ["tool", "tool"],
  ["utility", "tool"],
  ["campaign", "campaign"],
  ["flaw", "other"],
] as const);

/** Returns designators: `UNC1234`, `Storm-0001`. */
function designators(text: string, tokens: readonly Token[]): NameSign[] {
  return tokens.flatMap(({ text: word, start, isGlued }): NameSign[] => {
    if (isGlued || !beginsDesignator(word)) return [];
    const end = designatorEnd(text, start);
    if (end === null || /[\p{L}\p{Nd}/_.-]/u.test(text.charAt(start - 1))) return [];
    return [
      { kind: "group", name: text.slice(start, end), start, end, isQuoted: false, weight: 2 },
    ];
  });
}

/** Returns a capitalized word with the second word of a vendor's names: "Midnight Blizzard". */
function vendorNames(text: string, { start, end }: Hit): NameSign[] {
  const second = text.slice(start, end);
  if (!/^\p{Lu}/u.test(second) || /^[\p{L}\p{Nd}]|^ \p{Lu}\p{Ll}/u.test(text.slice(end, end + 3)))
    return [];
  const first = nameBefore(text, start);
  if (first === null || first.isQuoted || first.name.includes(" ") || first.end + 1 !== start)
    return [];
  const sure = sureness(second.toLowerCase()) === "sure" || second === second.toUpperCase();
  const name = `${first.name} ${second}`;
  return [{ kind: "group", name, start: first.start, end, isQuoted: false, weight: sure ? 2 : 1 }];
}

/** Returns campaign names: `Operation X`. */
function operations(text: string, { start, end }: Hit): NameSign[] {
  if (!/^\p{Lu}/u.test(text.charAt(start))) return [];
  const found = nameAfter(text, end);
  if (found === null || found.end - found.start < 4) return [];
  const name = `${text.slice(start, end)} ${found.name}`;
  const weight = isInProse(text, start) || isDistinct(found.name) || found.isQuoted ? 2 : 1;
  return [{ kind: "campaign", name, start, end: found.end, isQuoted: found.isQuoted, weight }];
}

/** Returns names given to something: `a backdoor called X`, `the actors, tracked as X`. */
function givenNames(text: string, { end }: Hit, what: Hit | null): NameSign[] {
  const kind = KINDS.get(what?.values[0] ?? "");
  const found = kind === undefined ? null : nameAfter(text, articleEnd(text, end));
  return found === null || kind === undefined ? [] : [{ ...found, kind, weight: 2 }];
}

/** Returns the offset after an article, if one follows: "known as the X". */
function articleEnd(text: string, at: number): number {
  return (
    at + (/^\s(?:the|der|die|das|le|la|el)(?=\s)/u.exec(text.slice(at, at + 6))?.[0].length ?? 0)
  );
}

/** Returns names right before and after a word for a group or software, and names described as one. */
function namesBeside(text: string, { start, end, values }: Hit, meaning: NameCue): NameSign[] {
  const kind = KINDS.get(meaning);
  if (kind === undefined || kind === "campaign" || meaning === "utility") return [];
  const isSmall = !/^\p{Lu}/u.test(text.charAt(start)) || ABBREVIATIONS.has(text.slice(start, end));
  const isTeam = values[0] === "team";
  if (isTeam && !isSmall) return [];
  const weigh = (found: PrintedName, isRight: boolean) => {
    if (isTeam) return 0;
    if (found.isQuoted || !isAscii(text, start)) return 2;
    const isClear = isRight || isDistinct(found.name);
    return isSmall && (isClear || (kind === "group" && text.slice(start, end).includes(" ")))
      ? 2
      : 1;
  };
  const signs: NameSign[] = [];
  const before = nameBefore(text, start);
  const isBeside = before !== null && (!isTeam || start - before.end <= 2);
  if (before !== null && isBeside && !isPartOfQuote(text, before))
    signs.push({ ...before, kind, weight: weigh(before, isInProse(text, before.start)) });
  const after = nameAfter(text, end);
  if (after !== null && (isSmall || after.isQuoted || !isAscii(text, start)))
    signs.push({ ...after, kind, weight: weigh(after, false) });
  const said = before === null && isSmall && !isTeam ? saidToBe(text, start) : null;
  if (said !== null) signs.push({ ...said, kind });
  return signs;
}

function saidToBe(text: string, start: number): (PrintedName & { weight: number }) | null {
  const words = text.slice(Math.max(0, start - APPOSED), start);
  if (!/ (?:an?|the) /.test(words)) return null;
  const found = APPOSITION.exec(words);
  if (found === null || OTHER_CLAUSE.test(found[0])) return null;
  const at = start - words.length + found.index;
  const name = nameBefore(text, at);
  if (name === null) return null;
  const isSure = isDistinct(name.name) || isInProse(text, name.start);
  if (IS.test(found[0])) return { ...name, weight: isSure ? 2 : 1 };
  return isSure ? { ...name, weight: 1 } : null;
}

/** Returns whether a name is only the start of the quoted text. */
function isPartOfQuote(text: string, { start, end, isQuoted }: PrintedName): boolean {
  return !isQuoted && /["“«„]/u.test(text.charAt(start - 1)) && !/["”»“]/u.test(text.charAt(end));
}

/** Words for malware and groups that are also capitalized in prose. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(["RAT", "APT", "RaaS", "RATs", "APTs"]);

/** Returns whether the text is ASCII. A Latin name among other scripts is clearly a name. */
function isAscii(text: string, at: number): boolean {
  return text.charCodeAt(at) < 0x250;
}

const TAILS: ReadonlySet<string> = new Set(
  [...GLUED_ENDINGS.keys()].map((ending) => ending.slice(-3).toLowerCase()),
);
const LEAST_STEM = 3;
/** Prefix of a detection rule, whose name describes its target and is not the malware's. */
const RULE = /\brules?:? ["“`]?$/iu;
const BEFORE_RULE = 10;

/** Returns one-word names with an ending of malware names: `UmbraStealer`. */
function gluedNames(text: string, tokens: readonly Token[]): NameSign[] {
  return tokens.flatMap(({ text: word, start, end, isGlued }): NameSign[] => {
    if (isGlued || word.length < 6 || !TAILS.has(word.slice(-3))) return [];
    const printed = text.slice(start, end);
    const ending = endingOf(printed);
    if (ending === null || OTHER_GLUED.has(word)) return [];
    if (isNoName(printed.slice(0, -ending.length))) return [];
    if (
      /[\p{L}\p{Nd}/\\_.:@-]/u.test(text.charAt(start - 1)) ||
      /^[./\\_:!(@-]\S/u.test(text.slice(end, end + 2)) ||
      RULE.test(text.slice(Math.max(0, start - BEFORE_RULE), start))
    )
      return [];
    const weight = GLUED_ENDINGS.get(ending) === "sure" ? 2 : 1;
    return [{ kind: "malware", name: printed, start, end, isQuoted: false, weight }];
  });
}

/** Returns the ending of a name made of a stem and a word for malware, or null. */
export function endingOf(printed: string): string | null {
  for (const ending of GLUED_ENDINGS.keys()) {
    const stem = printed.slice(0, -ending.length);
    if (!printed.endsWith(ending) || stem.length < LEAST_STEM) continue;
    if (/^\p{Lu}/u.test(stem) && /\p{Ll}/u.test(stem)) return ending;
  }
  return null;
}
