import { useMemo } from "react";
import type { Outline, StoredAnalysis } from "../../api/session.ts";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { usePreload } from "../../parts/use-preload.ts";
import { SessionHead } from "./head/session-head.tsx";
import { useReviewKeys } from "./keys/use-review-keys.ts";
import { LazyHeadings } from "./report/heading-menu.tsx";
import { ReportPane } from "./report/report-pane.tsx";
import { selectedSpan } from "./report-text/selected-span.ts";
import { useSelection } from "./report-text/use-selection.ts";
import { QueueNotice } from "./review/queue-notice.tsx";
import { SelectionBar } from "./review/selection-bar.tsx";
import styles from "./session-page.module.css";
import { Findings, LAZY_TABS } from "./tabs/findings.tsx";
import { UnseenNotice } from "./team/unseen-notice.tsx";
import { LazyCombobox } from "./techniques/technique-picker.tsx";
import { useReviewing } from "./use-reviewing.ts";
import { passagesOf } from "./use-review.ts";

interface Props {
  stored: StoredAnalysis;
  text: string;
  outline: Outline | null;
}

/** The picker first, because a key opens it. */
const PRELOADED = [LazyCombobox, LazyHeadings, ...LAZY_TABS];

/** A loaded session: text, findings, and the review shortcuts. */
export function Session({ stored, text, outline }: Props) {
  const reviewing = useReviewing(stored, text);
  const { review, choice, listed, editor, onEdit, selecting, mayEdit } = reviewing;
  const { analysis } = review;
  const span = useSelection(mayEdit);
  const passages = useMemo(
    () =>
      analysis.techniques.flatMap((one) =>
        one.review_status === "rejected" ? [] : passagesOf(one),
      ),
    [analysis.techniques],
  );
  // Without the file there are no pages to show.
  const pages = analysis.filename === null ? [] : (outline?.pages ?? []);
  useReviewKeys(reviewing);
  usePreload(PRELOADED);
  const spot = (editor?.kind === "add" ? editor.span : null) ?? choice.spot;
  return (
    <div className={styles.page}>
      <SessionHead analysis={analysis} isSending={review.unsent.size > 0} said={review.said} />
      <UnseenNotice onShow={() => choice.setTab("history")} />
      <QueueNotice stored={stored} shown={listed.shown} onChoose={reviewing.verdicts.goTo} />
      {review.undoError === null ? null : <ErrorPane error={review.undoError} />}
      <div className={styles.panes}>
        <div className={styles.report}>
          <ReportPane
            sessionId={analysis.session_id}
            text={text}
            outline={outline}
            passages={passages}
            chosen={choice.passages}
            spot={spot}
            asked={choice.asked}
            onPick={(at) => choice.pick(at, listed.inOrder)}
            hasFile={analysis.filename !== null}
            isSelecting={editor?.kind === "evidence"}
            onShow={choice.show}
          />
          {mayEdit ? (
            <SelectionBar
              text={text}
              span={span}
              technique={choice.technique}
              evidence={reviewing.evidence}
              isAsked={editor?.kind === "evidence"}
              selecting={selecting}
              onAddTechnique={() => onEdit({ kind: "add", span: selectedSpan() })}
            />
          ) : null}
        </div>
        <Findings {...reviewing} analysis={analysis} pages={pages} />
      </div>
    </div>
  );
}
