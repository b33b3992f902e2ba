import type { Runtime } from "../../platform/lib/runtime.ts";
import type { StaleStore } from "./stale-store.ts";

/** Dependencies for removing old observables. */
export interface ExpireDeps extends Pick<Runtime, "now"> {
  staleObservables: StaleStore;
  settings: { OBSERVABLE_RETENTION_DAYS: number };
}

const DAY_SECONDS = 24 * 60 * 60;
/** With a run every 15 minutes, this is 480,000 a day. */
const MOST_AT_ONCE = 5_000;

/**
 * Removes observables, with their mentions, that no report has mentioned for the configured number of days. Those
 * that someone added, tagged, confirmed or decided are retained.
 */
export async function expireObservables({
  staleObservables,
  settings,
  now,
}: ExpireDeps): Promise<void> {
  const days = settings.OBSERVABLE_RETENTION_DAYS;
  if (days === 0) return;
  const ids = await staleObservables.list(now(-days * DAY_SECONDS), MOST_AT_ONCE);
  if (ids.length > 0) await staleObservables.remove(ids);
}
