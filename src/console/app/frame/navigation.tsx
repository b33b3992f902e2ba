import { Link, useRouterState } from "@tanstack/react-router";
import styles from "./frame.module.css";
import { SECTIONS, sectionOf } from "./pages.ts";

/** The sections on top of every page. */
export function Sections() {
  const current = sectionOf(usePath());
  return (
    <nav aria-label="Sections" className={styles.pages}>
      {SECTIONS.map((section) => (
        <Link
          key={section.name}
          to={section.pages[0].to}
          className={styles.page}
          data-current={section === current || undefined}
        >
          {section.name}
        </Link>
      ))}
    </nav>
  );
}

/** The pages of the section, on each of these pages; what lies below them has the room for itself. */
export function SectionPages() {
  const path = usePath();
  const pages = sectionOf(path)?.pages ?? [];
  if (pages.length < 2 || !pages.some(({ to }) => to === path)) return null;
  return (
    <nav aria-label="Pages of the section" className={styles.below}>
      {pages.map(({ to, name }) => (
        <Link key={to} to={to} activeOptions={{ exact: true }} className={styles.page}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

function usePath(): string {
  return useRouterState({ select: ({ location }) => location.pathname });
}
