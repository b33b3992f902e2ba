import { useEffect, useSyncExternalStore } from "react";

/** The shortcut keys of a page or a part of it: `[["j", "Next technique"], …]`. */
export interface KeyHelp {
  title: string;
  keys: readonly (readonly [string, string])[];
}

let shown: readonly KeyHelp[] = [];
const listeners = new Set<() => void>();

function change(next: readonly KeyHelp[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Adds keys to the help while the calling component is shown. `help` is a constant of the module. */
export function useKeyHelp(help: KeyHelp): void {
  useEffect(() => {
    change([...shown, help]);
    return () => change(shown.filter((one) => one !== help));
  }, [help]);
}

/** Returns the current shortcut keys. */
export function useShownKeys(): readonly KeyHelp[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}
