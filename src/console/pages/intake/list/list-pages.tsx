import { Link } from "@tanstack/react-router";
import page from "../intake-page.module.css";
import { type IntakeSearch, changed, PAGE_SIZE } from "../search.ts";

/** The way to the other pages of the list. */
export function ListPages({ search, total }: { search: IntakeSearch; total: number }) {
  const { page: current = 1 } = search;
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  if (pages === 1 && current === 1) return null;
  const at = (number: number) => changed(search, { page: number, report: undefined });
  return (
    <nav aria-label="Pages of the list" className={page.pages}>
      {current > 1 ? (
        <Link to="/intake" search={at(current - 1)}>
          Previous page
        </Link>
      ) : null}
      <span>
        Page {current} of {pages}
      </span>
      {current < pages ? (
        <Link to="/intake" search={at(current + 1)}>
          Next page
        </Link>
      ) : null}
    </nav>
  );
}
