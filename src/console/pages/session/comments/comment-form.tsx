import { useMutation, useQueryClient } from "@tanstack/react-query";
import { addComment, type Comment, commentsQuery } from "../../../api/comments.ts";
import { describeFailure } from "../../../api/problem.ts";
import controls from "../../../parts/controls.module.css";
import { focusSoon } from "../../../parts/focus-soon.ts";
import { useDraftText } from "../../../parts/use-draft-text.ts";
import { rowId } from "../techniques/ids.ts";
import styles from "./comments.module.css";

const MAX_CHARS = 4_000;

interface Props {
  sessionId: string;
  /** The technique that it is about; null for the report. */
  attackId: string | null;
}

/** A comment being written. Ctrl+Enter sends it. */
export function CommentForm({ sessionId, attackId }: Props) {
  const queries = useQueryClient();
  const { queryKey } = commentsQuery(sessionId);
  const draft = `comment.${sessionId}.${attackId ?? "report"}`;
  const [text, setText, clear] = useDraftText(draft, "");
  const add = useMutation({
    mutationFn: () => addComment(sessionId, { attack_id: attackId, text }),
    onSuccess: (comment) => {
      setText("");
      clear();
      queries.setQueryData<Comment[]>(queryKey, (known) => [...(known ?? []), comment]);
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  const leave = (field: HTMLElement) => {
    if (attackId === null) field.closest<HTMLElement>("[role=tabpanel]")?.focus();
    else focusSoon(rowId(attackId));
  };
  const isEmpty = text.trim() === "";
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty && !add.isPending) add.mutate();
      }}
    >
      <textarea
        className={controls.field}
        aria-label={attackId === null ? "Comment on the report" : `Comment on ${attackId}`}
        placeholder="Comment for your colleagues"
        rows={attackId === null ? 2 : 1}
        maxLength={MAX_CHARS}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") leave(event.currentTarget);
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <button type="submit" className={controls.button} disabled={isEmpty || add.isPending}>
        Add comment
      </button>
      {add.isError ? (
        <span role="alert" className={styles.warning}>
          {describeFailure(add.error)}
        </span>
      ) : null}
    </form>
  );
}
