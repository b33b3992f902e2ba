import type { Entities } from "../entities/schema.ts";
import { foldBlanks } from "../../text/document/fold-blanks.ts";
import type { NamedTechnique } from "./summary-techniques.ts";
import { sayCountry, sayDate, sayList, saySector } from "./summary-words.ts";

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
const MAX_ACTORS = 3;
const MAX_ALIASES = 2;
const MAX_SECTORS = 5;
const MAX_COUNTRIES = 4;
/** Characters of an ISO date down to its month. */
const MONTH = 7;
/** Years before a report that still are its matter. */
const RECENT = 3;
const OPEN = /^(?:since|beginning|starting)/i;

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
}

const ACTORS: Subject = { first: "The actors", again: "They", isGerund: false };
const ACTIVITY: Subject = { first: "The activity involved", again: "It involved", isGerund: true };

/**
 * Who did something to whom, and when, as far as the text says it: named groups, else malware, else "an unnamed
 * actor" where the evidence of a technique says that somebody acts.
 */
export function sayWho(entities: Entities, techniques: readonly NamedTechnique[]): Who {
  const groups = groupsOf(entities);
  const actors = actorsOf(groups);
  const certain = actors.filter(isCertain);
  const malware = malwareOf(entities);
  const hasActor = techniques.some((technique) => technique.hasActor);
  const victims = sayVictims(entities);
  const when = sayWhen(entities.dates);
  const isNamedOnly = actors.length > 0 && certain.length === 0;
  const aside = isNamedOnly ? `, which names ${sayActors(actors)},` : "";
  const report = `${sayPublished(entities.dates)}${aside}`;
  const who = whoActs({ certain, malware, hasActor, isNamedOnly });
  const subject = certain.length > 0 || (hasActor && malware === null) ? ACTORS : ACTIVITY;
  const of = (sentence: string) => ({ sentence, subject });
  if (victims !== "") {
    const comma = aside === "" ? `${report},` : report;
    return of(`According to the report${comma} ${who ?? "activity"} targeted ${victims}${when}.`);
  }
  if (who !== null) {
    const what = certain.length > 0 || malware === null ? `what ${who} did` : who;
    return of(`The report${report} describes ${what}${when}.`);
  }
  if (aside !== "") return of(`The report${report} describes activity${when}.`);
  if (techniques.length > 0) return of(`The report${report} names no actor${when}.`);
  return of(`The report${report} names no actor, malware or victim.`);
}

interface Acting {
  certain: readonly Group[];
  malware: string | null;
  hasActor: boolean;
  isNamedOnly: boolean;
}

function whoActs({ certain, malware, hasActor, isNamedOnly }: Acting): string | null {
  if (certain.length > 0) return sayActors(certain);
  if (malware !== null) return `activity with the malware ${malware}`;
  if (!hasActor) return null;
  return isNamedOnly ? "an actor" : "an unnamed actor";
}

/** The groups that the text names, those of the release and others, without those it only compares with. */
function groupsOf({ groups, unlisted }: Entities): Group[] {
  const others = unlisted.filter(({ kind }) => kind === "group");
  return [...groups, ...others.map((one) => ({ ...one, attack_id: null }))]
    .filter(({ compared }) => compared !== true)
    .sort((a, b) => b.count - a.count);
}

/** The malware that the report is about: the most mentioned, if it is named early or often. */
function malwareOf({ software, unlisted }: Entities): string | null {
  const [first] = [
    ...software.filter(({ type }) => type === "malware"),
    ...unlisted.filter(({ kind, compared }) => kind === "malware" && compared !== true),
  ].sort((a, b) => b.count - a.count);
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

/** ` published on 3 May 2024 and revised on 7 May 2024` */
function sayPublished(dates: Entities["dates"]): string {
  const published = dates.find(({ role }) => role === "published")?.date;
  const revised = dates.findLast(({ role }) => role === "revised")?.date;
  if (published === undefined) return "";
  const later = revised !== undefined && revised > published;
  return ` published on ${sayDate(published)}${later ? ` and revised on ${sayDate(revised)}` : ""}`;
}

/** The months or years that the dated activity lies in. */
function sayWhen(dates: Entities["dates"]): string {
  const known = dates.filter(({ role }) => role === "activity");
  const published = dates.find(({ role }) => role === "published")?.date;
  const now = yearOf(published ?? known.at(-1)?.date ?? "");
  // What was years before is where the malware or the group comes from.
  const acts = known.filter(({ date }) => now - yearOf(date) <= RECENT);
  const [first] = acts;
  if (first === undefined) return "";
  const from = first.date.slice(0, MONTH);
  const to = acts
    .map(({ date, end }) => (end ?? date).slice(0, MONTH))
    .reduce((a, b) => (b > a ? b : a));
  if (!to.startsWith(from)) return `, in activity dated from ${sayDate(from)} to ${sayDate(to)}`;
  const isOpen = OPEN.test(first.mentions[0]?.text ?? "") && acts.length === 1;
  return isOpen ? `, in activity since ${sayDate(to)}` : `, in activity dated ${sayDate(to)}`;
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}
