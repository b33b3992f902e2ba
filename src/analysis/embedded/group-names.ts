import type { IndexedGroup } from "../../attack/release-index.ts";
import { buildPhrases, findPhrases, type PhraseHit, type PhraseTable } from "./phrases.ts";
import { tokenize, type Token } from "./tokens.ts";

/** A group that a text names; `mentioned` are its names found there, as ATT&CK spells them, by first mention. */
export interface GroupFinding {
  attack_id: string;
  name: string;
  mentioned: string[];
}

/** One mention, with UTF-16 offsets. */
export interface GroupMention {
  attack_id: string;
  name: string;
  printed_name: string;
  start: number;
  end: number;
}

interface GroupName {
  attack_id: string;
  name: string;
  /** The name or alias looked for. */
  spelling: string;
}

export type GroupNames = PhraseTable<GroupName>;

/**
 * Names and aliases that are words of their own in English reports: animals, elements, products,
 * malware classes. They count only when something near by says that a group is meant.
 */
const ORDINARY_WORDS = new Set(
  (
    "armageddon axiom bitter buckeye chafer chimera chromium cicada cleaver confucius dragonfly electrum elfin " +
    "equation fireant hexane inception iridium krypton leviathan lyceum machete manganese mantis mercury mirage monsoon " +
    "newscaster nickel patchwork phosphorus platinum potassium radium rancor rattlesnake reaper sidewinder " +
    "silence silicon snake springtail strider swallowtail waterbug webmasters whitefly"
  ).split(" "),
);

const CUES = new Set(
  (
    "group groups gang team actor actors operator operators apt ransomware hackers affiliate affiliates crew " +
    "adversary adversaries threat cluster aka alias aliases dubbed attributed espionage"
  ).split(" "),
);
/** What actors do; right behind a capitalised word it is that word's verb. */
const DEEDS = new Set(
  (
    "attacked targeted targets exploited exploits leveraged leverages deployed deploys used uses compromised " +
    "compromises conducted employed employs operates stole breached infiltrated obtained gained"
  ).split(" "),
);
/** How many words before and after a name are searched for a cue, and for another group's name. */
const CUE_WORDS = 2;
const NEIGHBOUR_WORDS = 12;

/** All names and aliases of the groups; build it once per release. */
export function buildGroupNames(groups: readonly IndexedGroup[]): GroupNames {
  const owners = new Set(groups.map(({ name }) => name.toLowerCase()));
  return buildPhrases(
    groups.flatMap(({ attack_id, name, aliases }) =>
      [...new Set([name, ...aliases])]
        // A group's own name is that group's, even where another lists it as an alias.
        .filter((spelling) => spelling === name || !owners.has(spelling.toLowerCase()))
        .map((spelling) => ({ name: spelling, value: { attack_id, name, spelling } })),
    ),
    { plural: false },
  );
}

/** The groups that `text` names, by first mention. */
export function findGroups(text: string, groups: readonly IndexedGroup[]): GroupFinding[] {
  return collectGroups(findGroupMentions(text, tokenize(text), buildGroupNames(groups)));
}

/** Mentions gathered per group, by first mention. */
export function collectGroups(mentions: readonly GroupMention[]): GroupFinding[] {
  const found = new Map<string, GroupFinding>();
  for (const { attack_id, name, printed_name } of mentions) {
    const known = found.get(attack_id);
    if (known === undefined) found.set(attack_id, { attack_id, name, mentioned: [printed_name] });
    else if (!known.mentioned.includes(printed_name)) known.mentioned.push(printed_name);
  }
  return [...found.values()];
}

/**
 * Mentions of groups as whole words, in order. Names of several words or with a digit count in any
 * case (`APT 29`, `apt-29`); a single word only with its capital or in capitals. An ordinary word, or one of
 * four letters or fewer, needs a cue within two words (group, actors, ransomware), a deed right
 * behind it (used, targeted), or another group's name within twelve, as in a list of aliases.
 */
export function findGroupMentions(
  text: string,
  tokens: readonly Token[],
  names: GroupNames,
): GroupMention[] {
  const hits = findPhrases(text, tokens, names).filter((hit) => isWrittenAsName(text, hit));
  const certain = hits.filter((hit) => !needsCue(hit));
  let next = 0;
  return hits
    .filter((hit) => {
      if (!needsCue(hit) || hasCue(tokens, hit)) return true;
      while ((certain[next]?.last ?? Infinity) < hit.first - NEIGHBOUR_WORDS) next += 1;
      return (certain[next]?.first ?? Infinity) <= hit.last + NEIGHBOUR_WORDS;
    })
    .flatMap(({ values, start, end }) =>
      values.map(({ attack_id, name, spelling }) => ({
        attack_id,
        name,
        printed_name: spelling,
        start,
        end,
      })),
    );
}

function isWrittenAsName(text: string, { values, start, end }: PhraseHit<GroupName>): boolean {
  const spelling = values[0]?.spelling ?? "";
  const printed = text.slice(start, end);
  // "group 5" is anything; "Group5" is a name.
  if (/^group/i.test(spelling)) return printed.startsWith("G");
  if (!/^\p{L}+[^\p{L}\p{Nd}]*$/u.test(spelling)) return true;
  return /^\p{Lu}/u.test(printed) || printed === spelling;
}

function needsCue({ values }: PhraseHit<GroupName>): boolean {
  const word = (values[0]?.spelling ?? "").toLowerCase();
  return /^\p{L}{1,4}$/u.test(word) || ORDINARY_WORDS.has(word);
}

function hasCue(tokens: readonly Token[], { first, last }: PhraseHit<GroupName>): boolean {
  const near = [
    ...tokens.slice(Math.max(0, first - CUE_WORDS), first),
    ...tokens.slice(last + 1, last + 1 + CUE_WORDS),
  ];
  return near.some(({ text }) => CUES.has(text)) || DEEDS.has(tokens[last + 1]?.text ?? "");
}
