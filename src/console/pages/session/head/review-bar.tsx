import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { meQuery } from "../../../api/service.ts";
import type { StoredAnalysis } from "../../../api/session.ts";
import { describeOther } from "../../../parts/conflict/describe-other.ts";
import { SessionConflict } from "../../../parts/conflict/session-conflict.tsx";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import type { ReviewState } from "../../../parts/review-state/review-state.ts";
import { StateBadge } from "../../../parts/review-state/state-badge.tsx";
import { useIsAnalyst } from "../../../parts/use-may-change.ts";
import { useSessionChange } from "../../../parts/use-session-change.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../../parts/when.ts";
import { Assignee } from "./assignee.tsx";
import styles from "./review-bar.module.css";
import { ReviewProgress } from "./review-progress.tsx";

interface Props {
  analysis: StoredAnalysis;
  /** Whether this person's changes are still waiting to be sent. */
  isSending: boolean;
  /** The last action. */
  said: string;
}

/** The progress of the review, the reviewer, and the next step. */
export function ReviewBar({ analysis, isSending, said }: Props) {
  const { review_state: state, techniques } = analysis;
  const change = useSessionChange(analysis);
  const isAnalyst = useIsAnalyst();
  const me = useQuery(meQuery).data;
  const move = (next: ReviewState) => change.change({ review_state: next });
  const { conflict } = change;
  const isSigning = conflict?.wanted.change.review_state === "signed";
  return (
    <div className={styles.bar} role="group" aria-label="Review">
      <div className={styles.line}>
        <StateBadge state={state} />
        {state === "signed" ? (
          <Signature analysis={analysis} />
        ) : (
          <>
            <ReviewProgress techniques={techniques} said={said} />
            <Assignee
              analysis={analysis}
              me={me}
              mayChange={isAnalyst}
              onChange={(assignee) => change.change({ assignee })}
            />
          </>
        )}
        {isAnalyst ? (
          <Steps analysis={analysis} isBusy={isSending || change.isPending} onMove={move} />
        ) : null}
      </div>
      {change.error === null ? null : <ErrorPane error={change.error} />}
      {conflict !== null && isSigning ? (
        <div role="alert" className={styles.line}>
          <span>
            <bdi>
              <VisibleText text={describeOther(conflict.changedBy, me)} />
            </bdi>{" "}
            changed this report after you looked at it, so it is not signed. Check the change first.
          </span>
          <button type="button" className={controls.button} onClick={conflict.applyMine}>
            Sign it as it is now
          </button>
          <button type="button" className={controls.button} onClick={conflict.keepTheirs}>
            Do not sign
          </button>
        </div>
      ) : (
        <SessionConflict conflict={conflict} />
      )}
    </div>
  );
}

function Signature({ analysis }: { analysis: StoredAnalysis }) {
  const { signed_by: by, signed_at: at } = analysis;
  return (
    <span className={styles.grow}>
      by{" "}
      <bdi>
        <VisibleText text={by ?? ""} />
      </bdi>{" "}
      at {formatTime(at)}. The report is read-only until somebody reopens it.
    </span>
  );
}

interface StepsProps {
  analysis: StoredAnalysis;
  isBusy: boolean;
  onMove: (state: ReviewState) => void;
}

/** The possible next steps. Signing an unreviewed report needs confirmation. */
function Steps({ analysis, isBusy, onMove }: StepsProps) {
  const { review_state: state, techniques } = analysis;
  const [isAsked, setIsAsked] = useState(false);
  const open = techniques.filter((one) => one.review_status === "suggested").length;
  if (state === "signed") {
    return (
      <button
        type="button"
        className={controls.button}
        disabled={isBusy}
        onClick={() => onMove("in_review")}
      >
        Reopen
      </button>
    );
  }
  if (isAsked && open > 0) {
    return (
      <span role="alert" className={styles.steps}>
        {open === 1 ? "1 technique is" : `${open} techniques are`} not reviewed.
        <button
          type="button"
          className={controls.primary}
          disabled={isBusy}
          onClick={() => {
            setIsAsked(false);
            onMove("signed");
          }}
        >
          Sign anyway
        </button>
        <button type="button" className={controls.button} onClick={() => setIsAsked(false)}>
          Cancel
        </button>
      </span>
    );
  }
  return (
    <span className={styles.steps}>
      <button
        type="button"
        className={state === "draft" ? controls.primary : controls.button}
        disabled={isBusy}
        onClick={() => onMove(state === "draft" ? "in_review" : "draft")}
      >
        {state === "draft" ? "Send to review" : "Back to draft"}
      </button>
      <button
        type="button"
        className={state === "in_review" ? controls.primary : controls.button}
        disabled={isBusy}
        onClick={() => (open === 0 ? onMove("signed") : setIsAsked(true))}
      >
        Sign
      </button>
    </span>
  );
}
