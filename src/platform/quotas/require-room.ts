import type { Context } from "../../services.ts";
import type { Settings } from "../../settings.ts";
import { AppError } from "../lib/errors.ts";
import { formatBytes } from "../lib/streams.ts";
import type { Counted } from "./store.ts";

/** The setting that limits each total, and what its sentence calls the things. */
const QUOTAS = {
  sessions: ["QUOTA_SESSIONS", "sessions"],
  intake_reports: ["QUOTA_INTAKE_REPORTS", "collected reports"],
  observables: ["QUOTA_OBSERVABLES", "observables"],
  rules: ["QUOTA_RULES", "rules"],
  layers: ["QUOTA_LAYERS", "layers"],
  sources: ["QUOTA_SOURCES", "sources"],
  stored_bytes: ["QUOTA_STORED_BYTES", "texts and uploads"],
} as const satisfies Record<Counted, [setting: keyof Settings, things: string]>;

/** How much a request is about to add. */
export type Added = Partial<Record<Counted, number>>;

type QuotaContext = Pick<Context, "settings" | "totals">;

/** What is still free of each quota; without limit where the setting is 0. */
export async function readRoom(context: QuotaContext): Promise<(counted: Counted) => number> {
  const stored = await context.totals.read();
  return (counted) => {
    const quota = context.settings[QUOTAS[counted][0]];
    return quota === 0 ? Infinity : Math.max(0, quota - (stored.get(counted) ?? 0));
  };
}

/**
 * Refuses what would exceed a quota. Requests of the same moment may pass it by what they add.
 * @throws AppError `quota_exceeded`, naming the setting
 */
export async function requireRoom(context: QuotaContext, added: Added): Promise<void> {
  const room = await readRoom(context);
  for (const [counted, count] of Object.entries(added) as [Counted, number][]) {
    if (count > room(counted)) throw quotaExceeded(context, counted);
  }
}

/** The refusal, which names the quota's setting. */
export function quotaExceeded({ settings }: QuotaContext, counted: Counted): AppError {
  const [setting, things] = QUOTAS[counted];
  const quota = settings[setting];
  const most = counted === "stored_bytes" ? `${formatBytes(quota)} of` : String(quota);
  return new AppError(
    "quota_exceeded",
    `At most ${most} ${things} are stored (${setting}); delete some, or have the setting raised.`,
  );
}
