import type { HostToken } from "./tokens.ts";

/** Words before four numbers that make them a version, a section or an object identifier. */
const COUNTED =
  /(?:(?<!\p{L})(?:v|vers?|versions?|versión|versão|versie|верси[ияюей]|builds?|releases?|firmware|rev|revision|sections?|chapter|table|figure|clause|oid|abschnitt|kapitel|раздел|إصدار|الإصدار|نسخة|النسخة)(?:\s\p{L}{1,20})?|(?:版本|버전|バージョン|版)[为是は]?)[\s.:=#"'(]*$/iu;
const UPDATED =
  /(?<!\p{L})(?:updated?|upgraded?|patch(?:ed)?|fixed|aktualisieren|обновить|обновления)\s(?:to|auf|in|auf die|до)\s$|(?:升级|更新)[到至]\s?$/iu;

/** Returns the addresses of a token: one, or the two ends of a range. */
export function findAddresses(token: HostToken): string[] {
  const { text } = token;
  if (text.length < 7 || !isDigit(text.charCodeAt(0))) return [];
  const parts = text.includes("-") ? text.split("-") : [text];
  if (!parts.every(isAddress) || isCounted(token)) return [];
  return parts;
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

/** Accepts dotted-quad notation. A leading zero may mean octal, so it is rejected. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text);
}

const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const ADDRESS = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);

/** `4.2.1.3 Exfiltration` at the start of a line: small numbers before a capitalized word. */
const HEADING = /^\s\p{Lu}\p{L}/u;

function isNumbered({ text, before, after }: HostToken): boolean {
  if (!/(?:^|\n)[ \t]*$/.test(before) || !HEADING.test(after)) return false;
  const numbers = text.split(".").map(Number);
  return new Set(numbers).size > 1 && numbers.every((number) => number > 0 && number <= 20);
}

/** Connection targets as proxies and firewalls log them: `DIRECT/203.0.113.7`, `outside/203.0.113.7`. */
const LOGGED =
  /(?<![\w.])(?:\w{0,20}(?:DIRECT|PARENT|SIBLING|DST|SRC)\w{0,8}|outside|inside|tcp|udp)\/$/;

function isCounted(token: HostToken): boolean {
  const { before, isDefanged, text } = token;
  if (isDefanged) return false;
  // Browser versions.
  if (/^[1-9]\d*(?:\.0){3}$/.test(text) && prefixOf(token) === null) return true;
  // Part of a longer row of numbers: `.18.12.15.14`.
  if (before.endsWith(".")) return true;
  if (isNumbered(token)) return true;
  // `Product/1.2.3.4`, unless a URL's host or an absolute path precedes it.
  if (before.endsWith("/")) return /[\p{L}\p{N}]\/$/u.test(before) && !LOGGED.test(before);
  // A package version: `name==1.2.3.4`.
  if (before.endsWith("==")) return true;
  if (before.endsWith("\\")) return !before.endsWith("\\\\");
  // Most addresses in a list follow another one.
  const nearest = before.trimEnd().slice(-1);
  if (nearest === "" || (nearest >= "0" && nearest <= "9")) return false;
  if ("#§$".includes(nearest)) return true;
  return COUNTED.test(before) || UPDATED.test(before);
}

/**
 * Returns the prefix length of a network, such as "24". `/32` is a single address, and a longer number is a path.
 */
export function prefixOf({ before, after }: HostToken): string | null {
  if (before.endsWith("//")) return null;
  const [, bits] = /^\/(\d{1,2})(?![\dA-Za-z/])/.exec(after) ?? [];
  return bits !== undefined && Number(bits) < 32 ? bits : null;
}
