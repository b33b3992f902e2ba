import { parse } from "tldts";
import type { ListRule, Reach } from "./effects.ts";
import type { WarningList } from "./list-content.ts";
import type { Hit } from "./name-index.ts";
import type { WarningEffect } from "./vocabulary.ts";

/** A list with what we make of it. */
export interface Held {
  list: WarningList;
  rule: ListRule;
  reach: Reach;
  /** The kinds of values that it is asked about. */
  kinds: ReadonlySet<string>;
}

/** What the parts of a host belong to, each as so many characters at its end. */
export interface Ownership {
  /**
   * A name below which others, not the owner of that name, have names: a private suffix of the Public
   * Suffix List, or an entry of a list of such services; 0 where the host is below none.
   */
  boundary: number;
  /** The domain that somebody registered, below a private suffix too. */
  registered: number;
}

/** Whom the parts of a host belong to. @param hits the entries that are the end of it */
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

/** Whether a host is below the name at its end, and not that name itself with `www.` or without. */
function isBelow(host: string, length: number): boolean {
  const before = host.length - length;
  return before > 0 && !(before === 4 && host.startsWith("www."));
}

/** What follows from an entry for a host, or null where the entry does not reach it. */
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
  // The name of a customer of the service that the entry is.
  return effect === "shared" || effect === "note" ? "note" : null;
}
