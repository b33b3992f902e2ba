import type { IntakeDeps } from "./deps.ts";
import { fitQuota } from "../observables/fit-quota.ts";
import { quotaExceeded, readRoom } from "../../platform/quotas/require-room.ts";
import type { Addition, Submission } from "./submission.ts";

/**
 * Rejects reports and observables that would exceed a quota. Only near a quota does it look up which of them are
 * already known.
 * @throws AppError `quota_exceeded`
 */
export async function requireRoomFor(
  deps: IntakeDeps,
  submissions: readonly Submission[],
  additions: readonly Addition[],
): Promise<void> {
  const room = await readRoom(deps);
  const bytes = submissions.reduce((sum, { texts }) => sum + charsOf(texts), 0);
  if (submissions.length > room("intake_reports") || bytes > room("stored_bytes")) {
    const known = await deps.submissions.findKnown(submissions.map(({ row }) => row));
    const fresh = submissions.filter((_, place) => !known.has(place));
    if (fresh.length > room("intake_reports")) throw quotaExceeded(deps, "intake_reports");
    const added = fresh.reduce((sum, { texts }) => sum + charsOf(texts), 0);
    if (added > room("stored_bytes")) throw quotaExceeded(deps, "stored_bytes");
  }
  const matches = [...submissions, ...additions].flatMap((one) => one.matches);
  const { left } = await fitQuota(deps, matches, room("observables"));
  if (left > 0) throw quotaExceeded(deps, "observables");
}

function charsOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}
