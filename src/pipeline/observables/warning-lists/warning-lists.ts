import { isKnownKind, type Match } from "../vocabulary.ts";
import { holds4, holds6, parseRange4, parseRange6 } from "./address-ranges.ts";
import { reachOf, ruleOf } from "./effects.ts";
import { linesOf, type WarningList } from "./list-content.ts";
import { NameIndex } from "./name-index.ts";
import { effectFor, type Held, ownershipOf } from "./reach.ts";
import { readRegex } from "./read-regex.ts";
import { type Part, SubstringIndex } from "./substring-index.ts";
import { hostOfValue } from "./host-of-value.ts";
import { kindsOf, type Naming, type ValueEffect, type WarningEffect } from "./vocabulary.ts";

/** A value to look up. */
export type Named = Pick<Match, "kind" | "normalized_value">;

/** The lookup interface of the lists. */
export interface WarningListLookup {
  /** Returns the lists that name a value, by name. */
  find(match: Named): Naming[];
  /** Returns the effect on a value by the lists that name it, or null if there is none. */
  effectOf(match: Named): ValueEffect | null;
}

/** The strongest first. A widely shared service is never blocked, regardless of how many people visit it. */
const STRENGTH: readonly ValueEffect[] = ["example", "shared", "benign", "reference"];

/** Parts and regular expressions are compared with only this much of a longer value. */
const MAX_SCANNED_CHARS = 2048;

/** All lists, ready for lookups, each of which takes some microseconds. */
export class WarningLists implements WarningListLookup {
  readonly #held: readonly Held[];
  readonly #names: NameIndex;
  readonly #networks: readonly Held[];
  readonly #parts: SubstringIndex;
  readonly #patterns: readonly (readonly [Held, RegExp])[];

  constructor(lists: readonly WarningList[]) {
    this.#held = lists
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map((list) => {
        const rule = ruleOf(list.name, list.effect);
        const reach = reachOf(rule, list.type);
        return { list, rule, reach, kinds: new Set<string>(kindsOf(list.matching_attributes)) };
      });
    this.#names = new NameIndex(this.#held.map((held) => (isOfNames(held) ? held.list : NONE)));
    this.#networks = this.#held.filter(({ list }) => list.type === "cidr");
    this.#parts = new SubstringIndex(this.#held.flatMap((held, at) => partsOf(held, at)));
    this.#patterns = this.#held
      .filter(({ list }) => list.type === "regex")
      .flatMap((held) => linesOf(held.list).map((line) => [held, readRegex(line)] as const))
      .filter((pair): pair is readonly [Held, RegExp] => pair[1] !== null);
  }

  find(match: Named): Naming[] {
    const { kind } = match;
    if (!isKnownKind(kind)) return [];
    const value = match.normalized_value.toLowerCase();
    const host = hostOfValue(kind, value);
    const found = [
      ...this.#findText(kind, value, host),
      ...this.#findPattern(kind, match.normalized_value),
      ...(host === null ? [] : this.#findHost(kind, host)),
    ];
    return onePerList(found);
  }

  effectOf(match: Named): ValueEffect | null {
    const effects = new Set<WarningEffect>(this.find(match).map(({ effect }) => effect));
    return STRENGTH.find((effect) => effects.has(effect)) ?? null;
  }

  /**
   * Returns the list that determines an effect, preferring one that names the value itself to one of visited sites.
   * Returns null if there is none. A list that names a site does not judge a page there.
   */
  namingOf(match: Named, effect: ValueEffect): Naming | null {
    const isPage = match.kind === "url" && !/^[^:]+:\/\/[^/]*\/?$/.test(match.normalized_value);
    const naming = this.find(match).filter((one) => one.effect === effect);
    const hasPages = ({ name }: Naming) =>
      this.#held.some(({ list, rule }) => list.name === name && rule.hasPages === true);
    return naming.find((one) => !hasPages(one)) ?? (isPage ? null : (naming[0] ?? null));
  }

  /** Returns the lists by name. */
  get all(): readonly WarningList[] {
    return this.#held.map(({ list }) => list);
  }

  /** Finds lists by the whole text of a value. A value that is only a host is found as a name. */
  #findText(kind: string, value: string, host: string | null): Naming[] {
    const found: Naming[] = [];
    if (value !== host) {
      for (const hit of this.#names.find(value, false)) {
        const held = this.#held[hit.list];
        if (held?.kinds.has(kind) === true && !hit.isDotted) found.push(toNaming(held, value));
      }
    }
    const scanned = value.slice(0, MAX_SCANNED_CHARS);
    for (const { text, list } of this.#parts.find(scanned)) {
      const held = this.#held[list];
      if (held?.kinds.has(kind) === true) found.push(toNaming(held, text));
    }
    return found;
  }

