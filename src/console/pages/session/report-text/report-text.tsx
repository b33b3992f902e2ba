import { useEffect, useMemo, useRef } from "react";
import { cutBlocks } from "./cut-blocks.ts";
import { blockAt, highlightPassages, type Passage, textOffset } from "./highlight-passages.ts";
import styles from "./report-text.module.css";

interface Props {
  text: string;
  /** Evidence of all techniques. */
  passages: readonly Passage[];
  /** Evidence of the chosen technique, which is scrolled to. */
  chosen: readonly Passage[];
  onPick: (at: number) => void;
}

/** The report as it was read, with the evidence marked in place. */
export function ReportText({ text, passages, chosen, onPick }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const blocks = useMemo(() => cutBlocks(text), [text]);
  useEffect(() => {
    if (ref.current !== null) highlightPassages("evidence", ref.current, blocks, passages);
  }, [blocks, passages]);
  useEffect(() => {
    const container = ref.current;
    if (container === null) return;
    highlightPassages("chosen-evidence", container, blocks, chosen);
    const [first] = chosen;
    if (first !== undefined)
      blockAt(container, blocks, first.start)?.scrollIntoView({ block: "center" });
  }, [blocks, chosen]);
  useEffect(
    () => () => {
      CSS.highlights.delete("evidence");
      CSS.highlights.delete("chosen-evidence");
    },
    [],
  );
  const pick = () => {
    const point = document.getSelection();
    if (point?.isCollapsed !== true || point.focusNode === null || ref.current === null) return;
    const at = textOffset(ref.current, blocks, point.focusNode, point.focusOffset);
    if (at !== null) onPick(at);
  };
  return (
    // The same is reached by keyboard from the list of techniques.
    <div
      ref={ref}
      className={styles.text}
      onClick={pick}
      aria-label="Text of the report"
      role="document"
    >
      {blocks.map(({ start, text: content }) => (
        <div key={start} className={styles.block}>
          {content}
        </div>
      ))}
    </div>
  );
}
