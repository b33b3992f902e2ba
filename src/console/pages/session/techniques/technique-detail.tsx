import { useState } from "react";
import type { Technique } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import { type Review } from "../../../parts/review-queue/change.ts";
import { hasKeptText } from "../../../parts/use-kept-text.ts";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { formatTime } from "../../../parts/when.ts";
import { WhoSaysWhat } from "../judgement/who-says-what.tsx";
import type { FindingsProps } from "../tabs/findings.tsx";
import { Explanation } from "./explanation.tsx";
import { rowId } from "./ids.ts";
import { NoteEditor } from "./note-editor.tsx";
import styles from "./technique-list.module.css";
import { TechniquePicker } from "./technique-picker.tsx";

type Props = FindingsProps & { technique: Technique };

const VERDICTS: { review: Review; name: string }[] = [
  { review: "accepted", name: "Accept" },
  { review: "rejected", name: "Reject" },
  { review: "needs_evidence", name: "Needs evidence" },
];

/** What opens below a chosen technique: its passages, why it was found, and its review. */
export function TechniqueDetail(props: Props) {
  const { technique, choice, analysis } = props;
  const { warnings, passages, explanation, judgement } = technique;
  return (
    <div className={styles.detail}>
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          {warning}
        </p>
      ))}
      {choice.passages.length > 1 ? (
        <p className={styles.passages}>
          <button type="button" className={controls.button} onClick={() => choice.step(-1)}>
            Previous
          </button>
          <button type="button" className={controls.button} onClick={() => choice.step(1)}>
            Next
          </button>
          <span role="status">
            Passage {choice.at + 1} of {choice.passages.length}
          </span>
        </p>
      ) : null}
      {choice.at > 0 ? <p className={styles.passage}>{choice.passages[choice.at]?.text}</p> : null}
      {passages.length === 0 && technique.evidence_start === null ? (
        <p className={styles.quiet}>The evidence is no passage of the text.</p>
      ) : null}
      {judgement === null ? null : (
        <WhoSaysWhat analysis={analysis} judgement={judgement} onShow={choice.show} />
      )}
      {explanation === undefined ? null : (
        <Explanation analysis={analysis} explanation={explanation} />
      )}
      <p className={styles.quiet}>{originOf(technique)}</p>
      <Verdicts {...props} />
      <Editors {...props} />
    </div>
  );
}

function Verdicts({ technique, review, onEdit }: Props) {
  const mayChange = useMayChange();
  if (!mayChange) return null;
  const { attack_id: attackId, review_status: now, origin, found_as: found, note } = technique;
  return (
    <p className={styles.actions}>
      {VERDICTS.map(({ review: verdict, name }) => (
        <button
          key={verdict}
          type="button"
          className={controls.button}
          aria-pressed={now === verdict}
          onClick={() => {
            // Said again, it is taken back.
            const wanted = now === verdict ? "suggested" : verdict;
            review.submit({ kind: "change", attackId, body: { review_status: wanted } });
          }}
        >
          {name}
        </button>
      ))}
      <button type="button" className={controls.button} onClick={() => onEdit({ kind: "note" })}>
        {note === "" ? "Add a note" : "Change the note"}
      </button>
      <button
        type="button"
        className={controls.button}
        onClick={() => onEdit({ kind: "technique" })}
      >
        Change the technique
      </button>
      {origin === "analyst" && found === null ? (
        <button
          type="button"
          className={controls.button}
          onClick={() => review.submit({ kind: "remove", attackId })}
        >
          Remove
        </button>
      ) : null}
    </p>
  );
}

function Editors({ technique, analysis, review, editor, onEdit, choice }: Props) {
  const { attack_id: attackId } = technique;
  const mayChange = useMayChange();
  const draftName = `${analysis.session_id}.${attackId}`;
  const hasDraft = () => hasKeptText(`note.${draftName}`);
  // What a reload interrupted goes on where it stood.
  const [isBegun, setIsBegun] = useState(hasDraft);
  const isResumed = isBegun && editor === null && mayChange;
  const close = () => {
    onEdit(null);
    setIsBegun(hasDraft());
    document.getElementById(rowId(attackId))?.focus();
  };
  if (editor?.kind === "note" || isResumed) {
    return (
      <NoteEditor
        key={`${attackId} ${isResumed}`}
        name={draftName}
        isFirst={!isResumed}
        seen={{ ...review.seenNow(attackId), note: technique.note }}
        onSave={(note, seen) => review.submit({ kind: "change", attackId, body: { note } }, seen)}
        onClose={close}
      />
    );
  }
  if (editor?.kind !== "technique") return null;
  return (
    <TechniquePicker
      key={attackId}
      analysis={analysis}
      label={`Instead of ${attackId}`}
      onPick={({ attack_id: other, name, tactics }) => {
        const tactic = tactics.includes(technique.tactic) ? technique.tactic : tactics[0];
        const body = { attack_id: other };
        review.submit({ kind: "change", attackId, body, name, ...(tactic && { tactic }) });
        choice.choose(other);
      }}
      onClose={close}
    />
  );
}

function originOf({ origin, found_as, replaced_from, changed_by, changed_at }: Technique): string {
  const said = [
    origin === "analysis" ? "Found by the analysis" : "Named by an analyst",
    ...(found_as === null ? [] : [`found as ${found_as}`]),
    ...(replaced_from === null ? [] : [`printed as ${replaced_from}, which it replaces`]),
    ...(changed_by === null ? [] : [`changed by ${changed_by}, ${formatTime(changed_at)}`]),
  ];
  return `${said.join("; ")}.`;
}
