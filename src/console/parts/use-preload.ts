import { useEffect } from "react";

/** A component that is loaded when first shown, or earlier. */
interface Lazy {
  preload?: (() => Promise<void> | undefined) | undefined;
}

/** Preloads parts of a page when the browser is idle, so that they open immediately later. */
export function usePreload(parts: readonly Lazy[]): void {
  useEffect(() => {
    const preload = () => {
      for (const part of parts) void part.preload?.();
    };
    // Safari has no idle callbacks.
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(preload, 200);
      return () => clearTimeout(timer);
    }
    const handle = window.requestIdleCallback(preload, { timeout: 2_000 });
    return () => window.cancelIdleCallback(handle);
  }, [parts]);
}
