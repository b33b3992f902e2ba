import type { Outline } from "../../../text/document/document.ts";
import type { FoundValue, Mention, Occurrence } from "../found.ts";
import { isKnownKind, keyOf, OBSERVABLE_ROLES, type ObservableRole } from "../vocabulary.ts";
import { confidenceOf } from "./confidence.ts";
import { MentionReader, type JudgedMention, type Source } from "./mentions.ts";
import { hostOfValue } from "./network-values.ts";

/** Maximum number of mentions stored per value. */
const MAX_MENTIONS = 5;

interface Group {
  occurrence: Occurrence;
  count: number;
  /** The strongest mentions whose role the text states, and those whose role it does not. */
  said: JudgedMention[];
  unsaid: JudgedMention[];
}

/**
 * Returns the values of a text with their roles and mentions, the strongest first.
 * @param occurrences of the text, in the order of their positions
 */
export function readMentions(
  outline: Outline,
  occurrences: readonly Occurrence[],
  source: Source,
): FoundValue[] {
  const reader = new MentionReader(outline, occurrences, source);
  const groups = new Map<string, Group>();
  for (const [index, occurrence] of occurrences.entries()) {
    const key = keyOf(occurrence);
    let group = groups.get(key);
    if (group === undefined) {
      group = { occurrence, count: 0, said: [], unsaid: [] };
      groups.set(key, group);
    }
    group.count += 1;
    const mention = reader.read(index);
    keepStrongest(mention.isSaid ? group.said : group.unsaid, mention);
  }
  const known = {
    victims: hostsSaidToBe("victim", groups.values()),
    indicators: hostsSaidToBe("indicator", groups.values()),
  };
  return [...groups.values()].map((group) => toFoundValue(group, known));
}

function keepStrongest(mentions: JudgedMention[], mention: JudgedMention): void {
  if (mentions.length < MAX_MENTIONS) {
    mentions.push(mention);
    return;
  }
  // Drops the weakest mention, or the later of equal ones.
  const weakest = mentions.reduce((least, one) => (compare(one, least) >= 0 ? one : least));
  if (compare(mention, weakest) < 0) mentions[mentions.indexOf(weakest)] = mention;
}

function compare(a: JudgedMention, b: JudgedMention): number {
  return (
    strengthOf(a.role) - strengthOf(b.role) || b.confidence - a.confidence || a.start - b.start
  );
}

const STRENGTHS = new Map(OBSERVABLE_ROLES.map((role, place) => [role, place]));

function strengthOf(role: ObservableRole): number {
  return STRENGTHS.get(role) ?? OBSERVABLE_ROLES.length;
}

/** Returns the role of the strongest mention, or null if there is none. */
function strongestRole(mentions: readonly JudgedMention[]): ObservableRole | null {
  let strongest = mentions[0];
  for (const mention of mentions) {
    if (strongest !== undefined && compare(mention, strongest) < 0) strongest = mention;
  }
  return strongest?.role ?? null;
}

/** Hosts whose role the text states directly. */
interface KnownHosts {
  victims: ReadonlySet<string>;
  indicators: ReadonlySet<string>;
}

/** Returns the hosts for which the text states this role, and none stronger. */
function hostsSaidToBe(role: "victim" | "indicator", groups: Iterable<Group>): ReadonlySet<string> {
  const hosts = new Set<string>();
  for (const { occurrence, said } of groups) {
    // A URL or mailbox that is an indicator does not determine the role of its host.
    const { kind } = occurrence;
    if (role === "indicator" && (kind === "url" || kind === "email")) continue;
    if (strongestRole(said) !== role) continue;
    const host = hostOfValue(occurrence);
    if (host !== null) hosts.add(host);
  }
  return hosts;
}

/**
 * Builds a value. Where a mention has no stated role, the role stated elsewhere applies: a victim's domain and the
 * names below it remain the victim's, and a page on a listed host is an indicator.
 */
function toFoundValue({ occurrence, count, said, unsaid }: Group, known: KnownHosts): FoundValue {
  const { kind, value, normalized_value } = occurrence;
  const told = toldRole(occurrence, strongestRole(said), known);
  const rest =
    told === null
      ? unsaid
      : unsaid.map((mention) => ({
          ...mention,
          role: told,
          confidence: confidenceOf(isKnownKind(kind) ? kind : "domain", told, "none", false),
        }));
  const all = [...said, ...rest];
  // Most values occur at one position.
  const mentions = all.length === 1 ? all : all.toSorted(compare).slice(0, MAX_MENTIONS);
  return {
    kind,
    value,
    normalized_value,
    role: mentions[0]?.role ?? "mentioned",
    confidence: Math.max(...mentions.map(({ confidence }) => confidence)),
    count,
    mentions: mentions.map(toMention),
  };
}

function toMention({ start, end, role, confidence, section, sentence }: JudgedMention): Mention {
  return { start, end, role, confidence, section, sentence };
}

/** Returns the role that other mentions of a value state, or null if they state none. */
function toldRole(
  occurrence: Occurrence,
  strongest: ObservableRole | null,
  { victims, indicators }: KnownHosts,
): ObservableRole | null {
  if (strongest !== null && strongest !== "indicator" && strongest !== "mentioned")
    return strongest;
  if (strongest !== null) return null;
  let host = hostOfValue(occurrence) ?? "";
  if (occurrence.kind === "url" && indicators.has(host)) return "indicator";
  if (victims.size === 0) return null;
  while (host.includes(".")) {
    if (victims.has(host)) return "victim";
    host = host.slice(host.indexOf(".") + 1);
  }
  return null;
}
