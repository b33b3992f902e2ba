import { memo } from "react";
import type { Span } from "../../../api/session.ts";
import type { Place } from "./places.ts";
import styles from "./report-pane.module.css";

interface Props {
  passages: readonly Span[];
  chosen: readonly Span[];
  place: Place;
  onShow: (span: Span) => void;
}

/**
 * The positions of the evidence in the whole report, next to its scroll bar. Keyboards and screen readers reach
 * the same passages in the list of techniques.
 */
export const EvidenceMap = memo(function EvidenceMap({ passages, chosen, place, onShow }: Props) {
  return (
    <div className={styles.map} aria-hidden="true">
      {passages.map((span) => (
        <Tick key={`${span.start} ${span.end}`} span={span} place={place} onShow={onShow} />
      ))}
      {chosen.map((span) => (
        <Tick key={`chosen ${span.start}`} span={span} place={place} onShow={onShow} isChosen />
      ))}
    </div>
  );
});

interface TickProps {
  span: Span;
  place: Place;
  onShow: (span: Span) => void;
  isChosen?: boolean;
}

function Tick({ span, place, onShow, isChosen = false }: TickProps) {
  return (
    <span
      className={styles.tick}
      data-chosen={isChosen || undefined}
      style={{ top: `${place(span.start) * 100}%` }}
      onClick={() => onShow(span)}
    />
  );
}
