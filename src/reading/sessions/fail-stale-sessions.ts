import type { SessionReadDeps } from "./deps.ts";
import { STALE_AFTER_SECONDS, STALE_REASON } from "./fail-if-stale.ts";

/**
 * Fails sessions that nobody works on any more: the stale ones, or those of before the start of the
 * only process there is.
 * @param startedAt when that was; null for the stale ones
 */
export async function failStaleSessions(
  deps: SessionReadDeps,
  startedAt: string | null,
): Promise<void> {
  const before = startedAt ?? deps.now(-STALE_AFTER_SECONDS);
  await deps.processingSessions.failOlderThan(before, STALE_REASON, deps.now());
}
