import { Link } from "@tanstack/react-router";
import { ConfidenceBar } from "../../../parts/confidence-bar/confidence-bar.tsx";
import type { Mark, Overlay } from "../overlays/overlay.ts";
import { writeRef } from "../overlays/overlay-ref.ts";
import type { OverlayState } from "../overlays/use-overlays.ts";
import styles from "./pane.module.css";

const REVIEWS: Record<string, string> = {
  suggested: "Not reviewed",
  accepted: "Accepted",
  needs_evidence: "Needs evidence",
};

/** What each overlay says of the chosen technique. */
export function OverlayMarks(props: { attackId: string; states: readonly OverlayState[] }) {
  const { attackId, states } = props;
  const overlays = states.flatMap(({ overlay }) => overlay ?? []);
  if (overlays.length === 0) return null;
  return (
    <section>
      <h3>Overlays</h3>
      <ul className={styles.list}>
        {overlays.map((overlay) => (
          <li key={writeRef(overlay.ref)}>
            <OverlayMark overlay={overlay} attackId={attackId} mark={overlay.marks.get(attackId)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface MarkProps {
  overlay: Overlay;
  attackId: string;
  mark: Mark | undefined;
}

function OverlayMark({ overlay, attackId, mark }: MarkProps) {
  const { ref, name } = overlay;
  if (mark === undefined) return <span className={styles.quiet}>{name}: not in it</span>;
  const isSession = ref.kind === "session";
  return (
    <>
      {isSession ? (
        <Link
          to="/sessions/$sessionId"
          params={{ sessionId: ref.id }}
          search={{ technique: attackId }}
        >
          {name}
        </Link>
      ) : (
        name
      )}{" "}
      <ConfidenceBar value={mark.share} label={isSession ? "Confidence" : "Score"} />{" "}
      <span className={styles.quiet}>{REVIEWS[mark.review ?? ""]}</span>
      {mark.evidence === null ? null : (
        <blockquote className={styles.evidence}>{mark.evidence}</blockquote>
      )}
    </>
  );
}
