const MINUTE_MS = 60_000;

/** The crons of wrangler.toml, by the minute of the day (UTC) at which they are due. */
const CRONS: [cron: string, isDue: (minuteOfDay: number) => boolean][] = [
  ["*/15 * * * *", (minute) => minute % 15 === 0],
  ["0 3 * * *", (minute) => minute === 3 * 60],
];

/** Returns the crons that were due after `since` and up to `until` (milliseconds since 1970), without duplicates. */
export function dueCrons(since: number, until: number): string[] {
  const first = Math.floor(since / MINUTE_MS) + 1;
  const last = Math.floor(until / MINUTE_MS);
  const due = new Set<string>();
  // After the machine has slept, one day is enough to find each of them once.
  for (let minute = Math.max(first, last - 24 * 60); minute <= last; minute += 1) {
    for (const [cron, isDue] of CRONS) if (isDue(minute % (24 * 60))) due.add(cron);
  }
  return [...due];
}
