import { useEffect, useSyncExternalStore } from "react";

/** What keys do on a page or in a part of it: `[["j", "Next technique"], …]`. */
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

/** Lists keys in the help while the part that uses it is shown; `help` is a constant of the module. */
export function useKeyHelp(help: KeyHelp): void {
  useEffect(() => {
    change([...shown, help]);
    return () => change(shown.filter((one) => one !== help));
  }, [help]);
}

/** What the keys do at this moment. */
export function useShownKeys(): readonly KeyHelp[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}
