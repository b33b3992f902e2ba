import type { ReactNode } from "react";
import styles from "./library.module.css";

interface Props {
  /** Its anchor in the address of the page. */
  id: string;
  title: string;
  /** Undefined while it is loading. */
  count?: number | undefined;
  /** Actions on the whole section. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A section of a library page, with its heading and the number of its entries. */
export function Section({ id, title, count, tools, children }: Props) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} tabIndex={-1}>
          {title}
          {count === undefined ? null : (
            <span className={styles.quiet}> {count.toLocaleString("en")}</span>
          )}
        </h2>
        {tools === undefined ? null : <div className={styles.tools}>{tools}</div>}
      </div>
      {children}
    </section>
  );
}
