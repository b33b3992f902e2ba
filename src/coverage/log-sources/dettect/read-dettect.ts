import { z } from "zod";
import { foldText } from "../../../platform/lib/text.ts";
import { type LogSourceEntry, logSourceEntryInput } from "../schema.ts";
import { keyOf, tidyEntry } from "../sort-entries.ts";
import { MAX_ENTRIES, QUALITY_DIMENSIONS } from "../vocabulary.ts";
import { notDettect } from "./parse-dettect.ts";
import { toPlatform } from "./platform-names.ts";
import { OWN_KEY } from "./vocabulary.ts";

const FILE_TYPE = "data-source-administration";
/** Details of a file: every component of ATT&CK on some twenty systems. */
const MAX_DETAILS = 5_000;

const textOf = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .transform((value) => (value === null ? "" : String(value)))
  .default("");
/** Lists are written without brackets where they have one item. */
const textsOf = z
  .union([z.array(textOf), textOf])
  .transform((value) => (Array.isArray(value) ? value : [value]))
  .transform((all) => all.map((one) => one.trim()).filter((one) => one !== ""));

const detailSchema = z.looseObject({
  applicable_to: textsOf.default(["all"]),
  date_registered: textOf,
  date_connected: textOf,
  products: textsOf.default([]),
  available_for_data_analytics: z.union([z.boolean(), textOf]).default(true),
  comment: textOf,
  data_quality: z.record(z.string(), z.unknown()).nullish(),
});
type Detail = z.output<typeof detailSchema>;

const fileSchema = z.looseObject({
  file_type: z.literal(FILE_TYPE, `'file_type' must be ${FILE_TYPE}`),
  platform: textsOf.default([]),
  systems: z
    .array(z.looseObject({ applicable_to: textOf, platform: textsOf.default([]) }))
    .nullish(),
  data_sources: z
    .array(
      z.looseObject({
        data_source_name: textOf,
        data_source: z.array(z.unknown()).nullish(),
      }),
    )
    .max(MAX_DETAILS),
});
type File = z.output<typeof fileSchema>;

/** What a file of DeTT&CT says is collected. */
export interface ReadDettect {
  entries: LogSourceEntry[];
  /** Details that say the same as another one, but for note or date. */
  merged: number;
  passed_over: { pointer: string; name: string; reason: string }[];
}

/**
 * Reads a data source administration of DeTT&CT (versions 1.0 and 1.1): data components by name, each
 * with details by system. A detail that our own export wrote says which entry it was.
 * @throws AppError `validation_error` with the place
 */
export function readDettect(value: unknown): ReadDettect {
  const file = parse(fileSchema, value, "");
  const systems = systemsOf(file);
  const read = { found: new Map<string, LogSourceEntry>(), merged: 0, passed_over: [] } as {
    found: Map<string, LogSourceEntry>;
  } & Omit<ReadDettect, "entries">;
  let count = 0;
  for (const [place, source] of file.data_sources.entries()) {
    // Version 1.0 has one detail, and that beside the name.
    const details = source.data_source ?? [source];
    for (const [at, given] of details.entries()) {
      count += 1;
      if (count > MAX_DETAILS) throw notDettect(`it has more than ${MAX_DETAILS} details`);
      const pointer = `/data_sources/${place}/data_source/${at}`;
      const detail = parse(detailSchema, given, pointer);
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

/** DeTT&CT counts a source as missing where every dimension of its quality is 0. */
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
  const own = detail[OWN_KEY];
  const given = {
    kind: "component",
    name,
    platforms: platformsOf(detail.applicable_to, systems),
    note: detail.comment,
    since: dayOf(detail.date_connected),
    // What is written there where nobody has said what it is.
    products: detail.products.filter((product) => !/^(none|null)$/i.test(product)),
    quality: qualityOf(detail.data_quality),
    ...(typeof own === "object" && own !== null ? own : {}),
  };
  return tidyEntry(parse(logSourceEntryInput.strip(), given, pointer));
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

/** Two entries that say the same: the earlier date, both notes, all products. */
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

/** The platforms of each system; of all of them under `all`. */
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

/** Platforms under ATT&CK's names; none where all are meant. */
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

function parse<T extends z.ZodType>(schema: T, value: unknown, pointer: string): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = `${pointer}${(issue?.path ?? []).map((part) => `/${String(part).slice(0, 100)}`).join("")}`;
  throw notDettect(`${at === "" ? "" : `'${at.slice(1)}': `}${issue?.message ?? "not valid"}`, at);
}
