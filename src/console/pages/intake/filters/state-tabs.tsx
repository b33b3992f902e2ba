import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { intakeCountsQuery } from "../../../api/intake.ts";
import { type IntakeSearch, changed, STATE_NAMES } from "../search.ts";
import styles from "./filters.module.css";

const TABS = ["pending", "reviewing", "promoted", "rejected"] as const;

/** The states of reports with their counts. Each tab preserves the other filters. */
export function StateTabs({ search }: { search: IntakeSearch }) {
  const current = search.status ?? "pending";
  const counts = useQuery(intakeCountsQuery).data;
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <nav aria-label="States" className={styles.tabs}>
      {[...TABS, "all" as const].map((state) => (
        <Link
          key={state}
          to="/intake"
          search={changed(search, { status: state, report: undefined, page: undefined })}
          className={styles.tab}
          aria-current={state === current ? "page" : undefined}
          activeProps={{}}
        >
          {state === "all" ? "All" : STATE_NAMES[state]}{" "}
          <span className={styles.count}>{state === "all" ? total : counts?.[state]}</span>
        </Link>
      ))}
    </nav>
  );
}
