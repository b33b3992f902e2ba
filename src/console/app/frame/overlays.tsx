import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { useKeys } from "../../parts/use-keys.ts";

const Palette = lazy(() => import("./palette/palette.tsx"));
const KeyHelpDialog = lazy(() => import("./key-help/key-help-dialog.tsx"));

type Shown = "palette" | "keys";

interface Overlay {
  shown: Shown | null;
  /** What was ever shown is loaded, and stays so that it can close in peace. */
  loaded: readonly Shown[];
  open: (what: Shown) => void;
  close: () => void;
}

/** What lies over the page: the palette (Ctrl or Cmd K) or the help on keys (`?`). */
export function useOverlay(): Overlay {
  const [shown, setShown] = useState<Shown | null>(null);
  const [loaded, setLoaded] = useState<readonly Shown[]>([]);
  const { open, close } = useMemo(
    () => ({
      open: (what: Shown) => {
        setShown(what);
        setLoaded((known) => (known.includes(what) ? known : [...known, what]));
      },
      close: () => setShown(null),
    }),
    [],
  );
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isSearch = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      if (!isSearch || event.altKey || event.shiftKey) return;
      // The browser's own search in its address bar.
      event.preventDefault();
      open("palette");
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [open]);
  useKeys(useMemo(() => ({ "?": () => open("keys") }), [open]));
  return { shown, loaded, open, close };
}

/** Loaded when they are first asked for. */
export function Overlays({ overlay: { shown, loaded, close } }: { overlay: Overlay }) {
  return (
    <Suspense>
      {loaded.includes("palette") ? <Palette isOpen={shown === "palette"} onClose={close} /> : null}
      {loaded.includes("keys") ? <KeyHelpDialog isOpen={shown === "keys"} onClose={close} /> : null}
    </Suspense>
  );
}
