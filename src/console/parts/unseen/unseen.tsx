import type { ReactNode } from "react";
import styles from "./unseen.module.css";

/** Words for those who hear the page, where others see a colour or a shape. */
export function Unseen({ children }: { children: ReactNode }) {
  return <span className={styles.unseen}>{children}</span>;
}
