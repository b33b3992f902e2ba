const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** Formats an ISO 8601 date or time of any precision as a day, month or year: `22 November 2026`, `May 2020`. */
export function longDate(iso: string): string {
  const [, year = iso, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?/.exec(iso) ?? [];
  const name = MONTHS[Number(month) - 1];
  if (name === undefined) return year;
  return day === undefined ? `${name} ${year}` : `${Number(day)} ${name} ${year}`;
}

/** Formats a time to the minute. */
export function longTime(iso: string): string {
  return `${longDate(iso)}, ${iso.slice(11, 16)} UTC`;
}
