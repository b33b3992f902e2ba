import { useState } from "react";
import { getRouteApi } from "@tanstack/react-router";
import controls from "../../parts/controls.module.css";
import { Page } from "../../parts/page/page.tsx";
import { useMayChange } from "../../parts/use-may-change.ts";
import { AddReport } from "./add/add-report.tsx";
import { IntakeFilters } from "./filters/intake-filters.tsx";
import { StateTabs } from "./filters/state-tabs.tsx";
import styles from "./intake-page.module.css";
import { Queue } from "./queue.tsx";
import { changed } from "./search.ts";

const route = getRouteApi("/intake");

/** The queue of collected reports: read, and promoted, left for later or rejected. */
export function IntakePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMayChange();
  const [isAdding, setIsAdding] = useState(false);
  const add = () => setIsAdding(true);
  return (
    <Page
      title="Intake"
      lead="Reports from your sources and imports. Promote those that are worth an analysis."
      wide
      action={
        mayChange ? (
          <button type="button" className={controls.button} onClick={add}>
            Add a report
          </button>
        ) : undefined
      }
    >
      <div className={styles.page}>
        {mayChange && isAdding ? (
          <AddReport
            onClose={() => setIsAdding(false)}
            onAdded={({ id }) => {
              setIsAdding(false);
              void navigate({ search: { report: id } });
            }}
          />
        ) : null}
        <div className={styles.narrowing} data-open={search.report !== undefined || undefined}>
          <StateTabs search={search} />
          <IntakeFilters
            search={search}
            onChange={(part) =>
              void navigate({
                search: changed(search, { ...part, report: undefined, page: undefined }),
                replace: true,
              })
            }
          />
        </div>
        <Queue search={search} mayChange={mayChange} onAdd={add} />
      </div>
    </Page>
  );
}
