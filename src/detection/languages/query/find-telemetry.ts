import type { SigmaSource } from "../../catalogue/file-schema.ts";
import { type DraftRow, draftRows } from "../../catalogue/attack-names.ts";
import {
  codesIn,
  type Conditions,
  conditionsOf,
  type QueryLanguage,
  tokensOf,
} from "./conditions.ts";

/** A catalogue row as it appears in the queries of one language. */
interface ShownRow {
  row: DraftRow;
  /** KQL's table, EQL's category; empty for SPL. */
  place: string;
  conditions: Conditions;
  /** The event codes that the query must select, and no others; empty for any. */
  codes: ReadonlySet<string>;
}

const ALIASES: Readonly<Record<string, readonly string[]>> = {
  source: ["source", "sourcetype"],
  sourcetype: ["sourcetype", "source"],
  "event.dataset": ["event.dataset", "data_stream.dataset"],
};
/** Identifies the operating system of a category, not the program that records it. */
const OS_FIELD = "host.os.type";

const shown = new Map<QueryLanguage, readonly ShownRow[]>();

/**
 * Finds the log source of a query by the table from which queries are generated. Returns the terms shared by all rows
 * that fit it most closely, or null if a row requires more than the place.
 * @param place KQL's table or EQL's category
 */
export function findTelemetry(
  language: QueryLanguage,
  place: string,
  wanted: Conditions,
): SigmaSource | null {
  const codes = codesIn(wanted);
  let most = 0;
  let best: ShownRow[] = [];
  for (const one of rowsOfLanguage(language)) {
    if (one.place !== place && one.place !== "any") continue;
    const fit = fitOf(language, one, wanted, codes);
    if (fit === 0 || fit < most) continue;
    if (fit > most) best = [];
    most = fit;
    best.push(one);
  }
  // A single code is more specific than one among others.
  const fewest = Math.min(...best.map((one) => one.codes.size));
  const closest = best.filter((one) => one.codes.size === fewest);
  return sharedWords(closest.map(({ row }) => row.sigma));
}

/** Returns how many conditions of a row a query has, or 0 if it lacks one. */
function fitOf(
  language: QueryLanguage,
  { conditions, codes }: ShownRow,
  wanted: Conditions,
  asked: readonly string[],
): number {
  if (codes.size > 0 && (asked.length === 0 || !asked.every((code) => codes.has(code)))) return 0;
  for (const [field, values] of conditions) {
    const isIn = (value: string) => [...values].some((one) => isSame(value, one));
    const fits = (ALIASES[field] ?? [field]).some((name) => {
      const given = [...(wanted.get(name) ?? [])];
      // EQL lists the names that several agents give to one type of event.
      return given.length > 0 && (language === "eql" ? given.some(isIn) : given.every(isIn));
    });
    if (!fits) return 0;
  }
  return conditions.size + (codes.size > 0 ? 1 : 0);
}

/** Returns whether a value, which may have wildcards, equals that of a row. */
function isSame(value: string, known: string): boolean {
  const [one, other] = [value, known].map((text) =>
    text.replace(/^xmlwineventlog:/, "wineventlog:"),
  );
  if (one === undefined || other === undefined) return false;
  const bare = one.replace(/^\*+|\*+$/g, "");
  // A mere `*` is no evidence.
  if (bare.length < 4 || bare.length === one.length) return one === other;
  if (one.startsWith("*") && one.endsWith("*")) return other.includes(bare);
  return one.startsWith("*") ? other.endsWith(bare) : other.startsWith(bare);
}

function rowsOfLanguage(language: QueryLanguage): readonly ShownRow[] {
  const known = shown.get(language) ?? draftRows().flatMap((row) => showRow(language, row));
  shown.set(language, known);
  return known;
}

/** Skips a row that only a generated name, or nothing, distinguishes from others. */
function showRow(language: QueryLanguage, row: DraftRow): ShownRow[] {
  const { kql, spl, eql, code } = row.reach;
  const place = { kql: kql.table, spl: "", eql: eql.category }[language];
  const text = { kql: kql.where ?? "", spl, eql: eql.where ?? "" }[language];
  if (`${place}${text}${Object.values(row.sigma).join("")}`.includes("$")) return [];
  const conditions = new Map(conditionsOf(tokensOf(language, text)));
  conditions.delete("index");
  const isByCode = code[language] !== undefined;
  const codes = new Set(isByCode ? (row.codes ?? []).map(String) : []);
  const isTold = [...conditions.keys()].some((field) => place !== "any" || field !== OS_FIELD);
  return isTold || (codes.size > 0 && place !== "any") ? [{ row, place, conditions, codes }] : [];
}

/** Returns the terms that all log sources share, or null if there are none or only a product. */
function sharedWords(sources: readonly SigmaSource[]): SigmaSource | null {
  const [first, ...others] = sources;
  if (first === undefined) return null;
  const words = (["category", "product", "service"] as const).flatMap((word) => {
    const value = first[word];
    return value !== undefined && others.every((one) => one[word] === value)
      ? [[word, value] as const]
      : [];
  });
  return words.every(([word]) => word === "product") ? null : Object.fromEntries(words);
}
