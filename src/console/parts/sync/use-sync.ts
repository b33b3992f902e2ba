import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { isSyncing, type SyncTask, syncTaskQuery, triggerSync } from "../../api/releases.ts";
import type { Schema } from "../../api/client.ts";
import { tabKept } from "../browser-storage.ts";

const KEY = "tradecraft.sync.task";
const listeners = new Set<() => void>();

/** Follows a task on every page of this tab, even after a reload; null follows none. */
export function followTask(taskId: string | null): void {
  if (taskId === null) tabKept.remove(KEY);
  else tabKept.set(KEY, taskId);
  for (const listener of listeners) listener();
}

export interface Sync {
  /** The task that this tab follows. */
  task: SyncTask | undefined;
  isRunning: boolean;
  /** Why it was not started, or is no longer known. */
  error: Error | null;
  start: (request: Schema<"SyncRequest">) => void;
  dismiss: () => void;
}

/** Returns the sync that this tab started or found running. */
export function useSync(): Sync {
  const queries = useQueryClient();
  const taskId = useSyncExternalStore(subscribe, () => tabKept.get(KEY));
  const asked = useQuery({ ...syncTaskQuery(taskId ?? ""), enabled: taskId !== null });
  const begin = useMutation({
    mutationFn: triggerSync,
    onSuccess: ({ task_id: id }) => followTask(id),
  });
  const task = taskId === null ? undefined : asked.data;
  const isRunning = begin.isPending || isSyncing(task);
  const status = task?.status;
  useEffect(() => {
    // All cached data may belong to a replaced release.
    if (status === "complete") void queries.invalidateQueries();
  }, [status, queries]);
  return {
    task,
    isRunning,
    error: begin.error ?? (taskId === null ? null : asked.error),
    start: begin.mutate,
    dismiss: () => {
      begin.reset();
      followTask(null);
    },
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
