import { lineEnd, lineStart } from "./characters.ts";
import type { Findings } from "./findings.ts";

const NAMED =
  /(?:networks?|ranges?|cidr|subnets?|prefix|route6?|inet6?num|netz|ips?|сеть|网段|ネットワーク)["']?\s?[:=：]\s?["']?$/i;
/** Text after a network that a sentence merely describes. */
const DESCRIBED =
  /^\s?(?:\([^()\n]{0,40}\)\s)?(?:(?:networks?|ranges?|blocks?|subnets?|prefix(?:es)?)\s)?(?:belongs?|(?:is|are|was|were)\s(?:announced|routed|assigned|allocated|registered|reserved|part)|contains?|holds?|gehört|pertenece|принадлеж\p{L}*|属于|归属)(?![\p{Ll}])/u;
/** Scanned networks are targets. */
const SCANNED = /(?:scan|sweep|probe?|сканир)\p{L}*\s(?:(?:for|the|all|of|whole|entire)\s){0,3}$/iu;
/** Networks of organizations and of the host itself (RFC 1918, RFC 6598, RFC 3927, RFC 1122, RFC 4193, RFC 4291). */
const INTERNAL =
  /^(?:0|10|127|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.|^(?:::|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/i;

/** Returns whether a network counts: it is defanged, listed or labeled, or a sentence reports activity on it. */
export function isNetworkMeant(findings: Findings, from: number, to: number, end: number): boolean {
  const { text } = findings;
  if (findings.isDefanged(from, to) || isListed(text, from, end)) return true;
  if (isInternal(findings.slice(from, to))) return false;
  if (isScanned(text.slice(Math.max(0, from - 40), from))) return false;
  return isNetworkAddress(findings.slice(from, end)) && !DESCRIBED.test(text.slice(end, end + 60));
}

/** Returns whether an address or network is internal to an organization or to the host. */
export function isInternal(address: string): boolean {
  return INTERNAL.test(address);
}

/** Returns whether the words before a network describe scanning. */
export function isScanned(before: string): boolean {
  return SCANNED.test(before);
}

/** Returns whether only network bits are set. `1.2.3.4/24` is the address of a host. */
function isNetworkAddress(value: string): boolean {
  const [address = "", bits = ""] = value.split("/");
  if (address.includes(":")) return address.endsWith("::");
  const number = address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  return number % 2 ** (32 - Number(bits)) === 0;
}

/** Returns whether a value fills a line or a cell, or follows a label with a colon. */
function isListed(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(lineStart(text, from, 80), from - 80), from);
  const after = text.slice(to, Math.min(lineEnd(text, to, 80), to + 80));
  const isFirst = /(?:^|[|\t,;])[\s"'`([\u2022\u25CF\u25AA\u2013*o-]*$/u.test(before);
  const isLast = /^[\s"'`)\].]*(?:$|[|\t,;])/.test(after) || /^\s+[(#/-]/.test(after);
  return (isFirst && isLast) || NAMED.test(before);
}
