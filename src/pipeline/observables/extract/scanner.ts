import { characterClasses, DOT, isDigit, isHexDigit, OTHER } from "./characters.ts";
import { HashFinder } from "./find-hashes.ts";
import { addOddName, isOddEnding } from "./find-odd-names.ts";
import { findIpv6, isMailHost } from "./find-hosts.ts";
import { addCves, addJa4, addWallet, findAsn, isCveBegun, findSsdeep } from "./find-identifiers.ts";
import { findLabelled } from "./find-labelled.ts";
import { addNames } from "./find-names.ts";
import { findDrivePath, findRegistryKey, findRootedPath, findUnixPath } from "./find-paths.ts";
import { findUrl, parameterEnd } from "./find-urls.ts";
import type { Findings } from "./findings.ts";
import type { Span } from "./label-gaps.ts";

const SPACE = 0x20;
const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const TILDE = 0x7e;
/** Signs that begin a path. `%` and `$` begin the name of a variable. */
const PATH_SIGNS: ReadonlySet<number> = new Set([SLASH, BACKSLASH, TILDE, 0x24, 0x25]);
/** The length of `CVE-2024-1234`. */
const SHORTEST_CVE = 13;
const SHORTEST_WALLET = 25;
const SHORTEST_HASH = 32;
/** Maximum number of URLs in the query of another. */
const MAX_NESTED = 4;

/** Scans a text in one pass and calls the finders of each family of kinds. */
export class Scanner {
  readonly #findings: Findings;
  readonly #hashes: HashFinder;
  readonly #spans: readonly Span[];
  #span = 0;
  /** The end of a URL or file path, inside which there are no hosts or file names. */
  #insideTo = 0;
  #isUrl = false;
  #nested = 0;

  constructor(findings: Findings) {
    this.#findings = findings;
    this.#hashes = new HashFinder(findings);
    this.#spans = findLabelled(findings);
  }

