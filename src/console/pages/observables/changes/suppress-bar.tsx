import { useQueryClient } from "@tanstack/react-query";
import { describeFailure } from "../../../api/problem.ts";
import bars from "../../../parts/bars.module.css";
import controls from "../../../parts/controls.module.css";
import {
  keepObservables,
  type PendingSuppression,
  suppressLater,
  usePendingSuppressions,
} from "./pending-suppressions.ts";

/** The pending suppressions, while they can be undone. */
export function SuppressBar() {
  const queries = useQueryClient();
  return (
    <div role="status" className={bars.bars}>
      {usePendingSuppressions().map((one) => (
        <p key={one.key} className={bars.bar}>
          <span className={bars.grow}>
            {one.error === null
              ? `${nameOf(one, "is", "are")} being suppressed.`
              : `${nameOf(one, "was", "were")} not suppressed. ${describeFailure(one.error)}`}
          </span>
          {one.isSent ? null : (
            <button
              type="button"
              className={controls.button}
              onClick={() => keepObservables(one.key)}
            >
              {one.error === null ? "Undo" : "Keep"}
            </button>
          )}
          {one.error === null ? null : (
            <button
              type="button"
              className={controls.button}
              onClick={() => suppressLater(queries, one)}
            >
              Suppress again
            </button>
          )}
        </p>
      ))}
    </div>
  );
}

function nameOf({ ids, label }: PendingSuppression, singular: string, plural: string): string {
  return ids.length === 1 ? `${label} ${singular}` : `${ids.length} observables ${plural}`;
}
