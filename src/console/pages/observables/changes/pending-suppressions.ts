import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { changeObservables, changeObservablesUnseen } from "../../../api/observables.ts";
import { newId } from "../../../api/new-id.ts";

/** Observables that will be suppressed soon, or could not be. */
export interface PendingSuppression {
  key: string;
  ids: readonly string[];
  /** The value, if it is a single one. */
  label: string;
  /** Whether it is too late to undo. */
  isSent: boolean;
  error: unknown;
}

/** The time for an undo, the same as for deleting a session. */
const DELAY_MS = 7_000;

let pending: readonly PendingSuppression[] = [];
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

/**
 * Suppresses observables after a few seconds, unless undone. Suppressing immediately and restoring is no
 * alternative, because a restored observable has lost its tags, role, confidence and id.
 */
export function suppressLater(
  queries: QueryClient,
  { ids, label, key = newId() }: { ids: readonly string[]; label: string; key?: string },
): void {
  set([
    ...pending.filter((one) => one.key !== key),
    { key, ids, label, isSent: false, error: null },
  ]);
  timers.set(
    key,
    setTimeout(() => void suppressNow(queries, key, ids), DELAY_MS),
  );
}

/** Cancels a pending suppression. */
export function keepObservables(key: string): void {
  clearTimeout(timers.get(key));
  timers.delete(key);
  set(pending.filter((one) => one.key !== key));
}

/** Cancels the last pending suppression. */
export function keepLast(): void {
  const last = pending.findLast(({ key }) => timers.has(key));
  if (last !== undefined) keepObservables(last.key);
}

/** Returns the pending suppressions. */
export function usePendingSuppressions(): readonly PendingSuppression[] {
  return useSyncExternalStore(subscribe, () => pending);
}

async function suppressNow(
  queries: QueryClient,
  key: string,
  ids: readonly string[],
): Promise<void> {
  timers.delete(key);
  set(pending.map((one) => (one.key === key ? { ...one, isSent: true } : one)));
  try {
    await changeObservables({ action: "suppress", observable_ids: [...ids] });
    // A single observable's page now reports it as missing. Lists must refetch before it may be shown there.
    void queries.invalidateQueries({ queryKey: ["observable"] });
    await queries.invalidateQueries({ queryKey: ["observables"] });
    set(pending.filter((one) => one.key !== key));
  } catch (error) {
    set(pending.map((one) => (one.key === key ? { ...one, isSent: false, error } : one)));
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: readonly PendingSuppression[]): void {
  pending = next;
  for (const listener of listeners) listener();
}

// Leaving the page does not undo it.
window.addEventListener("pagehide", () => {
  for (const { key, ids } of pending) {
    if (timers.has(key)) {
      changeObservablesUnseen({ action: "suppress", observable_ids: [...ids] });
    }
  }
});
