import type { Technique } from "../../../api/session.ts";
import { isAbout, useTeam } from "../team/team.tsx";
import styles from "./comments.module.css";
import { Thread } from "./thread.tsx";

interface Props {
  sessionId: string;
  technique: Technique;
}

/** The comments on one technique, below its evidence. */
export function TechniqueComments({ sessionId, technique }: Props) {
  const { comments } = useTeam();
  const { attack_id: id } = technique;
  const own = comments.filter((comment) => isAbout(comment, technique));
  return (
    <section aria-label={`Comments on ${id}`} className={styles.section}>
      <h3 className={styles.heading}>
        Comments <span className={styles.count}>{own.length}</span>
      </h3>
      <Thread sessionId={sessionId} attackId={id} comments={own} />
    </section>
  );
}
