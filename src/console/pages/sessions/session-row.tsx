import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Schema } from "../../api/client.ts";
import { describeFailure } from "../../api/problem.ts";
import { retrySession } from "../../api/session.ts";
import { sendOn } from "../../parts/conflict/send-on.ts";
import { SessionConflict } from "../../parts/conflict/session-conflict.tsx";
import controls from "../../parts/controls.module.css";
import { markingOf } from "../../parts/marking.ts";
import tables from "../../parts/table.module.css";
import { useMayChange } from "../../parts/use-may-change.ts";
import { useSessionChange } from "../../parts/use-session-change.ts";
import { VisibleText } from "../../parts/visible-text/visible-text.tsx";
import { formatDay, formatTime } from "../../parts/when.ts";
import { StateBadge } from "../../parts/review-state/state-badge.tsx";
import { releaseName } from "../../parts/release-name.ts";
import { deleteLater } from "./pending-deletes.ts";
import styles from "./sessions-page.module.css";

interface Props {
  session: Schema<"SessionListItem">;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

/** One session: open, select for comparison, rename or delete. */
export function SessionRow({ session, isChosen, onChoose }: Props) {
  const { session_id: id, title, tags, status, technique_count: count, error } = session;
  const marking = markingOf(session);
  const [isRenamed, setIsRenamed] = useState(false);
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          aria-label={`Choose ${title}`}
          checked={isChosen}
          disabled={status !== "completed"}
          onChange={(event) => onChoose(event.target.checked)}
        />
      </td>
      <td className={styles.report}>
        {isRenamed ? (
          <Rename session={session} onClose={() => setIsRenamed(false)} />
        ) : (
          <Link to="/sessions/$sessionId" params={{ sessionId: id }}>
            {title}
          </Link>
        )}{" "}
        {marking === null && tags.length === 0 ? null : (
          <span className={styles.marks}>
            {marking === null ? null : <span className={tables.tag}>{marking}</span>}
            {tags.map((tag) => (
              <span key={tag} className={tables.tag}>
                {tag}
              </span>
            ))}
          </span>
        )}
        {error === null ? null : <p className={styles.warning}>{error}</p>}
      </td>
      <td>
        <Review session={session} />
      </td>
      <td className={styles.wide}>
        <bdi>
          <VisibleText text={session.assignee ?? ""} />
        </bdi>
      </td>
      <td className={`${styles.wide} ${styles.number}`}>{status === "completed" ? count : ""}</td>
      <td className={styles.wide}>{releaseName(session)}</td>
      <td className={styles.wide}>{formatTime(session.created_at)}</td>
      <td>
        {isRenamed ? null : <Actions session={session} onRename={() => setIsRenamed(true)} />}
      </td>
    </tr>
  );
}

/** The state of the review; for a signed report also who signed it. */
function Review({ session }: { session: Props["session"] }) {
  const { review_state: state, signed_by: by, signed_at: at, status } = session;
  if (status !== "completed") return null;
  return (
    <>
      <StateBadge state={state} />
      {by === null ? null : (
        <p className={styles.signed}>
          <bdi>
            <VisibleText text={by} />
          </bdi>
          , {formatDay(at)}
        </p>
      )}
    </>
  );
}

function Actions({ session, onRename }: { session: Props["session"]; onRename: () => void }) {
  const { session_id: id, title, status } = session;
  const queries = useQueryClient();
  const isSigned = session.review_state === "signed";
  const mayChange = useMayChange() && !isSigned;
  const retry = useMutation({
    // Only a failed analysis can be retried, and others' changes to the session remain.
    mutationFn: () =>
      sendOn(
        session.etag,
        (etag) => retrySession(id, {}, undefined, etag),
        () => true,
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ["sessions"] }),
  });
  if (!mayChange) return null;
  return (
    <span className={styles.actions}>
      {status === "failed" ? (
        <button
          type="button"
          className={controls.plain}
          aria-label={`Analyze ${title} again`}
          disabled={retry.isPending}
          onClick={() => retry.mutate()}
        >
          {retry.isPending ? "Analyzing" : "Analyze again"}
        </button>
      ) : null}
      <button
        type="button"
        className={controls.plain}
        aria-label={`Rename ${title}`}
        onClick={onRename}
      >
        Rename
      </button>
      <button
        type="button"
        className={controls.plain}
        aria-label={`Delete ${title}`}
        onClick={() => deleteLater(queries, { id, title, etag: session.etag })}
      >
        Delete
      </button>
    </span>
  );
}

function Rename({ session, onClose }: { session: Props["session"]; onClose: () => void }) {
  const [name, setName] = useState(session.title);
  // The list refetches while the name is typed.
  const [seen] = useState(session);
  const change = useSessionChange(seen, onClose);
  return (
    <form
      className={styles.rename}
      onSubmit={(event) => {
        event.preventDefault();
        change.change({ name: name.trim() || null });
      }}
    >
      <input
        autoFocus
        className={controls.field}
        aria-label="Name"
        value={name}
        maxLength={255}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
        }}
      />
      <button type="submit" className={controls.button} disabled={change.isPending}>
        Save
      </button>
      <button type="button" className={controls.button} onClick={onClose}>
        Cancel
      </button>
      {change.error === null ? null : (
        <span role="alert" className={styles.warning}>
          {describeFailure(change.error)}
        </span>
      )}
      <SessionConflict conflict={change.conflict} onKept={onClose} />
    </form>
  );
}
