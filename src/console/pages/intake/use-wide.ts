import { useSyncExternalStore } from "react";

/** From this width on, list and report are next to each other. The style sheet has the same value. */
const WIDE = window.matchMedia("(width >= 1000px)");

/** Returns whether there is space for list and report next to each other. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      WIDE.addEventListener("change", listener);
      return () => WIDE.removeEventListener("change", listener);
    },
    () => WIDE.matches,
  );
}
