import { useEffect, useState } from "react";
import type { Span } from "../../../api/session.ts";
import { selectedSpan } from "./selected-span.ts";

/** Returns the selection in the report text, updated while `isOn`; null for none. */
export function useSelection(isOn: boolean): Span | null {
  const [span, setSpan] = useState<Span | null>(null);
  useEffect(() => {
    if (!isOn) return undefined;
    let frame = 0;
    const follow = () => {
      cancelAnimationFrame(frame);
      // Many events occur while a selection is dragged.
      frame = requestAnimationFrame(() => setSpan((known) => sameOr(known, selectedSpan())));
    };
    document.addEventListener("selectionchange", follow);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("selectionchange", follow);
    };
  }, [isOn]);
  return span;
}

function sameOr(known: Span | null, next: Span | null): Span | null {
  return known?.start === next?.start && known?.end === next?.end ? known : next;
}
