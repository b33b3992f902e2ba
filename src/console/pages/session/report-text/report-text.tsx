import { memo, useEffect, useMemo, useRef } from "react";
import type { Span } from "../../../api/session.ts";
import { type Block, cutBlocks } from "./cut-blocks.ts";
import { HIGHLIGHTS, highlightPassages, rangeOf } from "./highlight-passages.ts";
import styles from "./report-text.module.css";
import { selectByKey, TEXT_ID } from "./select-by-key.ts";
import { placeOf } from "./selected-span.ts";

interface Props {
  text: string;
  /** Evidence of all techniques. */
  passages: readonly Span[];
  /** Evidence of the chosen technique. */
  chosen: readonly Span[];
  /** The place that is scrolled to. */
  spot: Span | null;
  /** Grows when the same place is asked for again. */
  asked: number;
  onPick: (at: number) => void;
}

/** Where a passage that is shown comes to stand, as a share of the pane's height. */
const ANCHOR = 0.3;

/** The report as it was read, with the evidence marked in place. */
export function ReportText({ text, passages, chosen, spot, asked, onPick }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const blocks = useMemo(() => cutBlocks(text), [text]);
  useEffect(() => {
    if (ref.current !== null) highlightPassages("evidence", ref.current, blocks, passages);
  }, [blocks, passages]);
  useEffect(() => {
    if (ref.current !== null) highlightPassages("chosen-evidence", ref.current, blocks, chosen);
  }, [blocks, chosen]);
  const [start, end] = [spot?.start ?? null, spot?.end ?? null];
  useEffect(() => {
    const container = ref.current;
    if (container === null) return undefined;
    const shown = start === null || end === null ? [] : [{ start, end }];
    highlightPassages("spot", container, blocks, shown);
    return shown[0] === undefined ? undefined : scrollTo(container, blocks, shown[0]);
  }, [blocks, start, end, asked]);
  useEffect(() => () => HIGHLIGHTS.forEach((name) => CSS.highlights.delete(name)), []);
  const pick = () => {
    const point = document.getSelection();
    if (point?.isCollapsed !== true || point.focusNode === null) return;
    const at = placeOf(point.focusNode, point.focusOffset);
    if (at !== null) onPick(at);
  };
  return (
    // What a click chooses is chosen by keyboard in the list of techniques.
    <div
      ref={ref}
      id={TEXT_ID}
      className={styles.text}
      onClick={pick}
      onKeyDown={(event) => {
        const shown = spot === null ? null : rangeOf(event.currentTarget, blocks, spot);
        if (selectByKey(event, event.currentTarget, shown)) event.preventDefault();
      }}
      aria-label="Text of the report"
      role="region"
      tabIndex={0}
    >
      <Blocks blocks={blocks} />
    </div>
  );
}

/** The text itself, which never changes with what is chosen. */
const Blocks = memo(function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map(({ start, text }) => (
    <div key={start} data-start={start} className={styles.block}>
      {text}
    </div>
  ));
});

/** Scrolls a passage into view, and again once what lies before it has its real height. */
function scrollTo(container: HTMLElement, blocks: readonly Block[], span: Span): () => void {
  let frame = 0;
  const approach = (left: number) => {
    const top = rangeOf(container, blocks, span)?.getBoundingClientRect().top;
    if (top === undefined) return;
    const { top: from, height } = container.getBoundingClientRect();
    const isShown = top >= from && top <= from + height * 0.8;
    if (!isShown) container.scrollTop += top - from - height * ANCHOR;
    if (left > 0) frame = requestAnimationFrame(() => approach(left - 1));
  };
  approach(3);
  return () => cancelAnimationFrame(frame);
}
