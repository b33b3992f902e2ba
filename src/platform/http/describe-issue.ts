import { z } from "zod";

type RawIssue = z.core.$ZodRawIssue;

/** What a value must be, by the schema library's type name. */
const TYPES: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  bigint: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  set: "a list",
  object: "an object",
  record: "an object",
  map: "an object",
  null: "null",
  date: "a date",
  file: "a file",
};

/** The same for string formats. */
const FORMATS: Record<string, string> = {
  email: "an email address",
  url: "a URL",
  uuid: "a UUID",
  guid: "a UUID",
  datetime: "a date and time such as 2026-01-31T00:00:00Z",
  date: "a date such as 2026-01-31",
  time: "a time such as 12:00:00",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
  json_string: "JSON",
};

/** Types of parameters and form fields, which arrive as a list if sent twice. */
const SINGLE = new Set(["string", "number", "int", "boolean", "file"]);

const one = (count: number | bigint, single: string, several: string) =>
  `${count} ${Number(count) === 1 ? single : several}`;

/** Adds the unit to a size, if the value is not itself a number. */
function sized(count: number | bigint, origin: string): string {
  if (origin === "string") return one(count, "character", "characters");
  if (origin === "file") return one(count, "byte", "bytes");
  if (origin === "object") return one(count, "field", "fields");
  return one(count, "entry", "entries");
}

function boundOf(limit: number | bigint, origin: string, least: boolean, inclusive: boolean) {
  if (["number", "int", "bigint", "date"].includes(origin)) {
    const strict = least ? "more than" : "less than";
    return `must be ${inclusive ? (least ? "at least" : "at most") : strict} ${limit}`;
  }
  if (least && Number(limit) === 1) return "must not be empty";
  return `must have ${least ? "at least" : "at most"} ${sized(limit, origin)}`;
}

function wrongType({ expected, input }: RawIssue & { code: "invalid_type" }): string {
  if (input === undefined) return "must be given";
  const wanted = TYPES[expected] ?? "of another type";
  const isRepeated = Array.isArray(input) && SINGLE.has(expected);
  return isRepeated ? `must be ${wanted}, given once` : `must be ${wanted}`;
}

/** Combines branches that only require plain types. Otherwise returns the branch's own sentence. */
function noneOf(branches: readonly (readonly z.core.$ZodIssue[])[]): string {
  const wanted = branches.map(([issue, ...more]) =>
    more.length === 0 && issue?.code === "invalid_type" && issue.path.length === 0
      ? TYPES[issue.expected]
      : undefined,
  );
  return wanted.length === 0 || wanted.includes(undefined)
    ? "must have one of the forms that /docs describes"
    : `must be ${[...new Set(wanted)].join(" or ")}`;
}

/**
 * Describes what is wrong with a value, as the end of a sentence that begins with its name. It replaces every message
 * of the schema library, but a schema's own messages take precedence.
 */
export function describeIssue(issue: RawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return wrongType(issue);
    case "invalid_value":
      if (issue.input === undefined) return "must be given";
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "too_small":
      return boundOf(issue.minimum, issue.origin, true, issue.inclusive ?? true);
    case "too_big":
      return boundOf(issue.maximum, issue.origin, false, issue.inclusive ?? true);
    case "invalid_format":
      return `must be ${FORMATS[issue.format] ?? "a text of the form that /docs describes"}`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return "is not known here";
    case "invalid_key":
      return "must not have names like that";
    case "invalid_union":
      return issue.input === undefined ? "must be given" : noneOf(issue.errors);
    default:
      return "must be of the form that /docs describes";
  }
}

/** Replaces the schema library's messages with those of `describeIssue`. */
export function useOwnMessages(): void {
  z.config({ localeError: describeIssue });
}
