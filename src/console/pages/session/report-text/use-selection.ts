import { useEffect, useState } from "react";
import type { Span } from "../../../api/session.ts";
import { selectedSpan } from "./selected-span.ts";

/** What is selected in the text of the report, followed while `isOn`; null for nothing. */
export function useSelection(isOn: boolean): Span | null {
  const [span, setSpan] = useState<Span | null>(null);
  useEffect(() => {
    if (!isOn) return undefined;
    let frame = 0;
    const follow = () => {
      cancelAnimationFrame(frame);
      // Many come while a passage is dragged over.
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
