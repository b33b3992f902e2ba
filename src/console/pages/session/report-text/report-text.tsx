import { memo, useEffect, useMemo, useRef } from "react";
import type { Outline, Span } from "../../../api/session.ts";
import { HIGHLIGHTS, highlightPassages } from "./highlight-passages.ts";
import { layOut, type Part } from "./lay-out.ts";
import { ReportPart } from "./report-part.tsx";
import styles from "./report-text.module.css";
import { selectByKey, TEXT_ID } from "./select-by-key.ts";
import { placeOf } from "./selected-span.ts";
import { piecesOf, rangeOf, type ShownPiece } from "./text-pieces.ts";

interface Props {
  text: string;
  /** The outline of the text; null if unknown. */
  outline: Outline | null;
  /** Evidence of all techniques. */
  passages: readonly Span[];
  /** Evidence of the chosen technique. */
  chosen: readonly Span[];
  /** The scroll target. */
  spot: Span | null;
  /** Increases when the same target is requested again. */
  asked: number;
  onPick: (at: number) => void;
}

/** The position of a scroll target, relative to the height of the pane. */
const ANCHOR = 0.3;

/** The analyzed report, with the evidence highlighted in place. */
export function ReportText({ text, outline, passages, chosen, spot, asked, onPick }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const pieces = useRef<readonly ShownPiece[]>([]);
  const windows = useMemo(() => layOut(text, outline), [text, outline]);
  useEffect(() => {
    pieces.current = ref.current === null ? [] : piecesOf(ref.current);
  }, [windows]);
  useEffect(() => highlightPassages("evidence", pieces.current, passages), [windows, passages]);
  useEffect(() => highlightPassages("chosen-evidence", pieces.current, chosen), [windows, chosen]);
  const [start, end] = [spot?.start ?? null, spot?.end ?? null];
  useEffect(() => {
    const container = ref.current;
    if (container === null) return undefined;
    const shown = start === null || end === null ? [] : [{ start, end }];
    highlightPassages("spot", pieces.current, shown);
    return shown[0] === undefined ? undefined : scrollTo(container, pieces.current, shown[0]);
  }, [windows, start, end, asked]);
  useEffect(() => () => HIGHLIGHTS.forEach((name) => CSS.highlights.delete(name)), []);
  const pick = () => {
    const point = document.getSelection();
    if (point?.isCollapsed !== true || point.focusNode === null) return;
    const at = placeOf(point.focusNode, point.focusOffset, "start");
    if (at !== null) onPick(at);
  };
  return (
    // Keyboard users make the same choice in the list of techniques.
    <div
      ref={ref}
      id={TEXT_ID}
      className={styles.text}
      onClick={pick}
      onKeyDown={(event) => {
        const shown = spot === null ? null : rangeOf(pieces.current, spot);
        if (selectByKey(event, event.currentTarget, shown)) event.preventDefault();
      }}
      aria-label="Text of the report"
      role="region"
      tabIndex={0}
    >
      <Windows windows={windows} />
    </div>
  );
}

/** The text itself, which does not depend on the choice. */
const Windows = memo(function Windows({ windows }: { windows: readonly Part[][] }) {
  return windows.map((parts, at) => (
    // They never change places.
    <div key={at} className={styles.window}>
      {parts.map((part, index) => (
        <ReportPart key={index} part={part} />
      ))}
    </div>
  ));
});

/** Scrolls a passage into view, and again once the content before it has its final height. */
function scrollTo(container: HTMLElement, pieces: readonly ShownPiece[], span: Span): () => void {
  let frame = 0;
  const range = rangeOf(pieces, span);
  // Collapsed content has no position.
  const folded = range?.startContainer.parentElement?.closest("details");
  if (folded) folded.open = true;
  const approach = (left: number) => {
    const top = range?.getBoundingClientRect().top;
    if (top === undefined) return;
    const { top: from, height } = container.getBoundingClientRect();
    const isShown = top >= from && top <= from + height * 0.8;
    if (!isShown) container.scrollTop += top - from - height * ANCHOR;
    if (left > 0) frame = requestAnimationFrame(() => approach(left - 1));
  };
  approach(3);
  return () => cancelAnimationFrame(frame);
}
