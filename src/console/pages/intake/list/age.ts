import { formatDay } from "../../../parts/when.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns the age of something in one unit, or the date after a month. */
export function ageOf(moment: string, now: number): string {
  const age = now - Date.parse(moment);
  if (age < MINUTE) return "now";
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h`;
  return age < 31 * DAY ? `${Math.floor(age / DAY)} d` : formatDay(moment);
}
