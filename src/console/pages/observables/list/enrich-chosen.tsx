import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import {
  type EnrichmentProvider,
  type EnrichmentTask,
  enrichmentTaskQuery,
  enrichObservables,
  providersQuery,
} from "../../../api/observables.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";

type Name = EnrichmentProvider["name"];

/** Asks a provider about the chosen observables and shows how far that is. */
export function EnrichChosen({ ids }: { ids: readonly string[] }) {
  const queries = useQueryClient();
  const [name, setName] = useState<Name>("rdap");
  const providers = (useQuery(providersQuery).data ?? []).filter(({ enabled }) => enabled);
  const start = useMutation({ mutationFn: enrichObservables });
  const taskId = start.data?.task_id ?? null;
  const task = useQuery({ ...enrichmentTaskQuery(taskId ?? ""), enabled: taskId !== null });
  const { status, done = 0, total = 0 } = task.data ?? {};
  const isOver = status === "complete" || status === "failed";
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: ["observable"] });
  }, [isOver, queries]);
  const isRunning = start.isPending || (taskId !== null && !isOver && !task.isError);
  const sends = providers.find((one) => one.name === name)?.sends.what ?? "";
  return (
    <>
      {providers.length > 1 ? (
        <select
          className={controls.field}
          aria-label="Provider"
          disabled={isRunning}
          value={name}
          onChange={({ target }) =>
            setName(providers.find((one) => one.name === target.value)?.name ?? "rdap")
          }
        >
          {providers.map((one) => (
            <option key={one.name} value={one.name}>
              {one.title}
            </option>
          ))}
        </select>
      ) : null}
      <button
        type="button"
        className={controls.button}
        disabled={isRunning || ids.length === 0}
        title={`Sends: ${sends} Kinds that the provider does not take are skipped.`}
        onClick={() =>
          start.mutate({ observable_ids: [...ids], providers: [name], include_red: false })
        }
      >
        Enrich
      </button>
      {isRunning && total > 0 ? (
        <label>
          {done} of {total} <progress value={done} max={total} aria-label="Enriched observables" />
        </label>
      ) : null}
      {isOver && task.data !== undefined ? <span role="status">{summarize(task.data)}</span> : null}
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
