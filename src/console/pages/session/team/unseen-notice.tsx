import controls from "../../../parts/controls.module.css";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "./team.module.css";
import { useTeam } from "./team.tsx";

/** Shows others' changes since this person's last visit, until they are marked as seen. */
export function UnseenNotice({ onShow }: { onShow: () => void }) {
  const { unseen, markAll } = useTeam();
  const { count, people } = unseen;
  if (count === 0) return null;
  return (
    <div role="status" className={styles.notice}>
      <span className={styles.grow}>
        {count === 1 ? "1 change" : `${count} changes`} by{" "}
        <bdi>
          <VisibleText text={people.join(", ")} />
        </bdi>{" "}
        since you last looked
      </span>
      <button type="button" className={controls.plain} onClick={onShow}>
        Show the history
      </button>
      <button type="button" className={controls.plain} onClick={markAll}>
        Mark all as seen
      </button>
    </div>
  );
}
