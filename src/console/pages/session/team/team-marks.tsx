import type { Technique } from "../../../api/session.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../../parts/when.ts";
import { isAbout, useTeam } from "./team.tsx";
import styles from "./team.module.css";

/** On the row of a technique: who decided on it and when, its comments, and whether these are new. */
export function TeamMarks({ technique }: { technique: Technique }) {
  const { comments, unseen } = useTeam();
  const { attack_id: id, changed_by: by, changed_at: at } = technique;
  const count = comments.filter((comment) => isAbout(comment, technique)).length;
  const isNew = unseen.techniques.has(id);
  if (by === null && count === 0 && !isNew) return null;
  return (
    <span className={styles.marks}>
      {isNew ? <span className={styles.new}>New</span> : null}
      {by === null ? null : (
        <span>
          {verbOf(technique)}{" "}
          <bdi>
            <VisibleText text={by} />
          </bdi>
          , {formatTime(at)}
        </span>
      )}
      {count === 0 ? null : <span>{count === 1 ? "1 comment" : `${count} comments`}</span>}
    </span>
  );
}

/** Returns the verb for the last change. The row already shows the state; without one, something else was changed. */
function verbOf({ origin, found_as: found, review_status: review }: Technique): string {
  if (origin === "analyst" && found === null) return "Added by";
  return review === "suggested" ? "Changed by" : "by";
}
