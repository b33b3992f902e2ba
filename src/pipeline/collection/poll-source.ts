import { AppError } from "../../platform/lib/errors.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import type { CollectionDeps } from "./deps.ts";
import { endRun } from "./end-run.ts";
import { UnreadableFeed } from "./feeds/feed.ts";
import type { RunPart } from "./kinds/kind.ts";
import { SOURCE_KIND_TABLE } from "./kinds/kinds.ts";
import type { Run } from "./store.ts";

/**
 * Polls a source and ends its run unless there is more to do. A source that cannot be fetched or read fails the
 * run, not the caller. Unexpected errors reject, and the run resumes when its job is retried.
 */
export async function pollSource(deps: CollectionDeps, part: RunPart): Promise<Run["status"]> {
  const { source, run } = part;
  try {
    const polled = await SOURCE_KIND_TABLE[source.kind].poll(deps, part);
    if (polled.ended === null) return "running";
    return await endRun(deps, part, polled.ended, polled.learned);
  } catch (error) {
    const reason = reasonOf(error, source.url);
    if (reason === null) throw error;
    // Content before the fault is stored. The rest follows with a later run.
    const counts = await deps.imports.totalsOfRun(run.id);
    const created = await deps.intake.countSince(source.id, run.started_at);
    const outcome = { status: "failed", error: reason, ...counts, items_created: created } as const;
    const wait = error instanceof OutboundError ? (error.retryAfter ?? 0) : 0;
    return await endRun(deps, part, outcome, {}, wait);
  }
}

/** Returns why a run failed, as a sentence, or null for an unexpected error. */
function reasonOf(error: unknown, url: string): string | null {
  if (error instanceof OutboundError) return error.message;
  if (error instanceof AppError && error.code === "quota_exceeded") return error.message;
  return error instanceof UnreadableFeed ? `${url} ${error.message}.` : null;
}
