import { useState } from "react";
import controls from "../../../parts/controls.module.css";
import { CopyButton } from "../../../parts/copy-button.tsx";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { hasKeptText } from "../../../parts/use-kept-text.ts";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { useSessionChange } from "../../../parts/use-session-change.ts";
import { when } from "../../../parts/when.ts";
import { releaseName } from "../../../parts/release-name.ts";
import { NoteEditor } from "../techniques/note-editor.tsx";
import type { FindingsProps } from "./findings.tsx";
import known from "../../../parts/facts.module.css";
import styles from "./findings.module.css";

/** The summary to paste into a message, the note of the session, and how it was read. */
export function SummaryTab(props: FindingsProps) {
  const { summary, warnings } = props.analysis;
  return (
    <div className={styles.stack}>
      <p className={styles.text}>{summary}</p>
      <p className={styles.line}>
        <CopyButton text={summary} name="Copy the summary" />
      </p>
      <h2>Note</h2>
      <SessionNote {...props} />
      {warnings.length === 0 ? null : (
        <>
          <h2>Warnings</h2>
          <ul className={styles.rows}>
            {warnings.map((warning) => (
              <li key={warning} className={styles.warning}>
                {warning}
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>How it was read</h2>
      <Facts {...props} />
    </div>
  );
}

function SessionNote({ analysis }: FindingsProps) {
  const [isOpen, setIsOpen] = useState(() => hasKeptText(`note.${analysis.session_id}`));
  const mayChange = useMayChange();
  const change = useSessionChange(analysis.session_id);
  if (isOpen && mayChange) {
    return (
      <NoteEditor
        name={analysis.session_id}
        note={analysis.note}
        onSave={(note) => change.mutate({ note })}
        onClose={() => setIsOpen(false)}
      />
    );
  }
  return (
    <>
      <p className={analysis.note === "" ? styles.quiet : styles.text}>{analysis.note || "None"}</p>
      {change.isError ? <ErrorPane error={change.error} /> : null}
      {mayChange ? (
        <p>
          <button type="button" className={controls.button} onClick={() => setIsOpen(true)}>
            {analysis.note === "" ? "Write a note" : "Change the note"}
          </button>
        </p>
      ) : null}
    </>
  );
}

function Facts({ analysis }: FindingsProps) {
  const { coverage, language, filename, source_url: url, model, created_at } = analysis;
  const { chars_total: all, chars_analyzed: read, chunks } = coverage;
  const share = all === 0 ? 100 : Math.floor((read / all) * 100);
  const parts = chunks === 1 ? "in one part" : `in ${chunks} parts`;
  const facts = [
    [
      "Text",
      `${read.toLocaleString()} of ${all.toLocaleString()} characters (${share} %), ${parts}`,
    ],
    ["Read by", model],
    ["Release", releaseName(analysis)],
    ["Language", language ?? "Unsure"],
    ["File", filename ?? "None"],
    ...(url === null ? [] : [["Address", url]]),
    ["Analysed", when(created_at)],
  ] as const;
  return (
    <dl className={known.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
