import type { Match, ObservableKind } from "../vocabulary.ts";
import { findDomain, normaliseDomain } from "./domains.ts";
import { findAddresses } from "./ipv4.ts";
import { findCves, findHashes } from "./patterns.ts";
import { refang } from "./refang.ts";
import { tokensOf } from "./tokens.ts";

/**
 * The observables that stand in a text, each once, in the order of their kinds and places.
 * Time is linear in the text. What is merely harmless is found too: see `suppress.ts`.
 */
export function extractObservables(text: string): Match[] {
  const plain = refang(text);
  return [...distinct(findCves(plain)), ...distinct(findHashes(plain)), ...findHosts(plain)];
}

function distinct(matches: Iterable<Match>): Match[] {
  const found = new Map<string, Match>();
  for (const match of matches) {
    if (!found.has(match.normalized_value)) found.set(match.normalized_value, match);
  }
  return [...found.values()];
}

function findHosts(text: string): Match[] {
  const addresses = new Set<string>();
  // As written to its normal form; texts repeat themselves, and the form has its price.
  const domains = new Map<string, string | null>();
  for (const token of tokensOf(text)) {
    for (const address of findAddresses(token)) addresses.add(address);
    const value = findDomain(token);
    if (value !== null && !domains.has(value)) domains.set(value, normaliseDomain(value));
  }
  const named: Match[] = [];
  for (const [value, normal] of domains) {
    if (normal !== null) named.push(toMatch("domain", value, normal));
  }
  return [...[...addresses].map((value) => toMatch("ipv4", value, value)), ...distinct(named)];
}

function toMatch(kind: ObservableKind, value: string, normal: string): Match {
  return { kind, value, normalized_value: normal };
}
