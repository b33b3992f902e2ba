import { hostOf } from "../kinds/hosts.ts";
import { isDigit, lineEnd, lineStart } from "./characters.ts";
import { findDomain } from "./domains.ts";
import type { Findings } from "./findings.ts";
import { isAddress } from "./ipv4.ts";
import { hostToken, tokenEnd } from "./tokens.ts";

/** Schemes whose URLs are observables. For other schemes, only the host is. */
const SCHEMES: ReadonlySet<string> = new Set(
  "http https ftp ftps sftp ws wss tcp udp ldap ldaps smb ssh".split(" "),
);
/** Longer URLs are cut here. Browsers and MISP accept this length. */
const LONGEST = 4_096;
/** Characters that cannot occur in a URL, in text of any script. */
const END =
  /[\s"<>|`^\\\u00A0\u2000-\u200F\u2018-\u201F\u2026\u00AB\u00BB\u2039\u203A\u3000-\u303F\uFF00-\uFF65\u060C\u061B\u061F\p{Cc}]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const PAIRS: ReadonlyMap<string, string> = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
]);

/**
 * Adds the URL whose scheme is between two indexes, and its host. `limit` is the latest possible end. Returns the
 * index after it, or after `//` if there is no URL.
 */
export function findUrl(findings: Findings, from: number, colon: number, limit: number): number {
  const { text } = findings;
  const hostFrom = authorityFrom(text, colon + 3, limit);
  const host = readHost(findings, hostFrom, from, colon);
  if (host === null) return colon + 3;
  const scheme = text.slice(from, colon).toLowerCase();
  if (!SCHEMES.has(scheme) || text[from - 1] === "+") return addHost(findings, host, null, false);
  const most = Math.min(limit, from + LONGEST);
  const end = urlEnd(text, portEnd(text, host.to), cellLimit(text, from, most));
  const isDefanged = findings.isDefanged(from, end);
  const isUrl = findings.add("url", from, end, { isDefanged });
  addHost(findings, host, isUrl ? "url" : null, isDefanged);
  return isUrl ? end : host.to;
}

/**
 * Returns where a comma ends the cell in a row of values: if one precedes it, or an adjacent row has as many
 * commas.
 */
function cellLimit(text: string, from: number, most: number): number {
  const before = text[from - 1] ?? "\n";
  if (before !== "," && before !== "\n") return most;
  const comma = text.slice(from, Math.min(most, lineEnd(text, from, 400))).indexOf(",");
  if (comma < 0) return most;
  return before === "," || isRow(text, from) ? from + comma : most;
}

/** Returns whether the line has commas and an adjacent line has as many. */
function isRow(text: string, at: number): boolean {
  const from = lineStart(text, at, 400);
  const to = lineEnd(text, at, 400);
  const commas = commasIn(text.slice(from, to));
  if (commas === 0) return false;
  const above = from === 0 ? "" : text.slice(lineStart(text, from - 1, 400), from - 1);
  const below = text.slice(to + 1, lineEnd(text, to + 1, 400));
  return commasIn(above) === commas || commasIn(below) === commas;
}

const commasIn = (line: string) => line.split(",").length - 1;

/** Returns the end of a URL in the query of another: the start of the next parameter. */
export function parameterEnd(text: string, from: number, limit: number): number {
  let to = from;
  while (to < limit && text[to] !== "&") to += 1;
  return to;
}

interface Host {
  kind: "ipv4" | "ipv6" | "domain" | null;
  from: number;
  to: number;
}

/** Returns the index of the host, after any user name and password. */
function authorityFrom(text: string, from: number, limit: number): number {
  for (let i = from; i < Math.min(limit, from + 200); i += 1) {
    const character = text[i] ?? " ";
    if (character === "@") return i + 1;
    if (/[/?#\s"'<>]/.test(character)) break;
  }
  return from;
}

function readHost({ text }: Findings, at: number, from: number, colon: number): Host | null {
  if (text[at] === "[") {
    const to = text.indexOf("]", at);
    return to > at && to - at < 64 ? { kind: "ipv6", from: at + 1, to } : null;
  }
  const token = hostToken(text, at, tokenEnd(text, at));
  if (token === null || token.from !== at) return null;
  if (isAddress(token.text)) return { kind: "ipv4", from: at, to: token.to };
  if (/^(?:[a-z2-7]{56}|[a-z2-7]{16})\.onion$/i.test(token.text)) {
    return { kind: null, from: at, to: token.to };
  }
  const isHost = findDomain(token, true) !== null && hostOf(token.text) !== null;
  return isHost && colon > from ? { kind: "domain", from: at, to: token.to } : null;
}

function addHost(
  findings: Findings,
  { kind, from, to }: Host,
  host_of: "url" | null,
  isDefanged: boolean,
): number {
  const whole = isDefanged || findings.isDefanged(from, to);
  if (kind !== null) findings.add(kind, from, to, { host_of, isDefanged: whole });
  return to;
}

function portEnd(text: string, at: number): number {
  let to = text[at] === "]" ? at + 1 : at;
  if (text[to] !== ":" || !isDigit(text.charCodeAt(to + 1))) return to;
  const from = to + 1;
  to = from;
  while (isDigit(text.charCodeAt(to)) && to - from < 5) to += 1;
  return to;
}

/** Returns the end of the path, query and fragment, without sentence punctuation and closing brackets. */
function urlEnd(text: string, at: number, limit: number): number {
  if (!"/?#".includes(text[at] ?? " ")) return at;
  let to = at;
  while (to < limit && !isEnd(text, to)) to += 1;
  const open = countOpen(text, at, to);
  while (to > at + 1) {
    const last = text[to - 1] ?? "";
    const opening = PAIRS.get(last);
    if (opening !== undefined) {
      const surplus = open.get(last) ?? 0;
      if (surplus <= 0) break;
      open.set(last, surplus - 1);
    } else if (!/[.,;:!?'*_~\uE000]/.test(last) || (last === "_" && !text.startsWith("_", to)))
      break;
    to -= 1;
  }
  return to;
}

function isEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code > 0x60 && code < 0x7b) return false;
  // The text of a Markdown link ends here, and its target begins.
  if (code === 0x5d) return text[at + 1] === "(";
  if (code === 0x2c || code === 0x3b)
    return /^[,;](?:h[tx]{2}ps?:|ftp:|\s)/i.test(text.slice(at, at + 8));
  if (code > 0x2f && code < 0x5b) return code === 0x3c || code === 0x3e;
  // An escape such as `\n` in JSON also ends it.
  return END.test(text[at] ?? " ");
}

/** Counts by how many each closing bracket outnumbers its opening one. */
function countOpen(text: string, from: number, to: number): Map<string, number> {
  const surplus = new Map<string, number>();
  for (let i = from; i < to; i += 1) {
    const character = text[i] ?? "";
    for (const [closing, opening] of PAIRS) {
      const step = character === closing ? 1 : character === opening ? -1 : 0;
      if (step !== 0) surplus.set(closing, (surplus.get(closing) ?? 0) + step);
    }
  }
  return surplus;
}
