import type { FoundValue } from "./found.ts";
import { KINDS } from "./kinds/kinds.ts";
import { isKnownKind, type ObservableKind } from "./vocabulary.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Of kinds that only imports know. */
const FOREIGN_DAYS = 365;

/**
 * From when on an observable that was seen at a time is active no more, as ISO 8601; null for what
 * never changes hands (docs/observables.md has the days of each kind).
 */
export function expiresAt(kind: ObservableKind, seen: string): string | null {
  const days = isKnownKind(kind) ? KINDS[kind].activeDays : FOREIGN_DAYS;
  return days === null ? null : new Date(Date.parse(seen) + days * DAY_MS).toISOString();
}

/** When a report says that its values were seen: the day it was published, unless that is still to come. */
export function seenAt(publishedAt: string | null | undefined, now: string): string {
  const published = Date.parse(publishedAt ?? "");
  return published > 0 && published < Date.parse(now) ? new Date(published).toISOString() : now;
}

/**
 * From when on a value is active no more that a source names: when its sender says so, else by when it
 * was last seen.
 * @param seen when the source says that its values were seen
 */
export function endOf({ kind, times }: FoundValue, seen: string, now: string): string | null {
  if (times?.until !== undefined) return times.until;
  const last = times?.last ?? seen;
  return expiresAt(kind, last < now ? last : now);
}
