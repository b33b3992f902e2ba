import { formatTime } from "../../parts/when.ts";
import type { Source, SourceRun } from "../../api/sources.ts";

export const RUN_STATES: Record<SourceRun["status"], string> = {
  running: "Running",
  complete: "Complete",
  not_modified: "Nothing new",
  failed: "Failed",
};

/** The available intervals, in minutes. */
const INTERVALS = [15, 30, 60, 180, 360, 720, 1_440, 10_080] as const;

const HOUR = 60;
const DAY = 24 * HOUR;

/** Returns the interval choices, including the source's current one. */
export function intervalsWith(minutes: number): number[] {
  return [...new Set([...INTERVALS, minutes])].sort((a, b) => a - b);
}

export function describeInterval(minutes: number): string {
  if (minutes % DAY === 0) return minutes === DAY ? "Every day" : `Every ${minutes / DAY} days`;
  if (minutes % HOUR === 0)
    return minutes === HOUR ? "Every hour" : `Every ${minutes / HOUR} hours`;
  return `Every ${minutes} minutes`;
}

/** Describes why a source collects nothing; null if its last run succeeded. */
export function describeFailures({
  consecutive_failures: failures,
  last_error: error,
}: Source): string | null {
  if (failures === 0) return null;
  const times = failures === 1 ? "The last run failed." : `${failures} runs in a row failed.`;
  return error === null ? times : `${times} ${error}`;
}

/** Describes when a source runs next, and why later than scheduled. */
export function describeNextRun({ next_run_at: next, consecutive_failures: failures }: Source) {
  const time = formatTime(next);
  return failures === 0 ? time : `${time} (delayed because the last run failed)`;
}

/** Describes the result of a run that was just started. */
export function describeRun({ status, error, items_created: created }: SourceRun): string {
  if (status === "failed") return error ?? "The run failed.";
  if (status === "running") return "The run is still going. Its result appears here when it ends.";
  if (status === "not_modified") return "Nothing is new since the last run.";
  return created === 1 ? "1 new report." : `${created} new reports.`;
}

/** Returns the words between commas. */
export function wordsIn(typed: string): string[] {
  return typed
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

/** Returns the path of the intake filtered by a source. */
export const reportsPath = (sourceId: string) => `/intake?source_id=${sourceId}&status=all`;
