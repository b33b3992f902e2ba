import { useSyncExternalStore } from "react";
import type { QueryClient } from "@tanstack/react-query";
import { deleteSession } from "../../api/session.ts";

/** A session that will be deleted soon, or could not be. */
export interface PendingDelete {
  id: string;
  title: string;
  /** The state on which the deletion is based. */
  etag: string;
  error: unknown;
}

/** The time in which a deletion can be undone. */
const DELAY_MS = 7_000;

let pending: readonly PendingDelete[] = [];
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

/** Deletes a session after a few seconds, unless undone. */
export function deleteLater(
  queries: QueryClient,
  { id, title, etag }: Omit<PendingDelete, "error">,
): void {
  set([...pending.filter((one) => one.id !== id), { id, title, etag, error: null }]);
  timers.set(
    id,
    setTimeout(() => void deleteNow(queries, id, etag), DELAY_MS),
  );
}

/** Cancels a pending deletion. */
export function keepSession(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  set(pending.filter((one) => one.id !== id));
}

/** Returns the pending deletions. */
export function usePendingDeletes(): readonly PendingDelete[] {
  return useSyncExternalStore(subscribe, () => pending);
}

async function deleteNow(queries: QueryClient, id: string, etag: string): Promise<void> {
  timers.delete(id);
  try {
    await deleteSession(id, etag);
    queries.removeQueries({ queryKey: ["session", id] });
    await queries.invalidateQueries({ queryKey: ["sessions"] });
    set(pending.filter((one) => one.id !== id));
  } catch (error) {
    set(pending.map((one) => (one.id === id ? { ...one, error } : one)));
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: readonly PendingDelete[]): void {
  pending = next;
  for (const listener of listeners) listener();
}

// Leaving the page does not undo it.
window.addEventListener("pagehide", () => {
  for (const { id, etag } of pending.filter((one) => timers.has(one.id))) {
    const headers = { "If-Match": etag };
    void fetch(`/api/analyze/sessions/${id}`, { method: "DELETE", headers, keepalive: true });
  }
});
