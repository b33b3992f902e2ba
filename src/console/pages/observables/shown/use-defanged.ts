import { useSyncExternalStore } from "react";
import { tabKept } from "../../../parts/browser-storage.ts";

const KEY = "tradecraft.observables.plain";
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows values as they are, or again so that nobody clicks on them. */
export function switchDefanged(): void {
  if (isDefanged()) tabKept.set(KEY, "true");
  else tabKept.remove(KEY);
  for (const listener of listeners) listener();
}

const isDefanged = () => tabKept.get(KEY) === null;

/** Whether values are shown defanged: they are, until this tab is told otherwise. */
export function useDefanged(): boolean {
  return useSyncExternalStore(subscribe, isDefanged);
}
