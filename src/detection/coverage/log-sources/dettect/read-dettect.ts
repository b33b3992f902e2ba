import { z } from "zod";
import { foldText } from "../../../../platform/lib/text.ts";
import { type LogSourceEntry, logSourceEntryInput } from "../schema.ts";
import { keyOf, tidyEntry } from "../sort-entries.ts";
import { MAX_ENTRIES, QUALITY_DIMENSIONS } from "../vocabulary.ts";
import {
  type Detail,
  detailSchema,
  type File,
  fileSchema,
  MAX_DETAILS,
  parse,
} from "./file-schema.ts";
import { notDettect } from "./parse-dettect.ts";
import { toPlatform } from "./platform-names.ts";
import { JUDGED_KEY, LOG_SOURCES_KEY, MADE_KEY } from "./vocabulary.ts";

/** The collected sources listed in a DeTT&CT file. */
export interface ReadDettect {
  entries: LogSourceEntry[];
  /** Number of details that equal another one except for note or date. */
  merged: number;
  passed_over: { pointer: string; name: string; reason: string }[];
}

/**
 * Reads a DeTT&CT data source administration (versions 1.0 and 1.1): data components by name, each with details by
 * system. Our own files also contain log sources, one line of JSON each.
 * @throws AppError `validation_error` with the place
 */
export function readDettect(value: unknown): ReadDettect {
  const file = parse(fileSchema, value, "");
  const systems = systemsOf(file);
  const read = { found: new Map<string, LogSourceEntry>(), merged: 0, passed_over: [] } as {
    found: Map<string, LogSourceEntry>;
  } & Omit<ReadDettect, "entries">;
  const lines = linesOf(file);
  for (const [at, line] of lines.entries())
    add(read, toLogSource(line, `/${LOG_SOURCES_KEY}/${at}`));
  let count = 0;
  for (const [place, source] of file.data_sources.entries()) {
    // Version 1.0 has one detail, next to the name.
    const details = source.data_source ?? [source];
    for (const [at, given] of details.entries()) {
      count += 1;
      if (count > MAX_DETAILS) throw notDettect(`it has more than ${MAX_DETAILS} details`);
      const pointer = `/data_sources/${place}/data_source/${at}`;
      const detail = parse(detailSchema, given, pointer);
      // Our own lines are more precise than the details generated from them for DeTT&CT.
      if (lines.length > 0 && detail[MADE_KEY] === true) continue;
      const name = source.data_source_name.trim();
      const reason = whyNotAvailable(detail);
      if (reason === null) add(read, toEntry(name, detail, systems, pointer));
      else read.passed_over.push({ pointer, name: name.slice(0, 200), reason });
    }
  }
  const { found, ...others } = read;
  if (found.size > MAX_ENTRIES) throw notDettect(`it gives more than ${MAX_ENTRIES} entries`);
  return { entries: [...found.values()], ...others };
}

/** Returns why a source is unavailable. DeTT&CT treats a source as missing if every dimension of its quality is 0. */
function whyNotAvailable({ available_for_data_analytics: isOpen, data_quality: quality }: Detail) {
  if (isOpen === false || foldText(String(isOpen)) === "false") {
    return "It is not available for data analytics.";
  }
  const scores = QUALITY_DIMENSIONS.map((name) => quality?.[name]);
  return scores.every((score) => score === 0) ? "All of its data quality is 0." : null;
}

function toEntry(
  name: string,
  detail: Detail,
  systems: ReadonlyMap<string, readonly string[]>,
  pointer: string,
): LogSourceEntry {
  const isJudged = detail[JUDGED_KEY] !== false;
  const given = {
    kind: "component",
    name,
    platforms: platformsOf(detail.applicable_to, systems),
    note: detail.comment,
    since: dayOf(detail.date_connected),
    // Placeholders for an unspecified product.
    products: detail.products.filter((product) => !/^(none|null)$/i.test(product)),
    quality: isJudged ? qualityOf(detail.data_quality) : null,
  };
  return tidyEntry(parse(logSourceEntryInput.strip(), given, pointer));
}

/** Returns the lines of JSON in which our own export stores log sources. */
function linesOf(file: File): string[] {
  const text = file[LOG_SOURCES_KEY];
  if (typeof text !== "string") return [];
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > MAX_ENTRIES) throw notDettect(`it gives more than ${MAX_ENTRIES} entries`);
  return lines;
}

function toLogSource(line: string, pointer: string): LogSourceEntry {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw notDettect(`'${pointer.slice(1)}' is no line of JSON`, pointer);
  }
  return tidyEntry(parse(logSourceEntryInput.strip(), value, pointer));
}

function add(read: { found: Map<string, LogSourceEntry>; merged: number }, entry: LogSourceEntry) {
  const key = keyOf(entry);
  const known = read.found.get(key);
  if (known === undefined) {
    read.found.set(key, entry);
    return;
  }
  if (JSON.stringify(known) === JSON.stringify(entry)) return;
  read.merged += 1;
  read.found.set(key, mergeEntries(known, entry));
}

/** Merges two equivalent entries: the earlier date, both notes, all products. */
export function mergeEntries(first: LogSourceEntry, second: LogSourceEntry): LogSourceEntry {
  const dates = [first.since, second.since].filter((date) => date !== null).sort();
  const notes = new Set([first.note, second.note].filter((note) => note !== ""));
  return tidyEntry({
    ...first,
    note: [...notes].join("\n").slice(0, 2_000),
    since: dates[0] ?? null,
    products: [...first.products, ...second.products].slice(0, 50),
    quality: first.quality ?? second.quality,
  });
}

/** Returns the platforms of each system, and those of all systems under `all`. */
function systemsOf({ systems, platform }: File): Map<string, string[]> {
  const named = new Map(
    (systems ?? []).map((system) => [foldText(system.applicable_to), toPlatforms(system.platform)]),
  );
  const lists = named.size === 0 ? [toPlatforms(platform)] : [...named.values()];
  const isAny = lists.some((list) => list.length === 0);
  return new Map([["all", isAny ? [] : [...new Set(lists.flat())]], ...named]);
}

function platformsOf(
  applicable: readonly string[],
  systems: ReadonlyMap<string, readonly string[]>,
): string[] {
  const lists = applicable.map((name) => systems.get(foldText(name)) ?? []);
  return lists.some((list) => list.length === 0) ? [] : [...new Set(lists.flat())];
}

/** Returns platforms under ATT&CK's names, or an empty list for all platforms. */
function toPlatforms(names: readonly string[]): string[] {
  return names.some((name) => foldText(name) === "all") ? [] : names.map(toPlatform);
}

function dayOf(text: string): string | null {
  const [day = ""] = /^\d{4}-\d\d-\d\d/.exec(text.trim()) ?? [];
  return z.iso.date().safeParse(day).success ? day : null;
}

function qualityOf(given: Detail["data_quality"]) {
  const scores = QUALITY_DIMENSIONS.map((name) => [name, given?.[name]] as const);
  const isWhole = scores.every(([, score]) => Number.isInteger(score) && 0 <= Number(score));
  return isWhole && scores.every(([, score]) => Number(score) <= 5)
    ? Object.fromEntries(scores)
    : null;
}
