import type { EnrichmentTask } from "../../../../api/observables.ts";
import { ErrorPane } from "../../../../parts/error-pane/error-pane.tsx";
import type { Enrichment } from "./use-enrichment.ts";

/** The progress and outcome of an enrichment. It stays when the selection changes. */
export function EnrichProgress({ enrichment }: { enrichment: Enrichment }) {
  const { start, task, isRunning, isOver } = enrichment;
  const { done = 0, total = 0 } = task.data ?? {};
  return (
    <>
      {isRunning && total > 0 ? (
        <label>
          {done} of {total} queries{" "}
          <progress value={done} max={total} aria-label="Enrichment queries" />
        </label>
      ) : null}
      <span role="status">{isOver && task.data !== undefined ? summarize(task.data) : null}</span>
      {start.isError ? <ErrorPane error={start.error} /> : null}
      {task.isError ? <ErrorPane error={task.error} onRetry={() => void task.refetch()} /> : null}
    </>
  );
}

const OUTCOMES = [
  ["complete", "enriched"],
  ["not_found", "not found"],
  ["failed", "failed"],
  ["rate_limited", "refused for now"],
  ["withheld", "withheld as TLP:RED"],
  ["skipped", "skipped"],
] as const;

function summarize({ outcomes, unreachable_servers: away, error }: EnrichmentTask): string {
  const counts = OUTCOMES.flatMap(([name, word]) =>
    outcomes[name] === 0 ? [] : [`${outcomes[name]} ${word}`],
  );
  const unreachable = away.length === 0 ? [] : [`unreachable: ${away.join(", ")}`];
  return [...(error === null ? [] : [error]), [...counts, ...unreachable].join(", ")].join(" ");
}
