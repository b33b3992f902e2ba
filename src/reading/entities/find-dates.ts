import { compareText } from "../../platform/lib/text.ts";
import type { Sentence } from "../../text/sentences/sentences.ts";
import {
  ACT,
  ACTED,
  CHINESE,
  ENTRY,
  NO_ACT,
  PERIOD,
  PRINTED,
  PUBLISHED,
  REVISED,
  RUSSIAN_DATE,
  monthOf,
} from "./date-words.ts";
import { MentionList, type Place } from "./mentions.ts";
import { readDate, toIso, type WrittenDate } from "./read-date.ts";
import type { Entities } from "./schema.ts";

type Dated = Pick<Entities["dates"][number], "date" | "end" | "role">;

/** Part of a report with its publication date, in characters. */
const HEAD = 3_000;
const LABEL = 80;
/** Maximum length of a label, which is all or part of a line. */
const MAX_LABEL = 45;
/** Maximum offset of an unlabeled date line that counts as the publication date. */
const TOP = 3_000;
const MAX_LISTED = 50;
const ROLES = ["published", "revised", "activity"] as const;

/**
 * Returns the report's own dates, printed in its head, and the dates of adversary activity, by time. Excludes ambiguous
 * dates.
 */
export function findDates(text: string, sentences: readonly Sentence[]): Entities["dates"] {
  const found = new MentionList<Dated>(text);
  const add = (dated: Dated, place: Place) =>
    found.add(`${dated.role} ${dated.date} ${dated.end ?? ""}`, place, () => dated);
  for (const [dated, place] of datesOfReport(text)) add(dated, place);
  for (const { start, end } of sentences) {
    const words = text.slice(start, end);
    // Most sentences have no digits, let alone a year.
    if (!/(?:19|20)\d{2}/.test(words) || NO_ACT.test(words)) continue;
    const isActed = ACTED.test(words);
    const dates = isActed || ACT.test(words) ? [...datesOfActs(words)] : [];
    if (isActed) dates.push(...dateOfEntry(words));
    for (const [dated, place] of dates) {
      add(dated, { start: place.start + start, end: place.end + start });
    }
  }
  return found
    .inOrder()
    .sort((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role) || compareText(a.date, b.date))
    .slice(0, MAX_LISTED);
}

/** Finds dates in the head that have a label or are alone on their line. */
function* datesOfReport(text: string): Generator<[Dated, Place]> {
  const head = text.slice(0, HEAD);
  for (const { 0: printed, index: start } of head.matchAll(PRINTED)) {
    const read = readDate(printed);
    const date = read?.day == null ? null : toIso(read);
    if (date === null) continue;
    const before = head.slice(Math.max(0, start - LABEL), start);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    const after = head.slice(start + printed.length).split("\n", 1)[0] ?? "";
    const isLine = start < TOP && line.trim() === "" && !/[\p{L}\p{N}]/u.test(after);
    const label = /[^\n|(]*$/.exec(before)?.[0] ?? "";
    const role = label.length > MAX_LABEL ? null : roleOf(label, isLine);
    if (role !== null)
      yield [
        { date, end: null, role },
        { start, end: start + printed.length },
      ];
  }
}

function roleOf(label: string, isLine: boolean): "published" | "revised" | null {
  if (REVISED.test(label)) return "revised";
  return PUBLISHED.test(label) || isLine ? "published" : null;
}

function* datesOfActs(words: string): Generator<[Dated, Place]> {
  for (const match of words.matchAll(PERIOD)) {
    const [whole, , , first, , last, lead, , single] = match;
    // `IOCs from 31 May` dates no activity, but `from July to present` does.
    const after = words.slice(match.index + whole.length);
    if (lead?.toLowerCase() === "from" && !/^,?\s(?:to|until|through|on)/.test(after)) continue;
    const dated =
      first !== undefined && last !== undefined
        ? toPeriod(readDate(first), readDate(last))
        : toPeriod(readDate(single ?? ""), null);
    if (dated !== null) {
      yield [dated, { start: match.index, end: match.index + whole.length }];
    }
  }
  for (const { 0: whole, 1: year, 2: month, 3: day, index: start } of words.matchAll(CHINESE)) {
    const dated = toPeriod(fromParts(year, month ? Number(month) : null, day), null);
    if (dated !== null) yield [dated, { start, end: start + whole.length }];
  }
  for (const { 0: whole, 1: day, 2: month, 3: year, index: start } of words.matchAll(
    RUSSIAN_DATE,
  )) {
    const dated = toPeriod(fromParts(year, monthOf(month ?? ""), day), null);
    if (dated !== null) yield [dated, { start, end: start + whole.length }];
  }
}

/** Returns the date at the start of a timeline entry: "19 October 2026, 14:10 UTC: the actor …". */
function dateOfEntry(words: string): [Dated, Place][] {
  const found = ENTRY.exec(words);
  const printed = found?.[1] ?? "";
  const dated = printed === "" ? null : toPeriod(readDate(printed), null);
  const start = found?.[0].indexOf(printed) ?? 0;
  return dated === null ? [] : [[dated, { start, end: start + printed.length }]];
}

function fromParts(year = "", month: number | null, day: string | undefined): WrittenDate {
  return { year: Number(year), month, day: day === undefined ? null : Number(day) };
}

/** Returns a period. Its start may take the year from its end, and its end may take the month from its start. */
function toPeriod(first: WrittenDate | null, last: WrittenDate | null): Dated | null {
  if (first === null) return null;
  if (last === null) {
    const date = toIso(first);
    return date === null ? null : { date, end: null, role: "activity" };
  }
  const date = toIso({ ...first, year: first.year ?? last.year });
  const end = toIso({ ...last, year: last.year ?? first.year });
  if (date === null || end === null || date > end) return null;
  return { date, end: end === date ? null : end, role: "activity" };
}
