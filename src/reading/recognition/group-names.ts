import type { IndexedGroup, IndexedSoftware } from "../../knowledge/attack/release-index.ts";
import { ACTORS, SOFTWARE } from "./name-sign-words.ts";
import { hasCue, isAlone, isInAddress, isNaming, isProperNoun, isShouted } from "./name-signs.ts";
import { buildNames } from "../../text/phrases/name-table.ts";
import { findPhrases, type PhraseHit, type PhraseTable } from "../../text/phrases/phrases.ts";
import { tokenize, type Token } from "../../text/tokens/tokens.ts";

/** A group named in a text. `mentioned` has its names found there, in ATT&CK's spelling, by first mention. */
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
  /** The name or alias that matched. */
  spelling: string;
  /** Whether software has the same name. */
  isSoftware: boolean;
}

export type GroupNames = PhraseTable<GroupName>;

/**
 * Names and aliases that are also ordinary words in English reports: animals, elements, products, malware classes. They
 * count only if nearby text shows that a group is meant.
 */
const ORDINARY_WORDS = new Set([
  "armageddon",
  "axiom",
  "bitter",
  "buckeye",
  "chafer",
  "chimera",
  "chromium",
  "cicada",
  "cleaver",
  "confucius",
  "dragonfly",
  "electrum",
  "elfin",
  "equation",
  "fireant",
  "hexane",
  "inception",
  "iridium",
  "krypton",
  "leviathan",
  "lyceum",
  "machete",
  "manganese",
  "mantis",
  "mercury",
  "mirage",
  "monsoon",
  "newscaster",
  "nickel",
  "patchwork",
  "phosphorus",
  "platinum",
  "potassium",
  "radium",
  "rancor",
  "rattlesnake",
  "reaper",
  "sidewinder",
  "silence",
  "silicon",
  "snake",
  "springtail",
  "strider",
  "swallowtail",
  "waterbug",
  "webmasters",
  "whitefly",
]);

/** Ordinary words that are also capitalized products or elements of reports. */
const PRODUCTS = new Set([
  "axiom",
  "chromium",
  "electrum",
  "equation",
  "mercury",
  "platinum",
  "reaper",
  "silicon",
  "snake",
]);

/** Number of words before and after a name to search for another group's name. */
const NEIGHBOUR_WORDS = 12;

/**
 * Builds the table of all names and aliases of the groups. Call it once per release.
 * @param software of the release. If a name is also software, "the X malware" is not a group.
 */
export function buildGroupNames(
  groups: readonly IndexedGroup[],
  software: readonly Pick<IndexedSoftware, "name" | "aliases">[] = [],
): GroupNames {
  const shared = new Set(
    software.flatMap(({ name, aliases }) => [name, ...aliases]).map((name) => name.toLowerCase()),
  );
  const owners = new Set(groups.map(({ name }) => name.toLowerCase()));
  return buildNames(
    groups.flatMap(({ attack_id, name, aliases }) =>
      [...new Set([name, ...aliases])]
        // A group's own name refers to that group, even if another lists it as an alias.
        .filter((spelling) => spelling === name || !owners.has(spelling.toLowerCase()))
        .map((spelling) => ({
          name: spelling,
          value: { attack_id, name, spelling, isSoftware: shared.has(spelling.toLowerCase()) },
        })),
    ),
    { plural: false },
  );
}

/** Returns the groups named in `text`, by first mention. */
export function findGroups(text: string, groups: readonly IndexedGroup[]): GroupFinding[] {
  return collectGroups(findGroupMentions(text, tokenize(text), buildGroupNames(groups)));
}

/** Collects mentions per group, by first mention. */
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
 * Returns mentions of groups as whole words, in order. Names with several words or a digit match in any letter case
 * (`APT 29`, `apt-29`). So does a single word without another meaning (`turla used`), unless it is part of an address
 * or a file name. An ordinary word needs its capital and a sign that it is a name, see `name-signs.ts`. One with at
 * most four letters, or one that is also a product, needs more than its position in the sentence.
 */
export function findGroupMentions(
  text: string,
  tokens: readonly Token[],
  names: GroupNames,
): GroupMention[] {
  const hits = findPhrases(text, tokens, names).filter(
    (hit) => isWrittenAsName(text, hit) && !isSoftwareHere(tokens, hit),
  );
  const certain = hits.filter((hit) => kindOf(hit) === "name");
  let next = 0;
  return hits
    .filter((hit) => {
      const kind = kindOf(hit);
      if (kind === "name" || hasCue(tokens, hit) || isShouted(text, tokens, hit)) return true;
      if (isNaming(text, tokens, hit)) return true;
      if (kind === "ordinary" && (isAlone(text, hit) || isProperNoun(text, tokens, hit))) {
        return true;
      }
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

/** Matches `the notorious X malware` if X is also the name of software. `the X malware gang` is a group. */
function isSoftwareHere(tokens: readonly Token[], { values, last }: PhraseHit<GroupName>): boolean {
  const [next, second] = [tokens[last + 1]?.text ?? "", tokens[last + 2]?.text ?? ""];
  return values[0]?.isSoftware === true && SOFTWARE.has(next) && !ACTORS.has(second);
}

/** `name` has no other meaning. `ambiguous` is short or a product's name, so a capital alone proves little. */
function kindOf({ values }: PhraseHit<GroupName>): "name" | "ordinary" | "ambiguous" {
  const word = (values[0]?.spelling ?? "").toLowerCase();
  if (/^\p{L}{1,4}$/u.test(word) || PRODUCTS.has(word)) return "ambiguous";
  return ORDINARY_WORDS.has(word) ? "ordinary" : "name";
}

function isWrittenAsName(text: string, hit: PhraseHit<GroupName>): boolean {
  const spelling = hit.values[0]?.spelling ?? "";
  const printed = text.slice(hit.start, hit.end);
  // "group 5" is not specific, but "Group5" is a name.
  if (/^group/i.test(spelling)) return printed.startsWith("G");
  if (!/^\p{L}+[^\p{L}\p{Nd}]*$/u.test(spelling)) return true;
  if (/^\p{Lu}/u.test(printed) || printed === spelling) return true;
  return kindOf(hit) === "name" && !isInAddress(text, hit);
}
