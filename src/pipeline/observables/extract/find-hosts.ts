import { mappedAddress } from "../kinds/addresses.ts";
import { isAlphanumeric, UNSPACED_SCRIPTS } from "./characters.ts";
import { findDomain, normaliseDomain } from "./domains.ts";
import type { Findings } from "./findings.ts";
import { findAddresses, prefixOf } from "./ipv4.ts";
import { isNetworkMeant } from "./networks.ts";
import type { HostToken } from "./tokens.ts";

/** Adds the addresses of a token, or the two ends of a range. Returns whether there are any. */
export function addAddresses(findings: Findings, token: HostToken): boolean {
  const found = findAddresses(token);
  if (found.length === 0) return false;
  const bits = prefixOf(token);
  let from = token.from;
  for (const [i, address] of found.entries()) {
    const to = from + address.length;
    const isLast = i === found.length - 1;
    if (!isLast || bits === null) findings.add("ipv4", from, to);
    else {
      const end = to + bits.length + 1;
      if (isNetworkMeant(findings, from, to, end)) findings.add("ipv4", from, end);
    }
    from = to + 1;
  }
  return true;
}

const MAIL_BOX = /[\p{L}\p{N}_.+%\uE000'-]/u;
const MAX_LOCAL = 64;

/** Adds the domain that a token names, and the email address that contains it. */
export function addDomain(findings: Findings, token: HostToken): boolean {
  const value = findDomain(token);
  if (value === null || normaliseDomain(value) === null) return false;
  const isMail = token.before.endsWith("@") && addEmail(findings, token);
  return findings.add("domain", token.from, token.to, {
    host_of: isMail ? "email" : null,
    isDefanged: token.isDefanged || (isMail && findings.isDefanged(token.from - 1, token.to)),
  });
}

const isMailBox = (character: string) =>
  MAIL_BOX.test(character) && !UNSPACED_SCRIPTS.test(character);

/** Returns whether an at sign precedes an index inside a URL and does not follow a user name and password. */
export function isMailHost(text: string, at: number): boolean {
  if (text[at - 1] !== "@") return false;
  return !/:\/\/[^/?#\s]*@$/.test(text.slice(Math.max(0, at - 100), at));
}

function addEmail(findings: Findings, { from, to }: HostToken): boolean {
  const { text } = findings;
  let start = from - 1;
  while (start > 0 && from - start <= MAX_LOCAL && isMailBox(text[start - 1] ?? " ")) start -= 1;
  start = returnPathStart(text, start);
  while (start < from && /[.'%\uE000-]/.test(text[start] ?? "")) start += 1;
  const before = text.slice(Math.max(0, start - 90), start);
  // A repository address, or a message ID.
  if (text.slice(start, from) === "git@" && text[to] === ":") return false;
  if (/message-id["']?\s?[:=]\s?["'<]*\S{0,60}$/i.test(before)) return false;
  return findings.add("email", start, to);
}

/**
 * Prefixes that mailers add before the equals sign of a return path: `bounce+17=user@…`, `prvs=17=user@…` (BATV).
 */
const RETURN_PATH =
  /(?<![\w.+=-])(?:[\w.-]{1,30}\+[\w.+-]{0,40}=|(?:prvs|btv1|srs[01])=[\w=.+-]{0,60}=?)$/i;

function returnPathStart(text: string, start: number): number {
  if (text[start - 1] !== "=") return start;
  const before = text.slice(Math.max(0, start - 100), start);
  return start - (RETURN_PATH.exec(before)?.[0].length ?? 0);
}

const IPV6 =
  /(?:[0-9a-f]{0,4}:){2,7}(?:(?:\d{1,3}[.\uE000]){3}\d{1,3}|[0-9a-f]{1,4})?(?:%[a-z0-9]{1,16})?/iy;
const BITS = /\/(\d{1,3})(?![\w/])/y;

/** Adds the IPv6 address that begins at `from`. Returns the index after it, or `from` if there is none. */
export function findIpv6(findings: Findings, from: number): number {
  const { text } = findings;
  const before = text.charCodeAt(from - 1);
  if (isAlphanumeric(before) || ":._-\\$".includes(text[from - 1] ?? " ")) return from;
  IPV6.lastIndex = from;
  const written = IPV6.exec(text)?.[0] ?? "";
  const to = from + written.length;
  if (!mayBeIpv6(written) || isAlphanumeric(text.charCodeAt(to)) || text[to] === ":") return from;
  const value = findings.slice(from, to);
  const mapped = mappedAddress(value);
  if (mapped !== null) {
    findings.add("ipv4", from, to, { value, normal: mapped });
    return to;
  }
  BITS.lastIndex = to;
  const bits = BITS.exec(text)?.[0] ?? "";
  if (bits === "") return findings.add("ipv6", from, to) ? to : from;
  const end = to + bits.length;
  if (bits !== "/128" && !isNetworkMeant(findings, from, to, end)) return end;
  return findings.add("ipv6", from, end) ? end : from;
}

/** Rejects times, hardware addresses and C++ names. */
function mayBeIpv6(written: string): boolean {
  if (written.length < 6 || !/\d/.test(written)) return false;
  const groups = written.split(":");
  if (groups.every((group) => group.length === 2)) return false;
  return written.includes("::") ? groups.length >= 3 : groups.length === 8;
}
