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

/**
 * How many characters at the end of a host are a name below which others, not the owner of that name,
 * have names: a private suffix of the Public Suffix List, or an entry of a list of such services.
 */
export function boundaryOf(host: string, hits: readonly (Hit & { held: Held })[]): number {
  const { isPrivate, publicSuffix } = parse(host, SUFFIXES);
  const lengths = hits
    .filter(({ held, length }) => held.reach === "tenants" && isBelow(host, length))
    .map(({ length }) => length);
  const suffix = isPrivate === true ? (publicSuffix ?? "").length : 0;
  return Math.max(isBelow(host, suffix) ? suffix : 0, ...lengths);
}

const SUFFIXES = {
  allowPrivateDomains: true,
  extractHostname: false,
  validateHostname: false,
  detectIp: false,
} as const;

/** Whether a host is below the name at its end, and not that name itself with `www.` or without. */
function isBelow(host: string, length: number): boolean {
  const before = host.slice(0, host.length - length);
  return before !== "" && before !== "www.";
}

/** What follows from an entry for a host, or null where the entry does not reach it. */
export function effectFor(
  { rule, reach }: Held,
  { length, isDotted }: Hit,
  host: string,
  boundary: number,
): WarningEffect | null {
  const { effect } = rule;
  if (length === host.length) return reach === "site" && boundary > 0 ? "note" : effect;
  if (!isReached(isDotted && reach === "exact" ? "below" : reach, host, length)) return null;
  if (length > boundary) return reach === "site" && boundary > 0 ? "note" : effect;
  // The name of a customer of the service that the entry is.
  return effect === "shared" || effect === "note" ? "note" : null;
}

function isReached(reach: Reach, host: string, length: number): boolean {
  if (reach === "exact") return false;
  if (reach === "below" || reach === "tenants" || !isBelow(host, length)) return true;
  if (reach === "www") return false;
  return parse(host, SUFFIXES).domain?.length === length;
}
