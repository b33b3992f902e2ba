import { parse } from "tldts";
import type { ListRule, Reach } from "./effects.ts";
import type { WarningList } from "./list-content.ts";
import type { Hit } from "./name-index.ts";
import type { WarningEffect } from "./vocabulary.ts";

/** A list with its rule. */
export interface Held {
  list: WarningList;
  rule: ListRule;
  reach: Reach;
  /** The kinds of values that it applies to. */
  kinds: ReadonlySet<string>;
}

/** The owners of the parts of a host, each as a number of characters at its end. */
export interface Ownership {
  /**
   * A name below which its owner's customers have names: a private suffix of the Public Suffix List, or an entry of
   * a list of such services. 0 if the host is below none.
   */
  boundary: number;
  /** The registered domain, which may be below a private suffix. */
  registered: number;
}

/** Determines the owners of the parts of a host. @param hits the entries that are its end */
export function ownershipOf(host: string, hits: readonly (Hit & { held: Held })[]): Ownership {
  const { isPrivate, publicSuffix, domain } = parse(host, SUFFIXES);
  let boundary = isPrivate === true ? (publicSuffix ?? "").length : 0;
  if (!isBelow(host, boundary)) boundary = 0;
  for (const { held, length } of hits) {
    const isLonger = held.reach === "tenants" && length > boundary;
    if (isLonger && isBelow(host, length)) boundary = length;
  }
  return { boundary, registered: domain?.length ?? 0 };
}

const SUFFIXES = {
  allowPrivateDomains: true,
  extractHostname: false,
  validateHostname: false,
  detectIp: false,
} as const;

/** Returns whether a host is below the name at its end, and not that name itself with or without `www.`. */
function isBelow(host: string, length: number): boolean {
  const before = host.length - length;
  return before > 0 && !(before === 4 && host.startsWith("www."));
}

/** Returns the effect of an entry on a host, or null if the entry does not reach it. */
export function effectFor(
  { rule: { effect }, reach }: Held,
  { length, isDotted }: Hit,
  host: string,
  { boundary, registered }: Ownership,
): WarningEffect | null {
  const isOfCustomer = reach === "site" && boundary > 0;
  if (length === host.length) return isOfCustomer ? "note" : effect;
  if (reach === "exact" && !isDotted) return null;
  if (!isDotted && isBelow(host, length)) {
    if (reach === "www" || (reach === "site" && length !== registered)) return null;
  }
  if (length > boundary) return isOfCustomer ? "note" : effect;
  // A customer's name below the service that the entry names.
  return effect === "shared" || effect === "note" ? "note" : null;
}
