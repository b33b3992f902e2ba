import { useSyncExternalStore } from "react";
import type { QueryClient } from "@tanstack/react-query";
import { deleteSession } from "../../api/session.ts";

/** A session that goes in a moment, or could not be deleted. */
export interface PendingDelete {
  id: string;
  title: string;
  /** The state in which it was to go. */
  etag: string;
  error: unknown;
}

/** As long as a deletion can be taken back. */
const DELAY_MS = 7_000;

let pending: readonly PendingDelete[] = [];
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

/** Deletes a session in a few seconds, unless it is kept until then. */
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

/** Keeps a session that was to be deleted. */
export function keepSession(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  set(pending.filter((one) => one.id !== id));
}

/** The sessions that are being deleted. */
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

// Who leaves the page has not taken it back.
window.addEventListener("pagehide", () => {
  for (const { id, etag } of pending.filter((one) => timers.has(one.id))) {
    const headers = { "If-Match": etag };
    void fetch(`/api/analyze/sessions/${id}`, { method: "DELETE", headers, keepalive: true });
  }
});
