import { parse } from "tldts";
import { PACKAGE_ROOTS, PRODUCT_NAMES } from "./code-names.ts";
import { COMMON_WORDS, WORD_SUFFIXES } from "./common-words.ts";
import { FIELD_NAMES } from "./field-names.ts";
import { FILE_ENDINGS, PLAIN_ENDINGS, SCRIPT_ENDINGS } from "./file-endings.ts";
import { OBJECT_NAMES } from "./object-names.ts";
import type { HostToken } from "./tokens.ts";

/** Special-use names (RFC 6761, RFC 7686) that the Public Suffix List includes but that are not DNS domains. */
const NOT_IN_DNS = new Set(["onion", "arpa"]);

/**
 * Returns the normal form of a host name with an ICANN public suffix: lowercase, A-labels, no final dot. Returns
 * null if the host has no such suffix or is itself a public suffix.
 */
export function normaliseDomain(host: string): string | null {
  const plain = host.replace(/\.$/, "").toLowerCase();
  const ascii = HOST.test(plain) ? plain : toAscii(plain);
  if (ascii === null || ascii.length > 253) return null;
  const { isIcann, domain, publicSuffix } = parse(ascii, {
    extractHostname: false,
    validateHostname: false,
    detectIp: false,
  });
  if (isIcann !== true || domain === null || NOT_IN_DNS.has(publicSuffix ?? "")) return null;
  return domain.includes("_") ? null : ascii;
}

/** Labels of at most 63 characters, separated by dots. */
const HOST =
  /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?)*$/;

/** Returns the A-label form by the rules that browsers follow (UTS 46). */
function toAscii(host: string): string | null {
  if (/^[a-z0-9._-]*$/.test(host)) return null;
  try {
    const { hostname } = new URL(`http://${host}`);
    return HOST.test(hostname) ? hostname : null;
  } catch {
    return null;
  }
}

/** Returns whether the context proves a host name: part of a URL, defanged, or in an email address. */
function isProven({ before, isDefanged }: HostToken, labels: readonly string[]): boolean {
  if (before.endsWith("//")) return true;
  // Authors who defang a whole page also defang the names of its scripts.
  const isScript = labels.length === 2 && SCRIPT_ENDINGS.has(labels[1] ?? "");
  if (isDefanged && !isScript) return true;
  return before.endsWith("@") && /[\p{L}\p{N}_+%.-]@$/u.test(before);
}

/** Returns the domain that a token names, as written, or null. A URL's host needs no further proof. */
export function findDomain(token: HostToken, isHostOfUrl = false): string | null {
  const last = token.text.slice(token.text.lastIndexOf(".") + 1);
  if (!isSuffix(last.toLowerCase())) return null;
  const lower = token.text.toLowerCase();
  const labels = lower.split(".");
  // Text before an @ is a person. Text after a single slash is a path.
  if (isHostOfUrl) return token.text;
  if (token.after.startsWith("@")) return null;
  if (isProven(token, labels)) return token.text;
  const isPath = "\\/~$#".includes(token.before.at(-1) ?? " ");
  const isOther =
    isPath ||
    isCode(token, labels, lower) ||
    isFileName(token, labels) ||
    isSourceFile(token) ||
    PRODUCT_NAMES.has(lower) ||
    isWords(labels) ||
    (lower !== token.text && isProse(token.text));
  return isOther ? null : token.text;
}

const suffixes = new Map<string, boolean>();

/** Returns whether a last label is a top-level domain. Most tokens need no further check. */
export function isSuffix(label: string): boolean {
  // An ASCII top-level domain is alphabetic (RFC 3696) or an A-label.
  if (/^[a-z]*[^a-z\x80-\uffff]/.test(label) && !label.startsWith("xn--")) return false;
  const known = suffixes.get(label);
  if (known !== undefined) return known;
  const found = normaliseDomain(`x.${label}`) !== null || normaliseDomain(`x.y.${label}`) !== null;
  if (suffixes.size < 5_000) suffixes.set(label, found);
  return found;
}

/** Last labels that no package name has: `org.lapwing.com` is a host. */
const HOSTS: ReadonlySet<string> = new Set(["com", "org", "top", "xyz", "ru", "cn"]);

/**
 * Returns whether a token is a field, method or namespace: `user.name`, `foo.run(`, `System.Net`,
 * `com.vendor.product`.
 */
function isCode({ text, after }: HostToken, labels: string[], lower: string): boolean {
  if (after.startsWith("(") || /^\s?=(?!=)\s?["'\p{L}\p{N}]/u.test(after)) return true;
  if (text !== lower && /\p{Ll}\p{Lu}/u.test(text)) return true;
  if (labels.length >= 3 && PACKAGE_ROOTS.has(labels[0] ?? ""))
    return !HOSTS.has(labels.at(-1) ?? "");
  if (!FIELD_NAMES.has(labels.at(-1) ?? "")) return false;
  return labels.slice(0, -1).every((label) => label.length === 1 || OBJECT_NAMES.has(label));
}

function isFileName({ text }: HostToken, labels: string[]): boolean {
  const last = labels.at(-1) ?? "";
  // A macOS bundle, such as `Safari.app`.
  if (last === "app") return labels.length === 2 && /^\p{Lu}/u.test(text);
  if (!FILE_ENDINGS.has(last)) return false;
  if (labels.length === 2 || PLAIN_ENDINGS.has(labels.at(-2) ?? "")) return true;
  return labels.some((label) => /^\d+$/.test(label));
}

const SOURCE = /^[\w-]+\.cc$/i;
const SOURCE_BEFORE =
  /(?<!\p{L})(?:files?|sources?|code|modules?|paths?(?: to| of)?|dateien?|fichiers?|archivos?|файл\p{L}*)[\s:]{1,2}["'`“„«(]{0,2}$|[\w-]\.(?:h|hpp|c|cc|cpp)["'`”]?(?:,| and| or)\s["'`“]?$|(?:文件|ファイル)\s?$/iu;
const SOURCE_BEHIND =
  /^["'`”)]{0,2}(?::\d+|(?:,| and| or)\s["'`“]?[\w-]+\.(?:h|hpp|c|cc|cpp)(?![\w.])|\s(?:source )?files?(?![\w-]))/iu;

/**
 * Returns whether a token is a C++ source file. Its ending is a public suffix, so nearby words about files must
 * confirm it.
 */
export function isSourceFile({ text, before, after, isDefanged }: HostToken): boolean {
  if (isDefanged || !SOURCE.test(text)) return false;
  return SOURCE_BEFORE.test(before) || SOURCE_BEHIND.test(after);
}

/** Returns whether a token is two words of a sentence without the space: `read.me`, `found.in`. */
function isWords(labels: readonly string[]): boolean {
  const [first = "", last = ""] = labels;
  return labels.length === 2 && WORD_SUFFIXES.has(last) && COMMON_WORDS.has(first);
}

/** Returns whether a token spans two sentences without a space after the full stop: `done.In`, or `U.S`. */
function isProse(text: string): boolean {
  if (text === text.toUpperCase() || !/\p{Lu}[^.]*$/u.test(text)) return false;
  // A label with a hyphen or a digit is not a word of a sentence.
  return /^[\p{L}.]+$/u.test(text);
}