  #findPattern(kind: string, value: string): Naming[] {
    const scanned = value.slice(0, MAX_SCANNED_CHARS);
    return this.#patterns
      .filter(([{ kinds }, pattern]) => kinds.has(kind) && pattern.test(scanned))
      .map(([held, { source }]) => toNaming(held, source));
  }

  /** Finds lists by the host of a value, or by the address. */
  #findHost(kind: string, host: string): Naming[] {
    const four = parseRange4(host);
    const six = four === null && host.includes(":") ? parseRange6(host) : null;
    if (four === null && six === null) return this.#findName(kind, host);
    const isHeld = ({ list: { ranges } }: Held) =>
      four === null ? six !== null && holds6(ranges, six) : holds4(ranges, four);
    const asked = kind === "url" ? (four === null ? "ipv6" : "ipv4") : kind;
    const networks = this.#networks.filter((held) => held.kinds.has(asked) && isHeld(held));
    const exact = this.#names
      .find(host, false)
      .flatMap(({ list }) => this.#held[list] ?? [])
      .filter((held) => held.kinds.has(asked));
    return [...networks, ...exact].map((held) => toNaming(held, host));
  }

  #findName(kind: string, host: string): Naming[] {
    const hits = this.#names.find(host, true).flatMap((hit) => {
      const held = this.#held[hit.list];
      return held !== undefined && isAskedFor(held, kind) ? [{ ...hit, held }] : [];
    });
    if (hits.length === 0) return [];
    const ownership = ownershipOf(host, hits);
    return hits.flatMap(({ held, ...hit }) => {
      const reached = effectFor(held, hit, host, ownership);
      if (reached === null) return [];
      const effect = kind === "email" && !OF_MAILBOXES.has(reached) ? "note" : reached;
      return [{ name: held.list.name, effect, entry: host.slice(-hit.length) }];
    });
  }
}

const NONE = { text: new Uint8Array() };

function isOfNames({ list, reach }: Held): boolean {
  return list.type === "string" || list.type === "hostname" || isReadAsNames(list, reach);
}

/** Returns whether all parts of a list are host names, so that they are treated as such. */
function isReadAsNames({ type }: WarningList, reach: Held["reach"]): boolean {
  return type === "substring" && reach !== "exact";
}

function partsOf({ list, reach }: Held, at: number): Part[] {
  if (list.type !== "substring" || isReadAsNames(list, reach)) return [];
  return linesOf(list).map((text) => ({ text, list: at }));
}

function toNaming({ list: { name }, rule: { effect } }: Held, entry: string): Naming {
  return { name, effect, entry };
}

/**
 * Effects of a domain that also apply to its mailboxes. Other effects do not: anyone can send from a shared
 * service, or from a compromised benign site.
 */
const OF_MAILBOXES: ReadonlySet<WarningEffect> = new Set<WarningEffect>(["example", "reference"]);

function isAskedFor({ kinds, rule }: Held, kind: string): boolean {
  return (
    kinds.has(kind) || (kind === "email" && OF_MAILBOXES.has(rule.effect) && kinds.has("domain"))
  );
}

/** Returns the namings by name, with the entry of each list that most resembles the value. */
function onePerList(found: readonly Naming[]): Naming[] {
  const best = new Map<string, Naming>();
  for (const naming of found) {
    const known = best.get(naming.name);
    if (known === undefined || known.entry.length < naming.entry.length) {
      best.set(naming.name, naming);
    }
  }
  return [...best.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
