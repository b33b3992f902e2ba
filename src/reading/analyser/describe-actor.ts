import type { Entities } from "../entities/schema.ts";
import { foldBlanks } from "../../text/document/fold-blanks.ts";
import type { NamedTechnique } from "./summary-techniques.ts";
import { describePublication, describeDates } from "./describe-dates.ts";
import { softwareOf } from "./describe-tools.ts";
import { sayCountry, sayList, saySector } from "./summary-words.ts";

type Group = Omit<Entities["groups"][number], "attack_id"> & { attack_id: string | null };

/** A group that is mentioned so far into the report, and once only, is a comparison or a reference. */
const HEAD = 3_000;
/** Of the most mentioned group's mentions, the part that another actor of the report has. */
const SHARE = 0.25;
/** Mentions from which the report is about a group, fewer where it is named soon, and none more in its title. */
const CERTAIN = 5;
const CERTAIN_SOON = 3;
const SOON = 600;
const TITLE = 120;
/** Of the techniques of a report on malware, the part that somebody has to do for the report to be about them. */
const ACTING_SHARE = 0.2;
const MAX_ACTORS = 3;
const MAX_ALIASES = 2;
const MAX_SECTORS = 5;
const MAX_COUNTRIES = 4;

/** Whoever the sentences about the attack are about. */
export interface Subject {
  first: string;
  again: string;
  /** The verbs are gerunds, because nobody is said to act. */
  isGerund: boolean;
}

/** A text that the summary begins with, and the subject of what follows. */
export interface Who {
  sentence: string;
  subject: Subject;
  /** The malware that the sentence names. */
  malware: string | null;
}

const ACTORS: Subject = { first: "The actors", again: "They", isGerund: false };
const ACTIVITY: Subject = { first: "The activity", again: "It", isGerund: true };

/**
 * Who did something to whom, and when, as far as the text says it: named groups, else malware, else "an unnamed
 * actor" where the evidence of a technique says that somebody acts.
 */
export function describeActor(entities: Entities, techniques: readonly NamedTechnique[]): Who {
  const actors = actorsOf(groupsOf(entities));
  const certain = actors.filter(isCertain);
  // A group's malware is named with its tools.
  const malware = certain.length > 0 ? null : malwareOf(entities);
  const acting = techniques.filter(({ hasActor }) => hasActor).length;
  const isTold = acting > 0 && (malware === null || acting >= techniques.length * ACTING_SHARE);
  const hasActor = certain.length > 0 || isTold;
  const isNamedOnly = actors.length > 0 && certain.length === 0;
  const aside = isNamedOnly ? `, which names ${sayActors(actors)},` : "";
  const about = {
    report: `${describePublication(entities.dates)}${aside}`,
    who: certain.length > 0 ? sayActors(certain) : isNamedOnly ? "an actor" : "an unnamed actor",
    malware,
    when: describeDates(entities.dates),
    victims: sayVictims(entities),
  };
  const sentence = hasActor
    ? sayDeedsOf(about)
    : sayActivity(about, aside !== "" || techniques.length > 0, namesMalware(entities));
  return { sentence, subject: hasActor ? ACTORS : ACTIVITY, malware };
}

interface About {
  /** What is added to "the report". */
  report: string;
  who: string;
  malware: string | null;
  /** `dated May 2024`, or nothing. */
  when: string;
  victims: string;
}

/** What an actor did, named or not. */
function sayDeedsOf({ report, who, malware, when, victims }: About): string {
  const dated = when === "" ? "" : `, in activity ${when}`;
  const means = (word: string) => (malware === null ? "" : ` ${word} the malware ${malware}`);
  if (victims === "")
    return `The report${report} describes what ${who} did${means("with")}${dated}.`;
  return `According to the report${comma(report)} ${who}${means("using")} targeted ${victims}${dated}.`;
}

