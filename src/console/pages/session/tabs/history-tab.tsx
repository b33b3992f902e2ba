import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type HistoryEntry, historyQuery, type StoredAnalysis } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { REVIEWS } from "../../../parts/review-queue/change.ts";
import { undoOf } from "../../../parts/undo-of.ts";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { formatTime } from "../../../parts/when.ts";
import type { FindingsProps } from "./findings.tsx";
import styles from "./findings.module.css";

/** Who changed what, newest first. */
export function HistoryTab({ analysis, choice }: FindingsProps) {
  const { session_id: id } = analysis;
  const mayChange = useMayChange();
  const history = useQuery({
    ...historyQuery(id, analysis.etag),
    placeholderData: keepPreviousData,
  });
  const undo = useUndo(analysis);
  if (history.isError) return <ErrorPane error={history.error} />;
  const items = history.data?.items ?? [];
  return (
    <div className={styles.stack}>
      {undo.isError ? <ErrorPane error={undo.error} /> : null}
      {history.data?.total === 0 ? (
        <p className={styles.quiet}>Nobody changed anything yet.</p>
      ) : null}
      <ul className={styles.rows}>
        {items.map((entry) => (
          <li key={entry.change_id}>
            <p className={styles.line}>
              {entry.attack_id === null ? (
                <span>Session</span>
              ) : (
                <button
                  type="button"
                  className={controls.plain}
                  onClick={() => choice.choose(entry.attack_id ?? "")}
                >
                  {entry.attack_id}
                </button>
              )}
              <span className={styles.grow}>{describe(entry)}</span>
              {entry.can_undo && mayChange ? (
                <button
                  type="button"
                  className={controls.plain}
                  disabled={undo.isPending}
                  onClick={() => undo.mutate(entry.change_id)}
                >
                  Undo
                </button>
              ) : null}
            </p>
            <p className={styles.quiet}>
              {entry.actor}, {formatTime(entry.created_at)}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

function useUndo(analysis: StoredAnalysis) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changeId: string) => undoOf(queries, analysis, changeId),
    onSettled: () =>
      Promise.all(
        ["session", "session-history"].map((key) =>
          queries.invalidateQueries({ queryKey: [key, analysis.session_id] }),
        ),
      ),
  });
}

const SHOWN_CHARS = 80;

function describe({ action, fields, before, after }: HistoryEntry): string {
  if (action === "added" || action === "removed" || action === "reanalysed") return action;
  const changes = fields.map(
    (field) =>
      `${field.replaceAll("_", " ")}: ${valueOf(before?.[field])} → ${valueOf(after?.[field])}`,
  );
  return `${action === "undone" ? "undone, " : ""}${changes.join("; ")}`;
}

function valueOf(value: unknown): string {
  const names: Record<string, string> = REVIEWS;
  const text = typeof value === "string" ? (names[value] ?? value) : JSON.stringify(value);
  if (value === undefined || value === null || text === "" || text === "[]") return "none";
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}
