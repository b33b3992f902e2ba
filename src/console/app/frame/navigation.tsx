import { useQuery } from "@tanstack/react-query";
import { Link, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { intakeCountsQuery } from "../../api/intake.ts";
import { useRole } from "../../parts/use-role.ts";
import styles from "./frame.module.css";
import { isFor, SECTIONS, sectionOf } from "./pages.ts";

/** The highest count shown as a number. */
const MOST = 999;

/** The sections at the top of every page. */
export function Sections() {
  const current = sectionOf(usePath());
  const isCounted = useWaiting() > 0;
  // The count appears later and moves what follows it.
  const nav = useCurrentInView(`${current?.name} ${isCounted}`);
  return (
    <nav ref={nav} aria-label="Sections" className={styles.pages}>
      {SECTIONS.map((section) => (
        <Link
          key={section.name}
          to={section.pages[0].to}
          className={styles.page}
          data-current={section === current || undefined}
        >
          {section.name}
          {section.name === "Intake" ? <Waiting /> : null}
        </Link>
      ))}
    </nav>
  );
}

/** Shows how many reports wait in the intake; nothing if there are none. */
function Waiting() {
  const count = useWaiting();
  if (count === 0) return null;
  return (
    <>
      {" "}
      <span
        className={styles.waiting}
        title={count === 1 ? "1 pending report" : `${count} pending reports`}
      >
        {count > MOST ? `${MOST}+` : count}
      </span>
    </>
  );
}

function useWaiting(): number {
  return useQuery({ ...intakeCountsQuery, select: ({ pending }) => pending }).data ?? 0;
}

/** Shows the pages of a section on each of them, but not on the pages below them. */
export function SectionPages() {
  const path = usePath();
  const isAdmin = useRole() === "admin";
  const pages = sectionOf(path)?.pages.filter(isFor(isAdmin)) ?? [];
  const nav = useCurrentInView(path);
  if (pages.length < 2 || !pages.some(({ to }) => to === path)) return null;
  return (
    <nav ref={nav} aria-label="Pages of the section" className={styles.below}>
      {pages.map(({ to, name }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          className={styles.page}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** Scrolls a row that is wider than the screen to the link of the current page. */
function useCurrentInView(current: string) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const row = nav.current;
    const link = row?.querySelector<HTMLElement>("[data-current], [aria-current='page']");
    if (row == null || link == null) return;
    row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  return nav;
}

function usePath(): string {
  return useRouterState({ select: ({ location }) => location.pathname });
}
