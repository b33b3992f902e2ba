import type { Entities } from "../entities/schema.ts";
import { foldBlanks } from "../../text/document/fold-blanks.ts";
import type { NamedTechnique } from "./summary-techniques.ts";
import { describePublication, describeDates } from "./describe-dates.ts";
import { softwareOf } from "./describe-tools.ts";
import { sayCountry, sayList, saySector } from "./summary-words.ts";

type Group = Omit<Entities["groups"][number], "attack_id"> & { attack_id: string | null };

/** Offset after which a group that is mentioned only once counts as a comparison or a reference. */
const HEAD = 3_000;
/** Minimum share of the most mentioned group's mentions for another actor of the report. */
const SHARE = 0.25;
/** Mentions that make a group the subject of the report. Fewer suffice near the beginning, none in its title. */
const CERTAIN = 5;
const CERTAIN_SOON = 3;
const SOON = 600;
const TITLE = 120;
/** Share of techniques with an actor for the subject of a malware report to be an actor. */
const ACTING_SHARE = 0.2;
const MAX_ACTORS = 3;
const MAX_ALIASES = 2;
const MAX_SECTORS = 5;
const MAX_COUNTRIES = 4;

/** The subject of the sentences about the attack. */
export interface Subject {
  first: string;
  again: string;
  /** Uses gerunds, because no actor is named. */
  isGerund: boolean;
}

/** The opening text of the summary, and the subject of the sentences after it. */
export interface Who {
  sentence: string;
  subject: Subject;
  /** The malware named in the sentence. */
  malware: string | null;
}

const ACTORS: Subject = { first: "The actors", again: "They", isGerund: false };
const ACTIVITY: Subject = { first: "The activity", again: "It", isGerund: true };

/**
 * Describes who did what to whom, and when, as far as the text says so. The subject is a named group, else malware,
 * else "an unnamed actor" if the evidence of a technique has an actor.
 */
export function describeActor(entities: Entities, techniques: readonly NamedTechnique[]): Who {
  const actors = actorsOf(groupsOf(entities));
  const certain = actors.filter(isCertain);
  // A group's malware is listed with its tools.
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
  /** Text appended to "the report". */
  report: string;
  who: string;
  malware: string | null;
  /** `dated May 2024`, or an empty string. */
  when: string;
  victims: string;
}

/** Describes what a named or unnamed actor did. */
function sayDeedsOf({ report, who, malware, when, victims }: About): string {
  const dated = when === "" ? "" : `, in activity ${when}`;
  const means = (word: string) => (malware === null ? "" : ` ${word} the malware ${malware}`);
  if (victims === "")
    return `The report${report} describes what ${who} did${means("with")}${dated}.`;
  return `According to the report${comma(report)} ${who}${means("using")} targeted ${victims}${dated}.`;
}

/** Describes what happened if no actor is known. */
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

/** Returns the groups named in the text, listed in the release or not, without those only used in comparisons. */
function groupsOf({ groups, unlisted }: Entities): Group[] {
  const others = unlisted.filter(({ kind }) => kind === "group");
  return [...groups, ...others.map((one) => ({ ...one, attack_id: null }))]
    .filter(({ compared }) => compared !== true)
    .sort((a, b) => b.count - a.count);
}

/** Returns the malware that the report is about: the most mentioned one, if it is named early or often. */
function malwareOf(entities: Entities): string | null {
  const [first] = softwareOf(entities, "malware").sort((a, b) => b.count - a.count);
  return first !== undefined && isCertain(first) ? first.name : null;
}

/** Returns the groups that the report is about, without those that it only cites. */
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

/** Returns whether a group is mentioned often or early enough for the report to be about it. */
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

/** Returns the other names that the text uses for a group, in any spelling. */
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
  // If specific critical infrastructure sectors are named, the general term adds nothing.
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
