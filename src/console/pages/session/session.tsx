import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { tacticsQuery } from "../../api/attack.ts";
import type { Outline, Span, StoredAnalysis } from "../../api/session.ts";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { useMayChange } from "../../parts/use-may-change.ts";
import { SessionHead } from "./head/session-head.tsx";
import { KeysLine } from "./keys/keys-line.tsx";
import { useReviewKeys } from "./keys/use-review-keys.ts";
import { ReportPane } from "./report/report-pane.tsx";
import { QueueNotice } from "./review/queue-notice.tsx";
import styles from "./session-page.module.css";
import { Findings } from "./tabs/findings.tsx";
import { groupByTactic } from "./techniques/by-tactic.ts";
import { useChoice } from "./use-choice.ts";
import { passagesOf, useReview } from "./use-review.ts";

/** What a person is writing: a note, another technique, or a new one from a passage. */
export type Editor = { kind: "note" } | { kind: "technique" } | { kind: "add"; span: Span | null };

interface Props {
  stored: StoredAnalysis;
  text: string;
  outline: Outline | null;
}

/** A session that was read: text, findings, and the keys that review them. */
export function Session({ stored, text, outline }: Props) {
  const review = useReview(stored);
  const { analysis } = review;
  const mayChange = useMayChange();
  const tactics = useQuery(tacticsQuery(analysis)).data;
  const [editor, setEditor] = useState<Editor | null>(null);
  const choice = useChoice(analysis.techniques, () => setEditor(null));
  const groups = useMemo(
    () => groupByTactic(analysis.techniques, tactics ?? [], choice.filter),
    [analysis.techniques, tactics, choice.filter],
  );
  const inOrder = useMemo(() => groups.flatMap(({ techniques }) => techniques), [groups]);
  const marks = useMemo(
    () =>
      analysis.techniques.flatMap((one) =>
        one.review_status === "rejected" ? [] : passagesOf(one),
      ),
    [analysis.techniques],
  );
  useReviewKeys({ choice, review, inOrder, mayChange, onEdit: setEditor });
  const spot = (editor?.kind === "add" ? editor.span : null) ?? choice.spot;
  return (
    <div className={styles.page}>
      <SessionHead analysis={analysis} />
      <QueueNotice stored={stored} />
      {review.undoError === null ? null : <ErrorPane error={review.undoError} />}
      <div className={styles.panes}>
        <ReportPane
          sessionId={analysis.session_id}
          text={text}
          outline={outline}
          passages={marks}
          chosen={choice.passages}
          spot={spot}
          asked={choice.asked}
          onPick={(at) => choice.pick(at, inOrder)}
          hasFile={analysis.filename !== null}
          onShow={choice.show}
        />
        <Findings
          analysis={analysis}
          groups={groups}
          choice={choice}
          review={review}
          editor={editor}
          onEdit={setEditor}
        />
      </div>
      <KeysLine mayChange={mayChange} said={review.said} />
    </div>
  );
}
