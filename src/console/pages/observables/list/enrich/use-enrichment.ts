import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { enrichmentTaskQuery, enrichObservables } from "../../../../api/observables.ts";

/** Starts an enrichment of several observables and follows its task to the end. */
export function useEnrichment() {
  const queries = useQueryClient();
  const start = useMutation({ mutationFn: enrichObservables });
  const taskId = start.data?.task_id ?? null;
  const task = useQuery({ ...enrichmentTaskQuery(taskId ?? ""), enabled: taskId !== null });
  const isOver = task.data?.status === "complete" || task.data?.status === "failed";
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: ["observable"] });
  }, [isOver, queries]);
  const isRunning = start.isPending || (taskId !== null && !isOver && !task.isError);
  return { start, task, isRunning, isOver };
}

export type Enrichment = ReturnType<typeof useEnrichment>;
