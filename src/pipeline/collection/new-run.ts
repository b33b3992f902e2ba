import type { Run } from "./store.ts";
import type { RunTrigger } from "./vocabulary.ts";

/** Creates a run that begins. @param now ISO 8601 */
export function newRun(id: string, sourceId: string, trigger: RunTrigger, now: string): Run {
  return {
    id,
    source_id: sourceId,
    trigger,
    status: "running",
    items_seen: 0,
    items_created: 0,
    duplicates: 0,
    filtered: 0,
    observables_created: 0,
    observables_known: 0,
    suppressed: 0,
    error: null,
    started_at: now,
    finished_at: null,
  };
}
