import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { changeObservables, changeObservablesUnseen } from "../../../api/observables.ts";
import { newId } from "../../../api/new-id.ts";

/** Observables that are suppressed in a moment, or could not be. */
export interface PendingSuppression {
  key: string;
  ids: readonly string[];
  /** The value, where it is one. */
  label: string;
  /** Whether it is too late to take it back. */
  isSent: boolean;
  error: unknown;
}

/** As long as a suppression can be taken back: as long as the deletion of a session. */
const DELAY_MS = 7_000;

let pending: readonly PendingSuppression[] = [];
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

/**
 * Suppresses observables in a few seconds, unless they are kept until then. It is not done at once and
 * restored: what is restored has lost its tags, role, confidence and id.
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

/** Keeps what was to be suppressed. */
export function keepObservables(key: string): void {
  clearTimeout(timers.get(key));
  timers.delete(key);
  set(pending.filter((one) => one.key !== key));
}

/** Keeps what was to be suppressed last. */
export function keepLast(): void {
  const last = pending.findLast(({ key }) => timers.has(key));
  if (last !== undefined) keepObservables(last.key);
}

/** What is being suppressed. */
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
    // The page of one says now that it is not there; lists are read again before it may show there.
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

// Who leaves the page has not taken it back.
window.addEventListener("pagehide", () => {
  for (const { key, ids } of pending) {
    if (timers.has(key)) {
      changeObservablesUnseen({ action: "suppress", observable_ids: [...ids] });
    }
  }
});
