import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type HistoryEntry, historyQuery, type StoredAnalysis } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { undoOf } from "../../../parts/undo-of.ts";
import { formatTime } from "../../../parts/when.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { describeBatch, describeEntry } from "./describe-history.ts";
import type { FindingsProps } from "./findings.tsx";
import styles from "./findings.module.css";

/** Who changed what, newest first, grouped by request. */
export function HistoryTab(props: FindingsProps) {
  const { analysis } = props;
  const history = useQuery({
    ...historyQuery(analysis.session_id, analysis.etag),
    placeholderData: keepPreviousData,
  });
  const undo = useUndo(analysis);
  if (history.isError) return <ErrorPane error={history.error} />;
  const items = history.data?.items ?? [];
  const batches = Map.groupBy(items, ({ batch_id: batch, change_id: id }) => batch ?? id);
  return (
    <div className={styles.stack}>
      {undo.isError ? <ErrorPane error={undo.error} /> : null}
      {history.data?.total === 0 ? (
        <p className={styles.quiet}>
          No changes yet. Verdicts, notes and other edits are listed here and can be undone.
        </p>
      ) : null}
      <ul className={styles.rows}>
        {[...batches].map(([id, entries]) => (
          <li key={id}>
            {entries.length > 1 ? (
              <Batch entries={entries} props={props} undo={undo} />
            ) : (
              entries.map((entry) => (
                <Entry key={entry.change_id} entry={entry} props={props} undo={undo} />
              ))
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

type Undo = ReturnType<typeof useUndo>;

interface EntryProps {
  entry: HistoryEntry;
  props: FindingsProps;
  undo: Undo;
}

function Entry({ entry, props, undo }: EntryProps) {
  const { attack_id: id, actor, created_at: at } = entry;
  return (
    <>
      <p className={styles.line}>
        {id === null ? (
          <span>Session</span>
        ) : (
          <button type="button" className={controls.plain} onClick={() => props.verdicts.goTo(id)}>
            {id}
          </button>
        )}
        <span className={styles.grow}>
          <VisibleText text={describeEntry(entry)} />
        </span>
        <UndoButton
          name="Undo"
          isShown={entry.can_undo}
          undo={undo}
          // Only this one, even if others were changed with it.
          entry={{ ...entry, batch_id: null }}
        />
      </p>
      <p className={styles.quiet}>
        {actor}, {formatTime(at)}
      </p>
    </>
  );
}

interface BatchProps {
  entries: readonly HistoryEntry[];
  props: FindingsProps;
  undo: Undo;
}

function Batch({ entries, props, undo }: BatchProps) {
  const [first] = entries;
  if (first === undefined) return null;
  return (
    <>
      <p className={styles.line}>
        <span className={styles.grow}>{describeBatch(entries)}</span>
        <UndoButton
          name="Undo all"
          isShown={entries.every(({ can_undo: can }) => can)}
          undo={undo}
          entry={first}
        />
      </p>
      <p className={styles.quiet}>
        {first.actor}, {formatTime(first.created_at)}
      </p>
      <details>
        <summary>Each change</summary>
        <ul className={styles.rows}>
          {entries.map((entry) => (
            <li key={entry.change_id}>
              <Entry entry={entry} props={props} undo={undo} />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

interface UndoProps {
  name: string;
  isShown: boolean;
  entry: HistoryEntry;
  undo: Undo;
}

function UndoButton({ name, isShown, entry, undo }: UndoProps) {
  const mayEdit = useMayChange();
  if (!isShown || !mayEdit) return null;
  return (
    <button
      type="button"
      className={controls.plain}
      disabled={undo.isPending}
      onClick={() => undo.mutate(entry)}
    >
      {name}
    </button>
  );
}

function useUndo(analysis: StoredAnalysis) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (entry: HistoryEntry) => undoOf(queries, analysis, entry),
    onSettled: () =>
      Promise.all(
        ["session", "session-history"].map((key) =>
          queries.invalidateQueries({ queryKey: [key, analysis.session_id] }),
        ),
      ),
  });
}
