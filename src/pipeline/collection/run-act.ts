import type { Act } from "../../platform/audit/commit.ts";
import type { Run } from "./store.ts";

/** Returns the audit entry of a run, recorded once when it begins and once, with its counts, when it ends. */
export function runAct(actor: string, run: Run, more: Record<string, unknown> = {}): Act {
  const { id, started_at: _started, finished_at: _finished, status, error, ...counts } = run;
  const { source_id, trigger, ...ended } = counts;
  const outcome = status === "running" ? {} : { ...ended, error };
  return {
    actor,
    action: "collection.run",
    object: ["run", id],
    details: { source_id, ...more, trigger, status, ...outcome },
  };
}
