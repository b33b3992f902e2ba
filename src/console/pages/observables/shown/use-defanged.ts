import { useSyncExternalStore } from "react";
import { tabKept } from "../../../parts/browser-storage.ts";

const KEY = "tradecraft.observables.plain";
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Switches between original and defanged values. */
export function switchDefanged(): void {
  if (isDefanged()) tabKept.set(KEY, "true");
  else tabKept.remove(KEY);
  for (const listener of listeners) listener();
}

const isDefanged = () => tabKept.get(KEY) === null;

/** Returns whether values are shown defanged, which is the default for a tab. */
export function useDefanged(): boolean {
  return useSyncExternalStore(subscribe, isDefanged);
}
