import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

interface Props {
  /** What there is none of yet. */
  title: string;
  /** What it is for and where it comes from. */
  children: ReactNode;
  /** What to do next. */
  action?: ReactNode;
}

/** A list without entries: says what it is for and what to do next. */
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
