import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { isTyping, useKeys } from "../../parts/use-keys.ts";

const Palette = lazy(() => import("./palette/palette.tsx"));
const KeyHelpDialog = lazy(() => import("./key-help/key-help-dialog.tsx"));

type Shown = "palette" | "keys";

interface Overlay {
  shown: Shown | null;
  /** What was ever shown is loaded, and stays so that it can close in peace. */
  loaded: readonly Shown[];
  /** What was typed into the palette. */
  typed: string;
  setTyped: (typed: string) => void;
  open: (what: Shown) => void;
  close: () => void;
}

/** What lies over the page: the palette (Ctrl or Cmd K) or the help on keys (`?`). */
export function useOverlay(): Overlay {
  const [shown, setShown] = useState<Shown | null>(null);
  const [loaded, setLoaded] = useState<readonly Shown[]>([]);
  const [typed, setTyped] = useState("");
  const { open, close } = useMemo(
    () => ({
      open: (what: Shown) => {
        setShown(what);
        setTyped("");
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
  useKeepKeys(shown, setTyped);
  useKeys(useMemo(() => ({ "?": () => open("keys") }), [open]));
  return { shown, loaded, typed, setTyped, open, close };
}

/**
 * While something lies over the page its keys do nothing there: who types before the palette is
 * loaded means the palette, which then begins with it.
 */
function useKeepKeys(
  shown: Shown | null,
  setTyped: (change: (typed: string) => string) => void,
): void {
  useEffect(() => {
    if (shown === null) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const isText = event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey;
      if (!isText || isTyping(event.target)) return;
      event.stopPropagation();
      if (shown !== "palette") return;
      event.preventDefault();
      setTyped((typed) => typed + event.key);
    };
    document.addEventListener("keydown", onKey, { capture: true });
    return () => document.removeEventListener("keydown", onKey, { capture: true });
  }, [shown, setTyped]);
}

/** Loaded when they are first asked for. */
export function Overlays({ overlay }: { overlay: Overlay }) {
  const { shown, loaded, typed, setTyped, close } = overlay;
  return (
    <Suspense>
      {loaded.includes("palette") ? (
        <Palette isOpen={shown === "palette"} typed={typed} onType={setTyped} onClose={close} />
      ) : null}
      {loaded.includes("keys") ? <KeyHelpDialog isOpen={shown === "keys"} onClose={close} /> : null}
    </Suspense>
  );
}
