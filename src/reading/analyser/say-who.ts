import type { Entities } from "../entities/schema.ts";
import { sayCountry, sayDate, sayList, saySector } from "./summary-words.ts";

type Group = Entities["groups"][number];

/** A group that is mentioned so far into the report, and once only, is a comparison or a reference. */
const HEAD = 3_000;
/** Of the most mentioned group's mentions, the part that another actor of the report has. */
const SHARE = 0.25;
const MAX_ACTORS = 3;
const MAX_ALIASES = 2;
const MAX_SECTORS = 5;
const MAX_COUNTRIES = 4;
/** Characters of an ISO date down to its month. */
const MONTH = 7;
/** Years before a report that still are its matter. */
const RECENT = 4;
const OPEN = /^(?:since|beginning|starting)/i;

/** Who did something to whom, and when, as far as the text says it. */
export function sayWho(entities: Entities, hasActs: boolean): string {
  const actors = actorsOf(entities.groups);
  const victims = sayVictims(entities);
  const when = sayWhen(entities.dates);
  const published = entities.dates.find(({ role }) => role === "published");
  const report = published === undefined ? "" : ` published on ${sayDate(published.date)}`;
  const who = sayActors(actors);
  if (victims !== "") return `According to the report${report}, ${who} targeted ${victims}${when}.`;
  if (actors.length > 0 || hasActs) return `The report${report} describes what ${who} did${when}.`;
  return `The report${report} names neither an actor nor a victim${when === "" ? "" : `, and dates activity${when.replace(", in activity dated", "")}`}.`;
}

/** The groups that the report is about, not those that it compares or cites. */
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

function sayActors(groups: readonly Group[]): string {
  if (groups.length === 0) return "an unnamed actor";
  const named = groups.map(({ attack_id, name, mentions }) => {
    const words = mentions.map(({ text }) => text.replace(/\s+/gu, " "));
    const others = words.filter((word) => word.toLowerCase() !== name.toLowerCase());
    const aliases = [...new Set(others)].slice(0, MAX_ALIASES);
    const also = aliases.length === 0 ? "" : `, also called ${sayList(aliases)}`;
    return `${name} (${attack_id}${also})`;
  });
  return `the ${groups.length === 1 ? "group" : "groups"} ${sayList(named)}`;
}

/** `the energy and water sectors in the United States` */
function sayVictims({ sectors, countries }: Entities): string {
  // Where the parts of the critical infrastructure are named, the whole says no more.
  const parts = sectors.filter(({ name }) => sectors.length === 1 || name !== "infrastructure");
  const names = parts.map(({ name }) => saySector(name));
  const whom =
    names.length === 0
      ? "organisations"
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

/** The months or years that the dated activity lies in. */
function sayWhen(dates: Entities["dates"]): string {
  const published = dates.find(({ role }) => role === "published")?.date ?? "";
  const acts = dates.filter(({ role, date }) => role === "activity" && !isHistory(date, published));
  const [first] = acts;
  if (first === undefined) return "";
  const from = first.date.slice(0, MONTH);
  const to = acts
    .map(({ date, end }) => (end ?? date).slice(0, MONTH))
    .reduce((a, b) => (b > a ? b : a));
  if (!to.startsWith(from)) return `, in activity dated from ${sayDate(from)} to ${sayDate(to)}`;
  const isOpen = OPEN.test(first.mentions[0]?.text ?? "") && acts.length === 1;
  return isOpen ? ` since ${sayDate(to)}` : `, in activity dated ${sayDate(to)}`;
}

/** What was years before is where the malware or the group comes from. */
function isHistory(date: string, published: string): boolean {
  return published !== "" && Number(published.slice(0, 4)) - Number(date.slice(0, 4)) > RECENT;
}
