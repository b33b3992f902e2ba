import type { FoundValue } from "./found.ts";
import { KINDS } from "./kinds/kinds.ts";
import { isKnownKind, type ObservableKind } from "./vocabulary.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Active days of kinds that occur only in imports. */
const FOREIGN_DAYS = 365;

/**
 * Returns when an observable last seen at a time expires, as ISO 8601, or null if it never changes hands
 * (docs/observables.md lists the days of each kind).
 */
export function expiresAt(kind: ObservableKind, seen: string): string | null {
  const days = isKnownKind(kind) ? KINDS[kind].activeDays : FOREIGN_DAYS;
  return days === null ? null : new Date(Date.parse(seen) + days * DAY_MS).toISOString();
}

/** Returns when a report's values were seen: its publication date, unless that is in the future. */
export function seenAt(publishedAt: string | null | undefined, now: string): string {
  const published = Date.parse(publishedAt ?? "");
  return published > 0 && published < Date.parse(now) ? new Date(published).toISOString() : now;
}

/**
 * Returns when a value from a source expires: as the sender specifies, or else by when it was last seen.
 * @param seen when the source says that its values were seen
 */
export function endOf({ kind, times }: FoundValue, seen: string, now: string): string | null {
  if (times?.until !== undefined) return times.until;
  const last = times?.last ?? seen;
  return expiresAt(kind, last < now ? last : now);
}
