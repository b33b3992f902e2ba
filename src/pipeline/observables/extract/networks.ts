import { lineEnd, lineStart } from "./characters.ts";
import type { Findings } from "./findings.ts";

const NAMED =
  /(?:networks?|ranges?|cidr|subnets?|prefix|route6?|inet6?num|netz|ips?|сеть|网段|ネットワーク)["']?\s?[:=：]\s?["']?$/i;
/** What a sentence says of a network that it merely describes. */
const DESCRIBED =
  /^\s?(?:\([^()\n]{0,40}\)\s)?(?:(?:networks?|ranges?|blocks?|subnets?|prefix(?:es)?)\s)?(?:belongs?|(?:is|are|was|were)\s(?:announced|routed|assigned|allocated|registered|reserved|part)|contains?|holds?|gehört|pertenece|принадлеж\p{L}*|属于|归属)(?![\p{Ll}])/u;
/** Whoever is scanned is a target. */
const SCANNED = /(?:scan|sweep|probe?|сканир)\p{L}*\s(?:(?:for|the|all|of|whole|entire)\s){0,3}$/iu;
/** Networks of organizations and of the host itself (RFC 1918, RFC 6598, RFC 3927, RFC 1122, RFC 4193, RFC 4291). */
const INTERNAL =
  /^(?:0|10|127|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.|^(?:::|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/i;

/** Whether a network counts: where it is defanged, listed or labeled, and where a sentence does something with it. */
export function isNetworkMeant(findings: Findings, from: number, to: number, end: number): boolean {
  const { text } = findings;
  if (findings.isDefanged(from, to) || isListed(text, from, end)) return true;
  if (isInternal(findings.slice(from, to))) return false;
  if (isScanned(text.slice(Math.max(0, from - 40), from))) return false;
  return isNetworkAddress(findings.slice(from, end)) && !DESCRIBED.test(text.slice(end, end + 60));
}

/** Whether an address or a network is one of an organization or of the host itself. */
export function isInternal(address: string): boolean {
  return INTERNAL.test(address);
}

/** Whether the words before a network say that it is scanned. */
export function isScanned(before: string): boolean {
  return SCANNED.test(before);
}

/** Whether nothing but the network's own bits is set: `1.2.3.4/24` is an address of a host. */
function isNetworkAddress(value: string): boolean {
  const [address = "", bits = ""] = value.split("/");
  if (address.includes(":")) return address.endsWith("::");
  const number = address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  return number % 2 ** (32 - Number(bits)) === 0;
}

/** Whether a value begins a line or a cell and ends it, or a label with a colon precedes it. */
function isListed(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(lineStart(text, from, 80), from - 80), from);
  const after = text.slice(to, Math.min(lineEnd(text, to, 80), to + 80));
  const isFirst = /(?:^|[|\t,;])[\s"'`([\u2022\u25CF\u25AA\u2013*o-]*$/u.test(before);
  const isLast = /^[\s"'`)\].]*(?:$|[|\t,;])/.test(after) || /^\s+[(#/-]/.test(after);
  return (isFirst && isLast) || NAMED.test(before);
}
