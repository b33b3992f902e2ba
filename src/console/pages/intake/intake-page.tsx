import { useRef, useState } from "react";
import { getRouteApi } from "@tanstack/react-router";
import controls from "../../parts/controls.module.css";
import { focusSoon } from "../../parts/focus-soon.ts";
import { Page } from "../../parts/page/page.tsx";
import { useMayChange } from "../../parts/use-may-change.ts";
import { AddReport } from "./add/add-report.tsx";
import { TITLE_ID } from "./detail/report-detail.tsx";
import { IntakeFilters } from "./filters/intake-filters.tsx";
import { StateTabs } from "./filters/state-tabs.tsx";
import styles from "./intake-page.module.css";
import { Queue } from "./queue.tsx";
import { changed } from "./search.ts";

const route = getRouteApi("/intake");

/** The queue of collected reports: read, promote, defer or reject. */
export function IntakePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMayChange();
  const adding = useAdding();
  const add = adding.begin;
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
        {mayChange && adding.isOpen ? (
          <AddReport
            onClose={adding.cancel}
            onAdded={({ id }) => {
              adding.end();
              void navigate({ search: { report: id } });
              focusSoon(TITLE_ID);
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

/** Manages the form for a new report. The focus returns to the control that opened it. */
function useAdding() {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<Element>(null);
  const end = () => setIsOpen(false);
  return {
    isOpen,
    begin: () => {
      opener.current = document.activeElement;
      setIsOpen(true);
    },
    end,
    cancel: () => {
      end();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
