import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Comment, commentsQuery, deleteComment } from "../../../api/comments.ts";
import { describeFailure } from "../../../api/problem.ts";
import { meQuery } from "../../../api/service.ts";
import controls from "../../../parts/controls.module.css";
import { useIsAnalyst } from "../../../parts/use-may-change.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../../parts/when.ts";
import { CommentForm } from "./comment-form.tsx";
import styles from "./comments.module.css";

interface Props {
  sessionId: string;
  /** The technique that new comments are about; null for the report. */
  attackId: string | null;
  comments: readonly Comment[];
}

/** Colleagues' comments on a technique or the report. A signed report accepts comments too. */
export function Thread({ sessionId, attackId, comments }: Props) {
  const isAnalyst = useIsAnalyst();
  return (
    <div className={styles.thread}>
      {comments.length === 0 ? null : (
        <ol className={styles.comments}>
          {comments.map((comment) => (
            <CommentItem key={comment.comment_id} sessionId={sessionId} comment={comment} />
          ))}
        </ol>
      )}
      {isAnalyst ? <CommentForm key={attackId} sessionId={sessionId} attackId={attackId} /> : null}
    </div>
  );
}

function CommentItem({ sessionId, comment }: { sessionId: string; comment: Comment }) {
  const queries = useQueryClient();
  const me = useQuery(meQuery).data;
  const isAnalyst = useIsAnalyst();
  const { comment_id: id, author, text, created_at: at } = comment;
  const { queryKey } = commentsQuery(sessionId);
  const remove = useMutation({
    mutationFn: () => deleteComment(sessionId, id),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  const mayDelete = isAnalyst && (me?.role === "admin" || me?.name === author);
  return (
    <li className={styles.comment}>
      <p className={styles.by}>
        <strong>
          <bdi>
            <VisibleText text={author} />
          </bdi>
        </strong>
        <span>{formatTime(at)}</span>
        {mayDelete ? (
          <button
            type="button"
            className={controls.plain}
            aria-label={`Delete the comment of ${author}`}
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
          >
            Delete
          </button>
        ) : null}
      </p>
      {text.split("\n").map((line, index) => (
        // A line has no identity but its position.
        <p key={index} className={styles.text}>
          <VisibleText text={line} />
        </p>
      ))}
      {remove.isError ? (
        <p role="alert" className={styles.warning}>
          {describeFailure(remove.error)}
        </p>
      ) : null}
    </li>
  );
}
