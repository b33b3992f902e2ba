import { UUID_PATTERN } from "../../../platform/lib/ids.ts";
import { excerpt } from "../findings.ts";
import type { Entry, Nodes } from "./nodes.ts";
import { checkTags } from "./tags.ts";
import { LEVELS, RELATIONS, STATUSES } from "./vocabulary.ts";

type Check = (nodes: Nodes, entry: Entry) => void;

const text: Check = (nodes, { key, value, valueAt }) => {
  const found = nodes.scalar(value);
  if (typeof found !== "string" || found.trim() === "") {
    nodes.findings.error(valueAt, `'${key}' must be text.`);
  }
};

const title: Check = (nodes, entry) => {
  text(nodes, entry);
  if (String(nodes.scalar(entry.value)).length > 256) {
    nodes.findings.error(entry.valueAt, "'title' must have at most 256 characters.");
  }
};

const oneOf =
  (words: ReadonlySet<string>): Check =>
  (nodes, { key, value, valueAt }) => {
    if (words.has(String(nodes.scalar(value)))) return;
    nodes.findings.error(valueAt, `'${key}' must be one of ${[...words].join(", ")}.`);
  };

const texts: Check = (nodes, { key, value, valueAt }) => {
  const items = nodes.items(value);
  if (items === null) {
    // Version 1 used a single text, which is unambiguous.
    const isText = typeof nodes.scalar(value) === "string";
    if (isText) nodes.findings.warn(valueAt, `'${key}' should be a list.`);
    else nodes.findings.error(valueAt, `'${key}' must be a list.`);
    return;
  }
  for (const item of items) {
    const found = nodes.scalar(item.value);
    if (typeof found !== "string" && typeof found !== "number") {
      nodes.findings.error(item.at, `'${key}' must hold texts.`);
    }
  }
};

/** `references` was a list in version 1 too. */
const list: Check = (nodes, entry) => {
  if (nodes.items(entry.value) === null) {
    nodes.findings.error(entry.valueAt, `'${entry.key}' must be a list.`);
  } else texts(nodes, entry);
};

const uuid: Check = (nodes, { key, value, valueAt }) => {
  if (UUID_PATTERN.test(String(nodes.scalar(value)).toLowerCase())) return;
  nodes.findings.error(valueAt, `'${key}' must be a UUID.`);
};

const date: Check = (nodes, { key, value, valueAt }) => {
  const [, year = "", separator, month = "", day = ""] =
    /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/.exec(String(nodes.scalar(value))) ?? [];
  const time = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (
    separator === undefined ||
    time.getUTCDate() !== Number(day) ||
    time.getUTCMonth() + 1 !== Number(month)
  ) {
    nodes.findings.error(valueAt, `'${key}' must be a date such as 2025-11-21.`);
  } else if (separator === "/" || month.length < 2 || day.length < 2) {
    nodes.findings.warn(valueAt, `'${key}' should be written as 2025-11-21.`);
  }
};

const related: Check = (nodes, { value, valueAt }) => {
  const items = nodes.items(value);
  if (items === null) {
    nodes.findings.error(valueAt, "'related' must be a list.");
    return;
  }
  for (const item of items) {
    const entries = nodes.entries(item.value);
    for (const [key, check] of [
      ["id", uuid],
      ["type", oneOf(RELATIONS)],
    ] as const) {
      const entry = entries?.get(key);
      if (entry === undefined) nodes.findings.error(item.at, `'related' must hold '${key}'.`);
      else check(nodes, entry);
    }
  }
};

const CHECKS: Record<string, Check> = {
  title,
  id: uuid,
  name: text,
  taxonomy: text,
  related,
  status: oneOf(STATUSES),
  description: text,
  license: text,
  author: text,
  references: list,
  date,
  modified: date,
  tags: checkTags,
  fields: texts,
  falsepositives: texts,
  scope: texts,
  level: oneOf(LEVELS),
};

/** Checks the fields that rules, correlations and filters share. Other fields are custom. */
export function checkMetadata(nodes: Nodes, entries: ReadonlyMap<string, Entry>): void {
  for (const entry of entries.values()) {
    const check = Object.hasOwn(CHECKS, entry.key) ? CHECKS[entry.key] : undefined;
    const near = check === undefined ? misspelt(entry.key) : undefined;
    if (near !== undefined) {
      nodes.findings.warn(entry.keyAt, `${excerpt(entry.key)} is no field of Sigma; '${near}' is.`);
    }
    check?.(nodes, entry);
  }
}

/** Returns the field that a key differs from only in case and punctuation. */
function misspelt(key: string): string | undefined {
  const folded = key
    .toLowerCase()
    .replace(/[^a-z]/g, "")
    .replace(/s$/, "");
  return Object.keys(CHECKS).find((name) => name.replace(/s$/, "") === folded);
}
