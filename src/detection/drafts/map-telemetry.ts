import { draftRowOf, type DraftRow, isOfAnyName } from "../catalogue/attack-names.ts";
import { cleanLine } from "../../platform/lib/clean-text.ts";
import type { DraftTelemetry } from "./analytic.ts";
import type { DraftSource } from "./source.ts";

/** Maximum codes or operations in a query; no release has more than ten. */
const MAX_VALUES = 50;
/** Longest name that a query repeats. */
const MAX_NAME_CHARS = 200;

/** Certainty of a mapping: by channel, by name, or not in the catalogue. */
export type Certainty = "channel" | "name" | "unknown";

/** An ATT&CK log source mapped to the query languages. */
export interface MappedTelemetry {
  telemetry: DraftTelemetry;
  source: DraftSource;
  certainty: Certainty;
  /** Whether table and field names are derived from ATT&CK's. */
  isMade: boolean;
  /** Event codes of the channel that the draft does not cover. */
  unseen: readonly number[];
}

/** Maps an ATT&CK log source by the catalogue. Unknown ones retain their own name. */
export function mapTelemetry(telemetry: DraftTelemetry): MappedTelemetry {
  const row = draftRowOf(telemetry.name, telemetry.event_codes);
  const seen = telemetry.event_codes
    .filter((code) => row.codes?.includes(code) ?? true)
    .slice(0, MAX_VALUES);
  const operations = operationsOf(row, telemetry.channel);
  return {
    telemetry,
    source: toSource(row, telemetry.name, seen, operations),
    certainty: certaintyOf(row, seen, operations),
    isMade: row.reach.isMade,
    unseen: telemetry.event_codes.filter((code) => !seen.includes(code)),
  };
}

function certaintyOf(
  row: DraftRow,
  seen: readonly number[],
  operations: readonly string[],
): Certainty {
  if (isOfAnyName(row)) return "unknown";
  return seen.length + operations.length > 0 ? "channel" : "name";
}

/** Returns the operations that a channel lists, or an empty list if part of it is anything else. */
function operationsOf({ reach }: DraftRow, channel: string | null): string[] {
  const { operationPattern: pattern } = reach;
  if (pattern === null || channel === null) return [];
  const parts = channel.split(",").map((part) => part.trim());
  if (parts.length > MAX_VALUES) return [];
  return parts.every((part) => pattern.test(part)) ? [...new Set(parts)] : [];
}

function toSource(
  row: DraftRow,
  name: string,
  codes: readonly number[],
  operations: readonly string[],
): DraftSource {
  const { reach } = row;
  const whole = cleanLine(cleanLine(name).slice(0, MAX_NAME_CHARS));
  const inText = (text: string) => fill(text, whole, toText);
  const { code } = reach;
  const [sigma = "", kql = "", spl = "", eql = ""] = reach.operation;
  const quoted = codes.map(String).map(quote);
  const names = operations.map(quote);
  const kqlWhere = [
    inText(reach.kql.where ?? ""),
    oneOf(code.kql, codes.map(String), "in"),
    kql === "SyslogMessage" && names.length > 0
      ? `SyslogMessage has_any (${names.join(", ")})`
      : oneOf(kql, names, "in"),
  ];
  const eqlWhere = [inText(reach.eql.where ?? ""), oneOf(code.eql, quoted), oneOf(eql, names)];
  const splTerms = [
    inText(reach.spl),
    oneOf(code.spl, codes.map(String), "IN", "="),
    oneOf(spl, names, "IN", "="),
  ];
  const where = (terms: string[]) => terms.filter((term) => term !== "").join(" and ");
  return {
    name: whole,
    sigma: mapValues(row.sigma, (value) => fill(value, whole, toSlug)),
    select: {
      ...mapValues(reach.select, (value) => fill(value, whole, toText)),
      ...(code.sigma !== undefined && codes.length > 0 && { [code.sigma]: single(codes) }),
      ...(sigma !== "" && operations.length > 0 && { [sigma]: single(operations) }),
    },
    kql: toQuery({ table: fill(reach.kql.table, whole, toIdentifier) }, where(kqlWhere)),
    spl: splTerms.filter((term) => term !== "").join(" "),
    eql: toQuery({ category: reach.eql.category }, where(eqlWhere)),
    fields: reach.fields,
  };
}

function toQuery<T extends object>(query: T, where: string): T & { where?: string } {
  return where === "" ? query : { ...query, where };
}

/** Returns `field == value` or `field in (values)`, or nothing without a field or a value. */
function oneOf(
  field: string | undefined,
  values: readonly string[],
  list = "in",
  equals = " == ",
): string {
  const [first] = values;
  if (field === undefined || field === "" || first === undefined) return "";
  if (values.length === 1) return `${field}${equals}${first}`;
  return `${field} ${list} (${values.join(", ")})`;
}

function single<T>(values: readonly T[]): T | readonly T[] {
  const [first] = values;
  return values.length === 1 && first !== undefined ? first : values;
}

function quote(text: string): string {
  return `"${text}"`;
}

/** Inserts a log source's name (`$0`), or its part after the first colon (`$1`), into a text. */
function fill(text: string, name: string, print: (part: string) => string): string {
  const colon = name.indexOf(":");
  const part = colon === -1 ? name : name.slice(colon + 1);
  return text
    .replaceAll("$slug", () => toSlug(name))
    .replaceAll("$0", () => print(name))
    .replaceAll("$1", () => print(part));
}

/** Makes text safe inside quotes in every language: replaces quotes and escape characters by blanks. */
function toText(part: string): string {
  return part.replace(/["'`\\*?$%|]+/g, " ").trim() || "unnamed";
}

/** Returns lower-case words joined by underscores, like Sigma's log sources. */
function toSlug(part: string): string {
  return toAscii(part.toLowerCase(), /[^a-z0-9.-]+/g) || "unnamed";
}

/** Returns a valid table name: a letter first, then letters, digits and underscores. */
function toIdentifier(part: string): string {
  const name = toAscii(part, /[^A-Za-z0-9]+/g);
  return /^[A-Za-z]/.test(name) ? name : `Log_${name}`.replace(/_$/, "");
}

function toAscii(text: string, others: RegExp): string {
  return text.replace(others, "_").replace(/^[_.-]+|[_.-]+$/g, "");
}

function mapValues(
  values: Readonly<Record<string, string | number | undefined>>,
  change: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, change(String(value ?? ""))]),
  );
}
