import { type BulkOrder, changeReports } from "../../../api/intake.ts";
import { describeFailure } from "../../../api/problem.ts";
import type { Analysis } from "../promote/analysis.ts";
import type { Action } from "./decision.ts";

/** Reports per request. */
const STEP = 500;

/** Sends a decision on some reports. Returns, by id, why some could not be changed. */
export async function sendDecision(
  ids: readonly string[],
  action: Action,
  analysis: Analysis | null,
): Promise<Map<string, string>> {
  const refused = new Map<string, string>();
  const order = orderOf(action, analysis);
  for (let from = 0; from < ids.length; from += STEP) {
    const step = ids.slice(from, from + STEP);
    try {
      for (const { id, outcome, reason } of await changeReports({ ...order, ids: step })) {
        if (outcome === "refused") refused.set(id, reason ?? "The report could not be changed.");
      }
    } catch (error) {
      for (const id of step) refused.set(id, describeFailure(error));
    }
  }
  return refused;
}

function orderOf(action: Action, analysis: Analysis | null): Omit<BulkOrder, "ids"> {
  const plain = { action, analyze: false, mode: "balanced", fetch: false } as const;
  return analysis === null ? plain : { ...plain, ...analysis, analyze: true };
}
