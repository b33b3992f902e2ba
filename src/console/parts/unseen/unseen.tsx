import type { ReactNode } from "react";
import styles from "./unseen.module.css";

/** Text for screen readers in place of a color or a shape. */
export function Unseen({ children }: { children: ReactNode }) {
  return <span className={styles.unseen}>{children}</span>;
}
