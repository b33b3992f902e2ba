import type { ReactNode } from "react";
import { PathLink } from "../path-link.tsx";
import styles from "./page.module.css";

interface Props {
  title: ReactNode;
  /** One sentence about the purpose of the page. */
  lead?: ReactNode;
  /** The primary action, and at most a few others next to it. */
  action?: ReactNode;
  /** The parent page, which lists such objects. */
  above?: { to: string; name: string };
  /** Uses the whole width, for tables with many columns. */
  wide?: boolean;
  children: ReactNode;
}

/** The layout of every page: one left edge, the heading first, its action at the right. */
export function Page({ title, lead, action, above, wide = false, children }: Props) {
  return (
    <section className={styles.page} data-wide={wide || undefined}>
      <header className={styles.head}>
        <div className={styles.title}>
          {above === undefined ? null : (
            <p className={styles.above}>
              <span aria-hidden="true">←</span> <PathLink path={above.to}>{above.name}</PathLink>
            </p>
          )}
          <h1>{title}</h1>
          {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
        </div>
        {action === undefined ? null : <div className={styles.action}>{action}</div>}
      </header>
      {children}
    </section>
  );
}
