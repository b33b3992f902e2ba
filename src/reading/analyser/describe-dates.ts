import type { Entities } from "../entities/schema.ts";
import { sayDate } from "./summary-words.ts";

/** Length of an ISO date up to its month. */
const MONTH = 7;
/** Years before a report in which activity still counts as its subject. */
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

/** Returns the months or years of the dated activity: `dated May 2024`. */
export function describeDates(dates: Entities["dates"]): string {
  const known = dates.filter(({ role }) => role === "activity");
  const published = dates.find(({ role }) => role === "published")?.date;
  const now = yearOf(published ?? known.at(-1)?.date ?? "");
  // Older dates usually describe the origin of the malware or group.
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
