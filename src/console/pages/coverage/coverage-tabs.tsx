import { Link } from "@tanstack/react-router";
import styles from "./coverage-page.module.css";
import { afterChange, type CoverageSearch } from "./search.ts";

const VIEWS = [
  { view: undefined, name: "States" },
  { view: "test-first", name: "Test first" },
  { view: "collect-next", name: "Collect next" },
] as const;

/** The views of coverage, each with its own address. */
export function CoverageTabs({ search }: { search: CoverageSearch }) {
  return (
    <nav aria-label="Parts of coverage" className={styles.tabs}>
      {VIEWS.map(({ view, name }) => (
        <Link
          key={name}
          to="/coverage"
          search={afterChange(search, { view, technique: undefined })}
          // Exact, because the parts differ only by their view, whatever else the address contains.
          activeOptions={{ exact: true }}
          className={styles.tab}
          aria-current={search.view === view ? "page" : "false"}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
