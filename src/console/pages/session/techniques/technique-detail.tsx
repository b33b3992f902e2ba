import { useState } from "react";
import type { Technique } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import { hasDraftText } from "../../../parts/use-draft-text.ts";
import { formatTime } from "../../../parts/when.ts";
import { TechniqueComments } from "../comments/technique-comments.tsx";
import { CompareVerdicts } from "../judgement/compare-verdicts.tsx";
import type { FindingsProps } from "../tabs/findings.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { Definition } from "./definition.tsx";
import { Explanation } from "./explanation.tsx";
import { rowId } from "./ids.ts";
import { NoteEditor } from "./note-editor.tsx";
import { Passages } from "./passages.tsx";
import { replaceBy } from "./replace-by.ts";
import { TechniqueFields } from "./technique-fields.tsx";
import styles from "./technique-list.module.css";
import { TechniquePicker } from "./technique-picker.tsx";

export type DetailProps = FindingsProps & { technique: Technique };

/** The details of a chosen technique: its passages, its definition, why it was found, and its fields. */
export function TechniqueDetail(props: DetailProps) {
  const { technique, choice, analysis } = props;
  const { warnings, explanation, judgement } = technique;
  return (
    <div className={styles.detail}>
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          {warning}
        </p>
      ))}
      <Editors {...props} />
      <Passages {...props} />
      <SameSentence {...props} />
      <Definition analysis={analysis} attackId={technique.attack_id} />
      {judgement === null ? null : (
        <CompareVerdicts analysis={analysis} judgement={judgement} onShow={choice.show} />
      )}
      {explanation === undefined ? null : <Explanation {...props} explanation={explanation} />}
      <TechniqueFields key={technique.attack_id} {...props} />
      <p className={styles.quiet}>{originOf(technique)}</p>
      <TechniqueComments sessionId={analysis.session_id} technique={technique} />
    </div>
  );
}

/** The other techniques with the same sentence as evidence. */
function SameSentence({ technique, listed, analysis, verdicts }: DetailProps) {
  const ids = listed.facts.shared.get(technique.attack_id)?.ids ?? [];
  const others = ids.filter((id) => id !== technique.attack_id);
  if (others.length === 0) return null;
  return (
    <p className={styles.words}>
      <span className={styles.quiet}>The same sentence is evidence of</span>
      {others.map((id) => (
        <button key={id} type="button" className={controls.plain} onClick={() => verdicts.goTo(id)}>
          {id} {analysis.techniques.find(({ attack_id: one }) => one === id)?.name}
        </button>
      ))}
    </p>
  );
}

function Editors({ technique, analysis, review, editor, onEdit, verdicts }: DetailProps) {
  const { attack_id: attackId } = technique;
  const mayEdit = useMayChange();
  const draftName = `${analysis.session_id}.${attackId}`;
  const hasDraft = () => hasDraftText(`note.${draftName}`);
  // Continues an edit that a reload interrupted.
  const [isBegun, setIsBegun] = useState(hasDraft);
  const isResumed = isBegun && editor === null && mayEdit;
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
      span={spanOf(technique)}
      label={`Instead of ${attackId}`}
      onPick={(other) => {
        replaceBy(review, technique, other);
        verdicts.goTo(other.attack_id);
      }}
      onGoTo={verdicts.goTo}
      onClose={close}
    />
  );
}

function spanOf({ evidence_start: start, evidence_end: end }: Technique) {
  return start === null || end === null ? null : { start, end };
}

function originOf({ origin, found_as, replaced_from, changed_by, changed_at }: Technique): string {
  const said = [
    origin === "analysis" ? "Found by the analysis" : "Added by an analyst",
    ...(found_as === null ? [] : [`found as ${found_as}`]),
    ...(replaced_from === null
      ? []
      : [`the report prints the revoked ${replaced_from}, which it replaces`]),
    ...(changed_by === null ? [] : [`changed by ${changed_by}, ${formatTime(changed_at)}`]),
  ];
  return `${said.join("; ")}.`;
}
