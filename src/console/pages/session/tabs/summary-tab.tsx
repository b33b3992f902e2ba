import { useState } from "react";
import type { StoredAnalysis } from "../../../api/session.ts";
import { modeName } from "../../../parts/analyser/modes.ts";
import controls from "../../../parts/controls.module.css";
import { SessionConflict } from "../../../parts/conflict/session-conflict.tsx";
import { CopyButton } from "../../../parts/copy-button.tsx";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { hasDraftText } from "../../../parts/use-draft-text.ts";
import { UsageFacts } from "../../../parts/usage/usage-facts.tsx";
import { type SeenSession, useSessionChange } from "../../../parts/use-session-change.ts";
import { formatTime } from "../../../parts/when.ts";
import { releaseName } from "../../../parts/release-name.ts";
import { NoteEditor } from "../techniques/note-editor.tsx";
import type { FindingsProps } from "./findings.tsx";
import known from "../../../parts/facts.module.css";
import { DocumentKind } from "./document-kind.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import styles from "./findings.module.css";

/** The summary to paste into a message, the note of the session, and how it was analyzed. */
export function SummaryTab(props: FindingsProps) {
  const { summary, warnings, document_kind: kind } = props.analysis;
  return (
    <div className={styles.stack}>
      <p className={styles.text}>{summary}</p>
      <p className={styles.line}>
        <CopyButton text={summary} name="Copy the summary" />
      </p>
      <h2>Note</h2>
      <SessionNote {...props} />
      <DocumentKind kind={kind} />
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
      <h2>How it was analyzed</h2>
      <Facts {...props} />
      <Taken usage={props.analysis.usage} />
    </div>
  );
}

function SessionNote({ analysis }: FindingsProps) {
  const [isOpen, setIsOpen] = useState(() => hasDraftText(`note.${analysis.session_id}`));
  const mayChange = useMayChange();
  const change = useSessionChange(analysis);
  if (isOpen && mayChange) {
    return (
      <NoteEditor
        name={analysis.session_id}
        seen={seenOf(analysis)}
        onSave={(note, seen) => change.change({ note }, seen)}
        onClose={() => setIsOpen(false)}
      />
    );
  }
  return (
    <>
      <p className={analysis.note === "" ? styles.quiet : styles.text}>{analysis.note || "None"}</p>
      {change.error === null ? null : <ErrorPane error={change.error} />}
      <SessionConflict conflict={change.conflict} />
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

/** Returns the editable fields of a session in their current state. */
function seenOf(analysis: StoredAnalysis): SeenSession {
  const { session_id, etag, name, tags, tlp, note, assignee, review_state } = analysis;
  return { session_id, etag, name, tags, tlp, note, assignee, review_state };
}

/** The language model usage of the analysis, if one was called or had judged its pairs before. */
function Taken({ usage }: { usage: StoredAnalysis["usage"] }) {
  if (usage === null || (usage.calls === 0 && usage.pairs === 0)) return null;
  return (
    <>
      <h2>Model usage</h2>
      <UsageFacts usage={usage} />
    </>
  );
}

function Facts({ analysis }: FindingsProps) {
  const { coverage, language, filename, source_url: url, model, mode, created_at } = analysis;
  const { chars_total: all, chars_analyzed: read, chunks } = coverage;
  const share = all === 0 ? 100 : Math.floor((read / all) * 100);
  const parts = chunks === 1 ? "in one part" : `in ${chunks} parts`;
  const facts = [
    [
      "Text",
      `${read.toLocaleString()} of ${all.toLocaleString()} characters (${share} %), ${parts}`,
    ],
    ["Model", model],
    ["Mode", modeName(mode)],
    ["Release", releaseName(analysis)],
    ["Language", language ?? "Unsure"],
    ["File", filename ?? "None"],
    ...(url === null ? [] : [["Address", url]]),
    ["Analyzed", formatTime(created_at)],
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
