import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { saveRule, type StoredRule, validateRule } from "../../../api/rules.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { useDraftText } from "../../../parts/use-draft-text.ts";
import styles from "../rules.module.css";
import { Findings } from "./findings.tsx";
import { RuleConflict } from "./rule-conflict.tsx";
import { useRuleChange } from "./use-rule-change.ts";

const ROWS = 28;

interface Props {
  rule: StoredRule;
  /** Receives the text while it differs from the stored version, and null otherwise. */
  onWrite: (text: string | null) => void;
  onClose: () => void;
}

/** Edits a new version. The typed text is retained until it is saved or discarded. */
export function Editor({ rule, onWrite, onClose }: Props) {
  const { rule_id: id, language } = rule;
  const [{ content, etag }] = useState(rule);
  const [text, setText, clear, begun] = useDraftText(`rule-${id}`, content, etag);
  const check = useMutation({ mutationFn: () => validateRule(language, text) });
  useEffect(() => {
    onWrite(text === content ? null : text);
    return () => onWrite(null);
  }, [text, content, onWrite]);
  const end = () => {
    clear();
    onClose();
  };
  const save = useRuleChange(rule, {
    send: (wanted: string, at) => saveRule(id, wanted, at),
    onDone: end,
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.send(text, begun);
      }}
    >
      <textarea
        autoFocus
        aria-label="Text of the new version"
        className={`${controls.field} ${styles.editor}`}
        rows={ROWS}
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Buttons
        isSaving={save.isPending}
        isSame={text === content}
        isChecking={check.isPending}
        onCheck={() => check.mutate()}
        onGiveUp={() => {
          setText(content);
          end();
        }}
      />
      {save.error === null ? null : <ErrorPane error={save.error} />}
      <RuleConflict
        conflict={save.conflict}
        describe={() => "the text above, as a new version"}
        hasText
        onKept={end}
      />
      {check.isError ? <ErrorPane error={check.error} /> : null}
      {check.data === undefined ? null : <Findings validation={check.data} />}
    </form>
  );
}

interface ButtonsProps {
  isSaving: boolean;
  isSame: boolean;
  isChecking: boolean;
  onCheck: () => void;
  onGiveUp: () => void;
}

function Buttons({ isSaving, isSame, isChecking, onCheck, onGiveUp }: ButtonsProps) {
  return (
    <div className={styles.line}>
      <button type="submit" className={controls.primary} disabled={isSaving || isSame}>
        {isSaving ? "Being saved" : "Save the version"}
      </button>
      <button type="button" className={controls.button} disabled={isChecking} onClick={onCheck}>
        Check
      </button>
      <button type="button" className={controls.button} onClick={onGiveUp}>
        Give up
      </button>
    </div>
  );
}
