import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

interface Props {
  /** The missing items. */
  title: string;
  /** Their purpose, and where they come from. */
  children: ReactNode;
  /** The next step. */
  action?: ReactNode;
}

/** A list without entries: explains its purpose and the next step. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <div className={styles.empty}>
      <p>
        <strong>{title}</strong>
      </p>
      <p className={styles.text}>{children}</p>
      {action === undefined ? null : <div className={styles.actions}>{action}</div>}
    </div>
  );
}
