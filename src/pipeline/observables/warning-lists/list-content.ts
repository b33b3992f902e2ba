import { NO_RANGES, type Ranges, toRanges } from "./address-ranges.ts";
import { foldName, foldText } from "./fold-entry.ts";
import { MAX_REGEX_ENTRIES, readRegex } from "./read-regex.ts";
import type { ListFacts, WarningListType } from "./vocabulary.ts";

/** A list as stored and looked up: its facts, and its entries in normalized form. */
export interface WarningList extends ListFacts {
  /** Entries other than networks, one per line, in UTF-8. The last line is terminated too. */
  text: Uint8Array;
  ranges: Ranges;
}

/** The reason why entries are rejected. */
export interface EntryFault {
  /** Index of the entry, from 0. */
  at: number;
  reason: string;
}

/** A shorter part occurs in too many values. */
const MIN_SUBSTRING_CHARS = 4;

/** The required form of an entry of each type, in words. */
const FORMS: Readonly<Record<WarningListType, string>> = {
  string: "a text of 1 to 2,048 characters in one line",
  substring: `a text of ${MIN_SUBSTRING_CHARS} to 2,048 characters in one line`,
  hostname: "a host name",
  cidr: "an IP address or network, as 192.0.2.0/24",
  regex: "a regular expression without look-around, back references and nested repetition",
};

/** Returns the normalized entries of a list, or the first invalid one. */
export function toContent(
  type: WarningListType,
  entries: readonly string[],
): Pick<WarningList, "text" | "ranges"> | EntryFault {
  if (type === "cidr") {
    const ranges = toRanges(entries);
    if (typeof ranges === "number") return { at: ranges, reason: FORMS.cidr };
    return { text: new Uint8Array(), ranges };
  }
  const lines = new Set<string>();
  for (const [at, entry] of entries.entries()) {
    const line = foldEntry(type, entry);
    if (line === null) return { at, reason: FORMS[type] };
    lines.add(line);
    if (type === "regex" && lines.size > MAX_REGEX_ENTRIES) {
      return { at, reason: `one of at most ${MAX_REGEX_ENTRIES} regular expressions` };
    }
  }
  return { text: toText([...lines].sort()), ranges: NO_RANGES };
}

/** Normalizes an entry for comparison. Returns null if it is not of the list's type. */
export function foldEntry(type: WarningListType, entry: string): string | null {
  if (type === "regex") return /[\n\r]/.test(entry) || readRegex(entry) === null ? null : entry;
  if (type === "hostname") return foldName(entry)?.replace(/^\./, "") ?? null;
  const text = foldText(entry);
  return type === "substring" && (text?.length ?? 0) < MIN_SUBSTRING_CHARS ? null : text;
}

function toText(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
}

/** Returns the lines of a list's text. */
export function linesOf({ text }: Pick<WarningList, "text">): string[] {
  return new TextDecoder().decode(text).split("\n").slice(0, -1);
}
