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

/** A text that repeats itself more than that repeats few of its values. */
const REMEMBERED = 5_000;

function findHosts(text: string): Match[] {
  const addresses = new Set<string>();
  const domains = new Map<string, Match>();
  // Not written in their normal form; texts repeat themselves, and the form has its price.
  const otherwise = new Set<string>();
  for (const token of tokensOf(text)) {
    const found = findAddresses(token);
    for (const address of found) addresses.add(address);
    const value = found.length === 0 ? findDomain(token) : null;
    if (value === null || domains.has(value) || otherwise.has(value)) continue;
    const normal = normaliseDomain(value);
    if (normal !== value && otherwise.size < REMEMBERED) otherwise.add(value);
    if (normal !== null && !domains.has(normal)) {
      domains.set(normal, toMatch("domain", value, normal));
    }
  }
  return [...[...addresses].map((value) => toMatch("ipv4", value, value)), ...domains.values()];
}

function toMatch(kind: ObservableKind, value: string, normal: string): Match {
  return { kind, value, normalized_value: normal };
}
