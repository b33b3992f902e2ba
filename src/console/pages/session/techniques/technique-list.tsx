import { useCallback, useEffect, useRef, useState } from "react";
import type { Span } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import type { Chosen } from "../../../parts/use-chosen.ts";
import { focusSoon } from "../../../parts/focus-soon.ts";
import { AcceptRest } from "../review/accept-rest.tsx";
import { ActionBar } from "../review/action-bar.tsx";
import { FilterChips } from "../review/filter-chips.tsx";
import { RowConflict } from "../review/row-conflict.tsx";
import { selectedSpan } from "../report-text/selected-span.ts";
import type { FindingsProps } from "../tabs/findings.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { AddTechnique } from "./add-technique.tsx";
import { LIST_ID, rowId, SEARCH_ID } from "./ids.ts";
import { TechniqueDetail } from "./technique-detail.tsx";
import styles from "./technique-list.module.css";
import { TechniqueRow } from "./technique-row.tsx";

/** The techniques of the session with the chosen one expanded: filters, list, and actions. */
export function TechniqueList(props: FindingsProps) {
  const { analysis, listed, choice, review, marks } = props;
  const { groups, facts } = listed;
  const mayEdit = useMayChange();
  const mark = useLatest<Parameters<Chosen["choose"]>>((...given) => marks.choose(...given));
  // The order changes when the tactics load, and with the filter.
  const order = groups.map(({ key }) => key).join();
  useEffect(() => {
    if (choice.id === null) return;
    // Includes the expanded details.
    document.getElementById(rowId(choice.id))?.closest("li")?.scrollIntoView({ block: "nearest" });
  }, [choice.id, order]);
  return (
    <div className={styles.pane}>
      <Head {...props} mayEdit={mayEdit} />
      <div id={LIST_ID} tabIndex={-1} role="region" aria-label="Techniques" className={styles.list}>
        <Adding {...props} />
        {groups.length === 0 ? <p className={styles.quiet}>{emptyWords(props)}</p> : null}
        {groups.map(({ key, name, techniques }) => (
          <section key={key} aria-label={name}>
            <h2 className={styles.tactic}>
              {name} <span className={styles.count}>{techniques.length}</span>
            </h2>
            <ul className={styles.rows}>
              {techniques.map((technique) => {
                const id = technique.attack_id;
                const isChosen = id === choice.id;
                return (
                  <li key={id} className={styles.item} data-chosen={isChosen}>
                    <TechniqueRow
                      technique={technique}
                      isChosen={isChosen}
                      isUnsent={review.unsent.has(id)}
                      isMarked={marks.has(id)}
                      shared={facts.shared.get(id)?.ids.length ?? 1}
                      onChoose={choice.choose}
                      onMark={mayEdit ? mark : null}
                    />
                    <RowConflict stored={analysis} attackId={id} shown={props.listed.shown} />
                    {isChosen ? <TechniqueDetail {...props} technique={technique} /> : null}
                  </li>
                );
              })}
            </ul>
          </section>
        ))}
      </div>
      {mayEdit ? <ActionBar {...props} /> : null}
    </div>
  );
}

/** Adds another technique, from a passage or by its name. */
function Adding({ analysis, choice, editor, review, verdicts, onEdit }: FindingsProps) {
  if (editor?.kind !== "add") return null;
  return (
    <AddTechnique
      key={editor.span?.start ?? "typed"}
      analysis={analysis}
      span={editor.span}
      onAdd={(change) => {
        review.submit(change);
        verdicts.goTo(change.body.attack_id);
      }}
      onGoTo={verdicts.goTo}
      onClose={() => {
        onEdit(null);
        focusRow(choice);
      }}
    />
  );
}

/** Returns the focus to the chosen row, where the page's shortcut keys work. */
function focusRow({ id }: FindingsProps["choice"]): void {
  focusSoon(id === null ? LIST_ID : rowId(id), LIST_ID);
}

/** Returns a stable function that always calls the latest one, so that unchanged rows do not rerender. */
function useLatest<Given extends unknown[]>(latest: (...given: Given) => void) {
  const ref = useRef(latest);
  useEffect(() => {
    ref.current = latest;
  });
  return useCallback((...given: Given) => ref.current(...given), []);
}

function emptyWords({ analysis, choice }: FindingsProps): string {
  if (analysis.techniques.length === 0) {
    return "The analysis found no techniques. The Excluded tab lists what it considered.";
  }
  if (choice.words !== "") return "No technique contains these words.";
  return choice.filter === "unreviewed"
    ? "Every technique is reviewed."
    : "No technique passes this filter.";
}

function Head(props: FindingsProps & { mayEdit: boolean }) {
  const { analysis, listed, choice, onEdit, verdicts, mayEdit } = props;
  const [isAccepting, setIsAccepting] = useState(false);
  // A click may clear the selection before it is handled.
  const selected = useRef<Span | null>(null);
  return (
    <div className={styles.tools}>
      {analysis.techniques.length === 0 ? null : (
        <FilterChips techniques={analysis.techniques} facts={listed.facts} choice={choice} />
      )}
      <div className={styles.line}>
        <input
          id={SEARCH_ID}
          type="search"
          className={controls.field}
          aria-label="Search techniques"
          placeholder="Search"
          value={choice.words}
          onChange={(event) => choice.setWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape" || event.key === "Enter") focusRow(choice);
          }}
        />
        {mayEdit ? (
          <>
            <button
              type="button"
              className={controls.button}
              aria-expanded={isAccepting}
              onClick={() => setIsAccepting(!isAccepting)}
            >
              Accept the rest…
            </button>
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
          </>
        ) : null}
      </div>
      {isAccepting && mayEdit ? (
        <AcceptRest
          listed={listed.inOrder}
          verdicts={verdicts}
          onClose={() => setIsAccepting(false)}
        />
      ) : null}
    </div>
  );
}
