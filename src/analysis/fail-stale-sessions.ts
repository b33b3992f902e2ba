import type { Context } from "../context.ts";

/** No analysis takes longer; one that still says `processing` then has died. */
const STALE_AFTER_SECONDS = 15 * 60;

/**
 * Fails sessions that nobody works on any more: the stale ones, or at the start of the only
 * process there is, all that are under way.
 */
export async function failStaleSessions(context: Context, which: "stale" | "all"): Promise<void> {
  const now = context.now();
  const before = which === "all" ? now : context.now(-STALE_AFTER_SECONDS);
  const reason = "The analysis was interrupted; send the report again.";
  await context.sessions.failOlderThan(before, reason, now);
}
