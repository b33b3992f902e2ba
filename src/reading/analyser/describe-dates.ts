import type { Entities } from "../entities/schema.ts";
import { sayDate } from "./summary-words.ts";

/** Characters of an ISO date down to its month. */
const MONTH = 7;
/** Years before a report that still are its matter. */
const RECENT = 3;
const OPEN = /^(?:since|beginning|starting)/i;

/** ` published on 3 May 2024 and revised on 7 May 2024` */
export function describePublication(dates: Entities["dates"]): string {
  const published = dates.find(({ role }) => role === "published")?.date;
  const revised = dates.findLast(({ role }) => role === "revised")?.date;
  if (published === undefined) return "";
  const later = revised !== undefined && revised > published;
  return ` published on ${sayDate(published)}${later ? ` and revised on ${sayDate(revised)}` : ""}`;
}

/** The months or years that the dated activity lies in: `dated May 2024`. */
export function describeDates(dates: Entities["dates"]): string {
  const known = dates.filter(({ role }) => role === "activity");
  const published = dates.find(({ role }) => role === "published")?.date;
  const now = yearOf(published ?? known.at(-1)?.date ?? "");
  // What was years before is where the malware or the group comes from.
  const acts = known.filter(({ date }) => now - yearOf(date) <= RECENT);
  const [first] = acts;
  if (first === undefined) return "";
  const from = first.date.slice(0, MONTH);
  const to = acts
    .map(({ date, end }) => (end ?? date).slice(0, MONTH))
    .reduce((a, b) => (b > a ? b : a));
  if (!to.startsWith(from)) return `dated from ${sayDate(from)} to ${sayDate(to)}`;
  const isOpen = OPEN.test(first.mentions[0]?.text ?? "") && acts.length === 1;
  return `${isOpen ? "since" : "dated"} ${sayDate(to)}`;
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}
