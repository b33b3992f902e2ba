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

/** What lists are asked about. */
export type Named = Pick<Match, "kind" | "normalized_value">;

/** What others may ask of the lists. */
export interface WarningListLookup {
  /** The lists that name a value, by their names. */
  find(match: Named): Naming[];
  /** What a value is by the lists that name it, or null where nothing follows. */
  effectOf(match: Named): ValueEffect | null;
}

/** The strongest first: a service that many share is blocked by nobody, however many visit it. */
const STRENGTH: readonly ValueEffect[] = ["example", "shared", "benign", "reference"];

/** Longer values are compared as far as this with parts and regular expressions. */
const MAX_SCANNED_CHARS = 2048;

/** All lists, ready for look-ups, each of which takes some microseconds. */
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
   * The list that makes a value what it is, rather one that names it for itself than one of visited
   * sites; null where none does. What names a site says nothing of a page there.
   */
  namingOf(match: Named, effect: ValueEffect): Naming | null {
    const isPage = match.kind === "url" && !/^[^:]+:\/\/[^/]*\/?$/.test(match.normalized_value);
    const naming = this.find(match).filter((one) => one.effect === effect);
    const hasPages = ({ name }: Naming) =>
      this.#held.some(({ list, rule }) => list.name === name && rule.hasPages === true);
    return naming.find((one) => !hasPages(one)) ?? (isPage ? null : (naming[0] ?? null));
  }

  /** The lists, by their names. */
  get all(): readonly WarningList[] {
    return this.#held.map(({ list }) => list);
  }

  /** By the whole text of a value; that of a host alone is found as a name. */
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

  /** By the host of a value, or the address that it is. */
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

/** Parts that are host names all, so that we read them as such. */
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
 * Effects of a domain that hold for its mailboxes. Whose mail it is tells nothing else: anybody writes
 * from a shared service, and from a benign site that was broken into.
 */
const OF_MAILBOXES: ReadonlySet<WarningEffect> = new Set<WarningEffect>(["example", "reference"]);

function isAskedFor({ kinds, rule }: Held, kind: string): boolean {
  return (
    kinds.has(kind) || (kind === "email" && OF_MAILBOXES.has(rule.effect) && kinds.has("domain"))
  );
}

/** By name, of each list the entry that is the most like the value. */
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
