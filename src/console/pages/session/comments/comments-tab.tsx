import controls from "../../../parts/controls.module.css";
import { useIsAnalyst } from "../../../parts/use-may-change.ts";
import type { FindingsProps } from "../tabs/findings.tsx";
import { isAbout, useTeam } from "../team/team.tsx";
import styles from "./comments.module.css";
import { Thread } from "./thread.tsx";

/** The comments on the report as a whole, then those on its techniques. */
export function CommentsTab({ analysis, choice }: FindingsProps) {
  const { comments } = useTeam();
  const isAnalyst = useIsAnalyst();
  const { session_id: id, techniques } = analysis;
  const commented = techniques
    .map((technique) => ({ technique, own: comments.filter((one) => isAbout(one, technique)) }))
    .filter(({ own }) => own.length > 0);
  const placed = new Set(commented.flatMap(({ own }) => own));
  // A technique may have been removed after it received a comment.
  const rest = comments.filter((comment) => !placed.has(comment));
  return (
    <div className={styles.tab}>
      <section aria-label="Comments on the report" className={styles.section}>
        <h2 className={styles.heading}>The report</h2>
        {rest.length === 0 ? (
          <p className={styles.quiet}>
            {isAnalyst
              ? "Ask a colleague, or say why something is decided as it is. Comments are not part of exports."
              : "Nobody commented on the report as a whole."}
          </p>
        ) : null}
        <Thread sessionId={id} attackId={null} comments={rest} />
      </section>
      {commented.map(({ technique: { attack_id: attackId, name }, own }) => (
        <section key={attackId} aria-label={`Comments on ${attackId}`} className={styles.section}>
          <h2 className={styles.heading}>
            <button
              type="button"
              className={controls.plain}
              onClick={() => choice.choose(attackId)}
            >
              {attackId} {name}
            </button>
          </h2>
          <Thread sessionId={id} attackId={attackId} comments={own} />
        </section>
      ))}
    </div>
  );
}
