import { type QuotaDeps, QUOTAS } from "./deps.ts";
import { AppError } from "../lib/errors.ts";
import { formatBytes } from "../lib/streams.ts";
import type { Counted } from "./store.ts";

/** How much a request would add. */
export type Added = Partial<Record<Counted, number>>;

/** Returns the free room of each quota, unlimited if the setting is 0. */
export async function readRoom(deps: QuotaDeps): Promise<(counted: Counted) => number> {
  const stored = await deps.totals.read();
  return (counted) => {
    const quota = deps.settings[QUOTAS[counted][0]];
    return quota === 0 ? Infinity : Math.max(0, quota - (stored.get(counted) ?? 0));
  };
}

/**
 * Rejects a request that would exceed a quota. Concurrent requests may exceed it by what they add.
 * @throws AppError `quota_exceeded`, naming the setting
 */
export async function requireRoom(deps: QuotaDeps, added: Added): Promise<void> {
  const room = await readRoom(deps);
  for (const [counted, count] of Object.entries(added) as [Counted, number][]) {
    if (count > room(counted)) throw quotaExceeded(deps, counted);
  }
}

/** Returns the error that names the quota's setting. */
export function quotaExceeded({ settings }: QuotaDeps, counted: Counted): AppError {
  const [setting, things] = QUOTAS[counted];
  const quota = settings[setting];
  const most = counted === "stored_bytes" ? `${formatBytes(quota)} of` : String(quota);
  return new AppError(
    "quota_exceeded",
    `At most ${most} ${things} are stored (${setting}); delete some, or have the setting raised.`,
  );
}
