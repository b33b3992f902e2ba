import { useEffect, useRef } from "react";
import type { Span } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { StandingCounts } from "../judgement/standing-counts.tsx";
import { RowConflict } from "../review/row-conflict.tsx";
import { selectedSpan } from "../report-text/selected-span.ts";
import type { FindingsProps } from "../tabs/findings.tsx";
import { AddTechnique } from "./add-technique.tsx";
import { FILTER_ID, rowId } from "./ids.ts";
import { TechniqueDetail } from "./technique-detail.tsx";
import styles from "./technique-list.module.css";
import { TechniqueRow } from "./technique-row.tsx";

/** The techniques of the session by tactic, the chosen one opened. */
export function TechniqueList(props: FindingsProps) {
  const { analysis, groups, choice, review, editor, onEdit } = props;
  const mayChange = useMayChange();
  const isEmpty = groups.length === 0;
  // The order changes when the tactics are known, and by the filter.
  const order = groups.map(({ shortname }) => shortname).join();
  useEffect(() => {
    if (choice.id === null) return;
    // With what opens below it.
    document.getElementById(rowId(choice.id))?.parentElement?.scrollIntoView({ block: "nearest" });
  }, [choice.id, order]);
  return (
    <div className={styles.list}>
      <Tools {...props} mayChange={mayChange} />
      <StandingCounts techniques={analysis.techniques} choice={choice} />
      {editor?.kind === "add" ? (
        <AddTechnique
          key={editor.span?.start ?? "typed"}
          analysis={analysis}
          span={editor.span}
          onAdd={(change) => {
            review.submit(change);
            choice.choose(change.body.attack_id);
          }}
          onClose={() => onEdit(null)}
        />
      ) : null}
      {isEmpty ? <p className={styles.quiet}>{emptyWords(choice.filter)}</p> : null}
      {groups.map(({ shortname, name, techniques }) => (
        <section key={shortname} aria-label={name}>
          <h2 className={styles.tactic}>
            {name} <span className={styles.count}>{techniques.length}</span>
          </h2>
          <ul className={styles.rows}>
            {techniques.map((technique) => {
              const isChosen = technique.attack_id === choice.id;
              return (
                <li key={technique.attack_id} className={styles.item} data-chosen={isChosen}>
                  <TechniqueRow
                    technique={technique}
                    isChosen={isChosen}
                    isUnsent={review.unsent.has(technique.attack_id)}
                    onChoose={choice.choose}
                  />
                  <RowConflict stored={analysis} attackId={technique.attack_id} />
                  {isChosen ? <TechniqueDetail {...props} technique={technique} /> : null}
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}

function emptyWords(filter: string): string {
  return filter === ""
    ? "No technique was found. Left out tells what was considered."
    : "No technique has these words.";
}

function Tools({ choice, analysis, onEdit, mayChange }: FindingsProps & { mayChange: boolean }) {
  const reviewed = analysis.techniques.filter((one) => one.review_status !== "suggested").length;
  // A click may take the selection away before it is handled.
  const selected = useRef<Span | null>(null);
  return (
    <div className={styles.tools}>
      <input
        id={FILTER_ID}
        type="search"
        className={controls.field}
        aria-label="Filter techniques"
        placeholder="Filter"
        value={choice.filter}
        onChange={(event) => choice.setFilter(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" || event.key === "Enter") event.currentTarget.blur();
        }}
      />
      <span className={styles.quiet}>
        {reviewed} of {analysis.techniques.length} reviewed
      </span>
      {mayChange ? (
        <button
          type="button"
          className={controls.button}
          onPointerDown={() => {
            selected.current = selectedSpan();
          }}
          onClick={() => {
            onEdit({ kind: "add", span: selected.current ?? selectedSpan() });
            selected.current = null;
          }}
        >
          Add technique
        </button>
      ) : null}
    </div>
  );
}
