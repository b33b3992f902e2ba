import type { SessionReadDeps } from "./deps.ts";
import { STALE_AFTER_SECONDS, STALE_REASON } from "./fail-if-stale.ts";

/**
 * Fails abandoned sessions: the stale ones, or for a single process all from before its start.
 * @param startedAt start of that process, or null for the stale ones
 */
export async function failStaleSessions(
  deps: SessionReadDeps,
  startedAt: string | null,
): Promise<void> {
  const before = startedAt ?? deps.now(-STALE_AFTER_SECONDS);
  await deps.processingSessions.failOlderThan(before, STALE_REASON, deps.now());
}
