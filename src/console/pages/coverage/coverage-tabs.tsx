import { Link } from "@tanstack/react-router";
import styles from "./coverage-page.module.css";
import { afterChange, type CoverageSearch } from "./search.ts";

const VIEWS = [
  { view: undefined, name: "States" },
  { view: "test-first", name: "Test first" },
  { view: "collect-next", name: "Collect next" },
] as const;

/** The parts of coverage; each has its address. */
export function CoverageTabs({ search }: { search: CoverageSearch }) {
  return (
    <nav aria-label="Parts of coverage" className={styles.tabs}>
      {VIEWS.map(({ view, name }) => (
        <Link
          key={name}
          to="/coverage"
          search={afterChange(search, { view, technique: undefined })}
          // Exact, for whatever the address has else, the parts differ by their view alone.
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
