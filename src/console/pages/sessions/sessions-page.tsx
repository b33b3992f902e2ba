import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Schema } from "../../api/client.ts";
import { sessionsQuery, type SessionsWanted } from "../../api/sessions.ts";
import { counted } from "../../parts/counted.ts";
import controls from "../../parts/controls.module.css";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { Page } from "../../parts/page/page.tsx";
import { type KeyHelp, useKeyHelp } from "../../parts/key-help/key-help.ts";
import { useSender } from "../../parts/review-queue/use-sender.ts";
import tables from "../../parts/table.module.css";
import { Unseen } from "../../parts/unseen/unseen.tsx";
import { useMayChange } from "../../parts/use-may-change.ts";
import { useKeys } from "../../parts/use-keys.ts";
import { CompareSessions } from "./compare/compare-sessions.tsx";
import { DeleteBar } from "./delete-bar.tsx";
import { usePendingDeletes } from "./pending-deletes.ts";
import { type Filters, filtersOf } from "./search.ts";
import { SessionFilters } from "./session-filters.tsx";
import { SessionRow } from "./session-row.tsx";
import styles from "./sessions-page.module.css";

const route = getRouteApi("/sessions");
const PAGE = 50;
const MAX_COMPARED = 6;
const HELP: KeyHelp = { title: "Reports", keys: [["/", "Search"]] };
const focusSearch = { "/": () => document.getElementById("session-search")?.focus() };

/** All sessions, searchable by content; several of them side by side. */
export function SessionsPage() {
  const { compare } = route.useSearch();
  // Reviews made while the service was unavailable are sent from here too.
  useSender();
  return compare === undefined ? (
    <SessionList />
  ) : (
    <CompareSessions ids={compare.split(",").slice(0, MAX_COMPARED)} />
  );
}

function SessionList() {
  const search = route.useSearch();
  const { page = 1 } = search;
  const filters = filtersOf(search);
  const navigate = route.useNavigate();
  const mayChange = useMayChange();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const sessions = useQuery({
    ...sessionsQuery(wantedOf(filters, page)),
    placeholderData: keepPreviousData,
  });
  const deleted = new Set(usePendingDeletes().map(({ id }) => id));
  const items = sessions.data?.items.filter(({ session_id: id }) => !deleted.has(id));
  useKeys(focusSearch);
  useKeyHelp(HELP);
  const narrow = (part: Filters) => {
    void navigate({ search: filtersOf({ ...filters, ...part }), replace: true });
  };
  return (
    <Page
      title="Reports"
      lead="All analyzed reports. Select two or more to compare them or to make a dossier of them."
      action={
        mayChange ? (
          <Link to="/analyze" className={chosen.length === 0 ? controls.primary : controls.button}>
            Analyze a report
          </Link>
        ) : null
      }
      wide
    >
      <SessionFilters filters={filters} onChange={narrow} />
      <Chosen chosen={chosen} onClear={() => setChosen([])} />
      <DeleteBar />
      {sessions.isError ? (
        <ErrorPane error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : null}
      {items?.length === 0 ? (
        <None isNarrowed={Object.keys(filters).length > 0} />
      ) : (
        <table className={`${tables.table} ${styles.table}`} aria-busy={sessions.isFetching}>
          <Columns />
          <Rows sessions={items} chosen={chosen} onChoose={setChosen} />
        </table>
      )}
      {sessions.data === undefined ? null : <Pages page={page} total={sessions.data.total} />}
    </Page>
  );
}

interface RowsProps {
  sessions: readonly Schema<"SessionListItem">[] | undefined;
  chosen: readonly string[];
  onChoose: (chosen: readonly string[]) => void;
}

function Rows({ sessions, chosen, onChoose }: RowsProps) {
  return (
    <tbody>
      {sessions?.map((session) => {
        const { session_id: id } = session;
        return (
          <SessionRow
            key={id}
            session={session}
            isChosen={chosen.includes(id)}
            onChoose={(isChosen) =>
              onChoose(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
        );
      })}
    </tbody>
  );
}

function Columns() {
  return (
    <thead>
      <tr>
        <th scope="col">
          <Unseen>Compare</Unseen>
        </th>
        <th scope="col">Report</th>
        <th scope="col">Review</th>
        <th scope="col" className={styles.wide}>
          Assigned to
        </th>
        <th scope="col" className={`${styles.wide} ${styles.number}`}>
          Techniques
        </th>
        <th scope="col" className={styles.wide}>
          Release
        </th>
        <th scope="col" className={styles.wide}>
          Analyzed
        </th>
        <th scope="col">
          <Unseen>Actions</Unseen>
        </th>
      </tr>
    </thead>
  );
}

function Chosen({ chosen, onClear }: { chosen: readonly string[]; onClear: () => void }) {
  const mayChange = useMayChange();
  if (chosen.length === 0) return null;
  const isEnough = chosen.length > 1 && chosen.length <= MAX_COMPARED;
  return (
    <span className={styles.actions}>
      {mayChange && chosen.length > 1 ? (
        <Link to="/dossiers" search={{ sessions: chosen.join(",") }} className={controls.primary}>
          New dossier
        </Link>
      ) : null}
      {isEnough ? (
        <Link to="/sessions" search={{ compare: chosen.join(",") }} className={controls.button}>
          Compare {chosen.length} reports
        </Link>
      ) : (
        <span role="status">
          {chosen.length === 1 ? "Select one more to compare" : `Select at most ${MAX_COMPARED}`}
        </span>
      )}
      <button type="button" className={controls.button} onClick={onClear}>
        Clear selection
      </button>
    </span>
  );
}

function None({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed) {
    return (
      <p className={styles.quiet}>
        No report matches these filters. <Link to="/sessions">Clear the filters</Link>
      </p>
    );
  }
  return (
    <div className={styles.empty}>
      <h2>No reports yet</h2>
      <p>
        Analyze a report to find the ATT&CK techniques that it describes. Each one comes with the
        sentence behind it, for you to accept or reject.
      </p>
    </div>
  );
}

function Pages({ page, total }: { page: number; total: number }) {
  const last = Math.max(1, Math.ceil(total / PAGE));
  return (
    <nav aria-label="Pages of the list" className={styles.actions}>
      <span role="status" className={styles.quiet}>
        {counted(total, "report")}
      </span>
      {page > 1 ? (
        <Link from="/sessions" to="/sessions" search={(known) => ({ ...known, page: page - 1 })}>
          Previous page
        </Link>
      ) : null}
      {page < last ? (
        <Link from="/sessions" to="/sessions" search={(known) => ({ ...known, page: page + 1 })}>
          Next page
        </Link>
      ) : null}
    </nav>
  );
}

const wantedOf = (filters: Filters, page: number): SessionsWanted =>
  ({ ...filters, limit: PAGE, offset: (page - 1) * PAGE }) as SessionsWanted;
