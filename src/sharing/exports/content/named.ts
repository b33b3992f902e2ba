import { findKnownExploited } from "../../../knowledge/vulnerabilities/known-exploited.ts";
import { foldText } from "../../../platform/lib/text.ts";
import type { Analysis } from "../../../reading/sessions/schema.ts";
import type { SessionContent } from "./session-content.ts";
import { longDate } from "./long-date.ts";

/** Entities of one kind that the report names. */
export interface NamedThings {
  label: string;
  entries: NamedThing[];
}

export interface NamedThing {
  text: string;
  /** Its page in ATT&CK, if there is one. */
  url: string | null;
}

type Named = Pick<SessionContent, "entities" | "named_groups" | "apt_hints" | "observables">;

const ATTACK = "https://attack.mitre.org";

/** Lists the named entities other than techniques, by kind, without empty kinds. */
export function listNamed(content: Named): NamedThings[] {
  const { entities, named_groups: groups, apt_hints: hints } = content;
  const { software, unlisted, sectors, countries } = entities;
  const plain = (text: string): NamedThing => ({ text, url: null });
  const named = groups.map(({ attack_id: id, name, names }) => ({
    text: `${name} (${id})${alsoCalled(name, names)}`,
    url: `${ATTACK}/groups/${id}/`,
  }));
  const known = new Set(groups.flatMap(({ name, names }) => [name, ...names]).map(foldText));
  const others = hints.filter((hint) => !known.has(foldText(hint)));
  const unlistedOf = (wanted: (typeof unlisted)[number]["kind"]) =>
    unlisted.filter(({ kind }) => kind === wanted).map(({ name }) => plain(name));
  const sorts: NamedThings[] = [
    { label: "Groups", entries: [...named, ...others.map(plain), ...unlistedOf("group")] },
    { label: "Campaigns", entries: unlistedOf("campaign") },
    { label: "Malware", entries: [...softwareOf(software, "malware"), ...unlistedOf("malware")] },
    { label: "Tools", entries: [...softwareOf(software, "tool"), ...unlistedOf("tool")] },
    { label: "Vulnerabilities", entries: listCves(content).map((id) => plain(describeCve(id))) },
    { label: "Victims' sectors", entries: sectors.map(({ name }) => plain(name)) },
    { label: "Victims' countries", entries: countries.map(({ name }) => plain(name)) },
    { label: "Dates", entries: entities.dates.map((date) => plain(describeDate(date))) },
  ];
  return sorts.filter(({ entries }) => entries.length > 0);
}

/** Observables reflect what people removed. Sessions without observables use the vulnerabilities in the text. */
export function listCves({
  entities,
  observables,
}: Pick<SessionContent, "entities" | "observables">): string[] {
  const kept = observables.filter(({ kind }) => kind === "cve");
  return kept.length > 0
    ? kept.map(({ value }) => value.toUpperCase())
    : entities.cves.map(({ id }) => id);
}

function describeCve(id: string): string {
  return findKnownExploited(id) === null ? id : `${id} (known exploited)`;
}

function softwareOf(
  software: Analysis["entities"]["software"],
  wanted: "malware" | "tool",
): NamedThing[] {
  return software
    .filter(({ type }) => type === wanted)
    .map(({ attack_id: id, name }) => ({
      text: `${name} (${id})`,
      url: `${ATTACK}/software/${id}/`,
    }));
}

/** Returns the names of a group in the text that differ from the release's. */
function alsoCalled(name: string, names: readonly string[]): string {
  const others = new Map(names.map((text) => [foldText(text), text.replace(/\s+/g, " ").trim()]));
  others.delete(foldText(name));
  return others.size === 0 ? "" : `, as ${[...others.values()].join(", ")}`;
}

const ROLES = { published: "published", revised: "revised", activity: "activity" } as const;

function describeDate({ date, end, role }: Analysis["entities"]["dates"][number]): string {
  const period = end === null ? longDate(date) : `${longDate(date)} to ${longDate(end)}`;
  return `${period} (${ROLES[role]})`;
}

/** Returns when the report was published, with its original precision, or null if unknown. */
export function publishedOn({ entities }: Pick<Analysis, "entities">): string | null {
  return entities.dates.find(({ role }) => role === "published")?.date ?? null;
}

/** Formats when the report was published. */
export function whenPublished(analysis: Pick<Analysis, "entities">): string | null {
  const date = publishedOn(analysis);
  return date === null ? null : longDate(date);
}
