import { Link } from "@tanstack/react-router";
import type { Dossier, Statement } from "../../../../api/dossiers.ts";
import { AttackLink } from "../../../../parts/attack-link.tsx";
import { ConfidenceBar } from "../../../../parts/confidence-bar/confidence-bar.tsx";
import controls from "../../../../parts/controls.module.css";
import { surenessOf } from "../../../../parts/sureness.ts";
import { quoted } from "../../../../parts/quoted.ts";
import { VisibleText } from "../../../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../../../parts/when.ts";
import styles from "../../dossiers.module.css";
import { VERDICTS } from "../../words.ts";
import { type Cell, keyOf } from "./agreement-table.tsx";

interface Props {
  dossier: Dossier;
  cell: Cell | null;
  isKept: boolean;
  onClose: () => void;
}

/** A report's statement on a technique: the verdict, who decided it, and the evidence. */
export function StatementPane({ dossier, cell, isKept, onClose }: Props) {
  const technique = dossier.techniques.find((one) => keyOf(one) === cell?.technique);
  const statement = technique?.named_by.find(({ session_id: id }) => id === cell?.session);
  const isShown = technique !== undefined && statement !== undefined;
  return (
    <aside className={styles.pane} data-kept={isKept || undefined} aria-label="Statement">
      {isShown ? (
        <>
          <h2>
            <AttackLink id={technique.attack_id} name={technique.name} />
          </h2>
          <Said dossier={dossier} statement={statement} />
          {isKept ? (
            <p>
              <button type="button" className={controls.button} onClick={onClose}>
                Close
              </button>
            </p>
          ) : null}
        </>
      ) : (
        <p className={styles.quiet}>
          Point at a cell to read what a report says. Click it to keep it here.
        </p>
      )}
    </aside>
  );
}

function Said({ dossier, statement }: { dossier: Dossier; statement: Statement }) {
  const { session_id: sessionId, attack_id: technique, evidence, note } = statement;
  const place = dossier.sessions.findIndex(({ session_id: id }) => id === sessionId);
  const { name, sign } = VERDICTS[statement.review_status];
  return (
    <>
      <p className={styles.line}>
        <span className={styles.verdict} data-verdict={statement.review_status} aria-hidden="true">
          {sign}
        </span>
        {name}
        {statement.origin === "analysis" ? (
          <ConfidenceBar value={statement.confidence} />
        ) : (
          <span className={styles.quiet}>{surenessOf({ ...statement, found_as: null })}</span>
        )}
      </p>
      {statement.changed_by === null ? null : (
        <p className={styles.quiet}>
          <VisibleText text={statement.changed_by} />, {formatTime(statement.changed_at)}
        </p>
      )}
      {evidence === "" ? (
        <p className={styles.quiet}>No evidence in the report.</p>
      ) : (
        <blockquote className={styles.evidence}>
          <VisibleText text={quoted(evidence)} />
        </blockquote>
      )}
      {note === "" ? null : (
        <p>
          Note: <VisibleText text={note} />
        </p>
      )}
      <p>
        <span className={styles.place} aria-hidden="true">
          {place + 1}
        </span>{" "}
        <Link to="/sessions/$sessionId" params={{ sessionId }} search={{ technique }}>
          <VisibleText text={dossier.sessions[place]?.title ?? "The report"} />
        </Link>
      </p>
    </>
  );
}