  scan(): void {
    const { text } = this.#findings;
    const classOf = characterClasses();
    const { length } = text;
    for (let at = 0; at < length;) {
      const code = text.charCodeAt(at);
      let before = classOf[code] ?? OTHER;
      if (before === OTHER) {
        at = code === SPACE ? at + 1 : Math.max(at + 1, this.#readSign(at, code));
        continue;
      }
      let hasDot = false;
      let end = at + 1;
      let after = Number.NaN;
      for (; end < length; end += 1) {
        after = text.charCodeAt(end);
        const current = classOf[after] ?? OTHER;
        if (current === before) continue;
        if (current === OTHER || (current !== DOT && before !== DOT)) break;
        if (before === DOT && end - 1 > at) hasDot = true;
        before = current;
      }
      at = this.#readToken(at, end, hasDot, end === length ? Number.NaN : after);
    }
  }

  /** Classifies a token and returns the index where the scan continues. */
  #readToken(start: number, end: number, hasDot: boolean, after: number): number {
    const span = this.#spanAt(start);
    if (span > start) return Math.max(span, end);
    const isInside = start < this.#insideTo;
    if (after === COLON) {
      const next = this.#readColon(start, end, isInside);
      if (next > end) return next;
    }
    if (end - start >= SHORTEST_CVE || after >= 0x2010) {
      this.#readLong(start, end, isInside);
    }
    if (isInside) {
      if (this.#isUrl && hasDot && isMailHost(this.#findings.text, start)) {
        addNames(this.#findings, start, end);
      }
      return end;
    }
    if (after === BACKSLASH) {
      const next = this.#readBackslash(start);
      if (next > end) return next;
    }
    if (hasDot) addNames(this.#findings, start, end);
    else if (isOddEnding(this.#findings.text, start)) addOddName(this.#findings, start, end);
    const isShort = !hasDot && end - start < SHORTEST_CVE;
    return isShort ? Math.max(end, findAsn(this.#findings, start, end)) : end;
  }

  #readLong(start: number, end: number, isInside: boolean): void {
    const length = end - start;
    if (length >= SHORTEST_CVE || isCveBegun(this.#findings.text, start, end)) {
      addCves(this.#findings, Math.max(0, start - 1), end);
    }
    if (length < SHORTEST_WALLET) return;
    if (length >= SHORTEST_HASH) this.#hashes.find(start, end, isInside && this.#isUrl);
    const to = this.#findings.text[end - 1] === "." ? end - 1 : end;
    if (!isInside && !addJa4(this.#findings, start, to)) addWallet(this.#findings, start, to);
  }

  /** Handles a scheme, a drive, a PowerShell hive, or the beginning of an address or an ssdeep hash. */
  #readColon(start: number, end: number, isInside: boolean): number {
    const { text } = this.#findings;
    const next = text.charCodeAt(end + 1);
    if (next === SLASH && text.charCodeAt(end + 2) === SLASH) return this.#readUrl(start, end);
    if (isInside) return end;
    const first = text.charCodeAt(start);
    const hash = isDigit(first) ? findSsdeep(this.#findings, start) : start;
    if (hash > end) return hash;
    if (next === BACKSLASH || next === SLASH) {
      const path = end - start === 1 ? findDrivePath(this.#findings, start) : start;
      if (path > start) return this.#enter(path, start);
      return next === BACKSLASH ? findRegistryKey(this.#findings, start) : end;
    }
    if (end - start <= 4 && isHexDigit(first)) {
      const address = findIpv6(this.#findings, start);
      if (address > end) return address;
      const colons = end - start === 2 ? this.#hashes.findColons(start) : start;
      if (colons > end) return colons;
    }
    return end;
  }

  #readUrl(start: number, colon: number): number {
    const isNested = start < this.#insideTo && this.#isUrl;
    this.#nested = isNested ? this.#nested + 1 : 0;
    if (this.#nested > MAX_NESTED) return colon + 3;
    const limit = isNested
      ? parameterEnd(this.#findings.text, colon, this.#insideTo)
      : this.#findings.text.length;
    const end = findUrl(this.#findings, start, colon, limit);
    if (end > this.#insideTo) {
      this.#insideTo = end;
      this.#isUrl = true;
    }
    // The path and query are also scanned for hashes and nested URLs.
    return colon + 3;
  }

  #readBackslash(start: number): number {
    const key = findRegistryKey(this.#findings, start);
    if (key > start) return key;
    return this.#enter(findRootedPath(this.#findings, start), start);
  }

  /** Handles signs that begin a path or an address. */
  #readSign(at: number, code: number): number {
    if (at < this.#insideTo) return at;
    if (!PATH_SIGNS.has(code)) {
      return code === COLON && this.#findings.text.charCodeAt(at + 1) === COLON
        ? findIpv6(this.#findings, at)
        : at;
    }
    if (this.#spanAt(at) > at) return at;
    if (code === TILDE) {
      if (this.#findings.text.charCodeAt(at + 1) !== SLASH) return at;
      return this.#enter(findUnixPath(this.#findings, at), at);
    }
    if (code === SLASH) return this.#enter(findUnixPath(this.#findings, at), at);
    return this.#enter(findRootedPath(this.#findings, at), at);
  }

  /** Continues inside a path to find its hashes. */
  #enter(to: number, from: number): number {
    if (to <= from) return from;
    const { text } = this.#findings;
    const path = text.slice(from, to);
    if (path.length >= SHORTEST_HASH) this.#hashes.find(from, to, false);
    if (path.length >= SHORTEST_CVE) addCves(this.#findings, from, to);
    if (path.startsWith("\\\\")) {
      const host = from + 2;
      const end = host + (/^[^\\]*/.exec(text.slice(host, to))?.[0].length ?? 0);
      addNames(this.#findings, host, end);
    }
    return to;
  }

  /** Returns the end of the labeled value around an index, or the same index if there is none. */
  #spanAt(at: number): number {
    while ((this.#spans[this.#span]?.to ?? Number.POSITIVE_INFINITY) <= at) this.#span += 1;
    const span = this.#spans[this.#span];
    return span !== undefined && span.from <= at ? span.to : at;
  }
}
