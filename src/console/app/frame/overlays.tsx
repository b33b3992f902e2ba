import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { isTyping, useKeys } from "../../parts/use-keys.ts";

const Palette = lazy(() => import("./palette/palette.tsx"));
const KeyHelpDialog = lazy(() => import("./key-help/key-help-dialog.tsx"));

type Shown = "palette" | "keys";

interface Overlay {
  shown: Shown | null;
  /** Loaded overlays, which stay mounted so that they can close with their transition. */
  loaded: readonly Shown[];
  /** The text typed into the palette. */
  typed: string;
  setTyped: (typed: string) => void;
  open: (what: Shown) => void;
  close: () => void;
}

/** Manages the overlay of the page: the palette (Ctrl or Cmd K) or the keyboard help (`?`). */
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
      // Prevents the browser's own search in its address bar.
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
 * Disables the keys of the page under an overlay. Keys typed before the palette has loaded become its initial
 * text.
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

/** Loads overlays on first use. */
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
