import type { CollectionDeps } from "./deps.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { type ActiveRun, endRun } from "./end-run.ts";
import { enterItems } from "./enter-items.ts";
import { fetchFeed } from "./fetch-feed.ts";
import { type Feed, UnreadableFeed } from "./feeds/feed.ts";
import type { LearnedState, Run, RunOutcome } from "./store.ts";

/**
 * Polls a source and ends its run. A feed that cannot be fetched or read fails the run, not the
 * caller; anything unforeseen rejects, and the run resumes when its job is tried again.
 * @param report called between steps, so that the job keeps its lease
 */
export async function pollSource(
  deps: CollectionDeps,
  active: ActiveRun,
  report: () => Promise<void>,
): Promise<Run["status"]> {
  const { source, run } = active;
  const finish = async (outcome: RunOutcome, learned: Partial<LearnedState>) =>
    await endRun(deps, active, outcome, learned);
  try {
    const { page, url, validators } = await fetchFeed(deps, source);
    if (page === null) return await finish({ status: "not_modified" }, validators);
    const feed = await deps.readers.feed(source.id, page, url);
    const counts = await enterItems(deps, source, run, feed, report);
    const error = warningOf(feed);
    return await finish({ status: "complete", error, ...counts }, validators);
  } catch (error) {
    const reason = reasonOf(error, source.url);
    if (reason === null) throw error;
    // A quota may end a run that has entered items; the rest comes with a later one.
    const created = await deps.intake.countSince(source.id, run.started_at);
    return await finish({ status: "failed", error: reason, items_created: created }, {});
  }
}

/** What an analyst should know of a feed that was read in part; null for a whole one. */
function warningOf({ left_out: left, broken }: Feed): string | null {
  const warnings = [
    ...(left > 0 ? [`The feed has ${left} more items than are read.`] : []),
    ...(broken > 0
      ? [`${broken} items of the feed are invalid or have links that are too long.`]
      : []),
  ];
  return warnings.length === 0 ? null : warnings.join(" ");
}

/** Why a run failed, as a sentence; null for what is not foreseen. */
function reasonOf(error: unknown, url: string): string | null {
  if (error instanceof OutboundError) return error.message;
  if (error instanceof AppError && error.code === "quota_exceeded") return error.message;
  return error instanceof UnreadableFeed ? `${url} ${error.message}.` : null;
}