/** What happened where nobody is said to act. */
function sayActivity(
  { report, malware, when, victims }: About,
  isActivity: boolean,
  hasMalware: boolean,
): string {
  const dated = when === "" ? "" : `, in activity ${when}`;
  const activity =
    malware === null ? `activity ${when}`.trim() : `activity with the malware ${malware}`;
  const rest = malware === null ? "" : dated;
  if (victims !== "")
    return `According to the report${comma(report)} ${activity} targeted ${victims}${rest}.`;
  if (malware !== null || report.endsWith(",") || (isActivity && when !== "")) {
    const nobody = malware === null && !report.endsWith(",") ? " and names no actor" : "";
    return `The report${report} describes ${activity}${rest}${nobody}.`;
  }
  if (isActivity) return `The report${report} names no actor.`;
  return `The report${report} names no actor${hasMalware ? " or victim" : ", malware or victim"}.`;
}

function comma(report: string): string {
  return report.endsWith(",") ? report : `${report},`;
}

function namesMalware({ software, unlisted }: Entities): boolean {
  return [...software.map(({ type }) => type), ...unlisted.map(({ kind }) => kind)].includes(
    "malware",
  );
}

/** The groups that the text names, those of the release and others, without those it only compares with. */
function groupsOf({ groups, unlisted }: Entities): Group[] {
  const others = unlisted.filter(({ kind }) => kind === "group");
  return [...groups, ...others.map((one) => ({ ...one, attack_id: null }))]
    .filter(({ compared }) => compared !== true)
    .sort((a, b) => b.count - a.count);
}

/** The malware that the report is about: the most mentioned, if it is named early or often. */
function malwareOf(entities: Entities): string | null {
  const [first] = softwareOf(entities, "malware").sort((a, b) => b.count - a.count);
  return first !== undefined && isCertain(first) ? first.name : null;
}

/** The groups that the report is about, not those that it cites. */
function actorsOf(groups: readonly Group[]): Group[] {
  const [first] = groups;
  if (first === undefined) return [];
  return groups
    .filter(({ count, mentions }) => {
      const isMain = count >= 2 || (mentions[0]?.start ?? Infinity) < HEAD;
      return isMain && count >= first.count * SHARE;
    })
    .slice(0, MAX_ACTORS);
}

/** Whether the report is so much about a group, or so early, that it tells of its acts. */
function isCertain({ count, mentions }: Pick<Group, "count" | "mentions">): boolean {
  const start = mentions[0]?.start ?? Infinity;
  return count >= CERTAIN || start < TITLE || (count >= CERTAIN_SOON && start < SOON);
}

function sayActors(groups: readonly Group[]): string {
  if (groups.length === 0) return "an unnamed actor";
  const named = groups.map((group) => {
    const aliases = aliasesOf(group);
    const also = aliases.length === 0 ? "" : `, also called ${sayList(aliases)}`;
    const known = `${group.attack_id ?? ""}${also}`.replace(/^, /, "");
    return known === "" ? group.name : `${group.name} (${known})`;
  });
  const [first] = groups;
  if (groups.length === 1 && /group|team/i.test(first?.name ?? "")) return named.join("");
  return `the ${groups.length === 1 ? "group" : "groups"} ${sayList(named)}`;
}

/** What the text calls a group besides, however it is spelled. */
function aliasesOf({ name, mentions }: Group): string[] {
  const fold = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const known = new Set([fold(name)]);
  const others = mentions
    .map(({ text }) => foldBlanks(text))
    .filter((word) => !known.has(fold(word)) && known.add(fold(word)));
  return others.slice(0, MAX_ALIASES);
}

/** `the energy and water sectors in the United States` */
function sayVictims({ sectors, countries }: Entities): string {
  // Where the parts of the critical infrastructure are named, the whole says no more.
  const parts = sectors.filter(({ name }) => sectors.length === 1 || name !== "infrastructure");
  const names = parts.map(({ name }) => saySector(name));
  const whom =
    names.length === 0
      ? "organizations"
      : sectors.length === 1 && sectors[0]?.name === "infrastructure"
        ? saySector("infrastructure")
        : saySectors(names);
  const where = sayList(
    countries.map(({ name }) => sayCountry(name)),
    MAX_COUNTRIES,
  );
  if (where !== "") return `${whom} in ${where}`;
  return names.length === 0 ? "" : whom;
}

/** `the energy and water sectors`, `the energy, water, mining and other sectors` */
function saySectors(names: readonly string[]): string {
  const shown = names.length > MAX_SECTORS ? [...names.slice(0, MAX_SECTORS), "other"] : names;
  return `the ${sayList(shown)} ${names.length > 1 ? "sectors" : "sector"}`;
}
