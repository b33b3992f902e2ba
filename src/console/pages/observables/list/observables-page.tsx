import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { type Observable, observablesQuery } from "../../../api/observables.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { usePendingSuppressions } from "../changes/pending-suppressions.ts";
import { SuppressBar } from "../changes/suppress-bar.tsx";
import { DefangSwitch } from "../shown/defang-switch.tsx";
import { plainValue } from "../shown/plain-value.ts";
import { AddObservable } from "./add-observable.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { Exports } from "./exports.tsx";
import { type Filters, givenFilters, pagesOf, wantedOf } from "./filters.ts";
import { ObservableFilters } from "./observable-filters.tsx";
import { ObservableTable } from "./observable-table.tsx";
import styles from "./observables-page.module.css";
import { useChosen } from "../../../parts/use-chosen.ts";
import { useListActs } from "./use-list-acts.ts";
import { useListKeys } from "./use-list-keys.ts";

const route = getRouteApi("/observables");
const NONE: readonly Observable[] = [];

/** All observables: found, exported, and decided on, many at once. */
export function ObservablesPage() {
  const { page = 1, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMayChange();
  const [isAdding, setIsAdding] = useState(false);
  const list = useQuery({
    ...observablesQuery(wantedOf(filters, page)),
    placeholderData: keepPreviousData,
  });
  const narrow = (part: Filters) =>
    void navigate({ search: givenFilters({ ...filters, ...part }), replace: true });
  const add = () => setIsAdding(true);
  return (
    <section className={styles.page}>
      <div className={styles.top}>
        <h1>Observables</h1>
        <span className={styles.line}>
          {mayChange && !isAdding ? (
            <button type="button" className={controls.button} onClick={add}>
              Add an observable
            </button>
          ) : null}
          <DefangSwitch />
        </span>
      </div>
      {mayChange && isAdding ? <AddObservable onClose={() => setIsAdding(false)} /> : null}
      <ObservableFilters filters={filters} onChange={narrow} />
      <Exports filters={filters} />
      <SuppressBar />
      {list.isError ? <ErrorPane error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <Skeleton what="the observables" lines={12} /> : null}
      <Rows items={list.data?.items ?? NONE} isFetching={list.isFetching} onAdd={add} />
      {list.data?.total === 0 ? (
        <p className={styles.quiet}>
          {Object.keys(givenFilters(filters)).length > 0
            ? "No observable fits."
            : "There is no observable yet. Those of analysed and collected reports come here."}
        </p>
      ) : null}
      {list.data === undefined ? null : <Pages page={page} total={list.data.total} />}
    </section>
  );
}

interface RowsProps {
  items: readonly Observable[];
  isFetching: boolean;
  onAdd: () => void;
}

function Rows({ items: all, isFetching, onAdd }: RowsProps) {
  const mayChange = useMayChange();
  const gone = new Set(
    usePendingSuppressions().flatMap(({ ids, error }) => (error === null ? ids : [])),
  );
  const items = all.filter(({ id }) => !gone.has(id));
  const chosen = useChosen(items.map(({ id }) => id));
  const { bulk, said, act, tag } = useListActs(items, chosen);
  useListKeys({ chosen, mayChange, onAct: act, onAdd });
  if (all.length === 0) return null;
  const values = items.filter(({ id }) => chosen.has(id)).map(plainValue);
  return (
    <>
      <div className={styles.bar}>
        <BulkBar
          values={values}
          mayChange={mayChange}
          isPending={bulk.isPending}
          onAct={act}
          onTag={tag}
          onClear={() => chosen.chooseAll(false)}
        />
        <span role="status">{said}</span>
      </div>
      {bulk.isError ? (
        <ErrorPane error={bulk.error} onRetry={() => bulk.mutate(bulk.variables)} />
      ) : null}
      <ObservableTable items={items} isFetching={isFetching} chosen={chosen} />
    </>
  );
}

function Pages({ page, total }: { page: number; total: number }) {
  return (
    <nav aria-label="Pages of the list" className={styles.line}>
      <span role="status">{total === 1 ? "1 observable" : `${total} observables`}</span>
      {page > 1 ? (
        <Link to="/observables" search={(known) => ({ ...known, page: page - 1 })}>
          Previous page
        </Link>
      ) : null}
      {page < pagesOf(total) ? (
        <Link to="/observables" search={(known) => ({ ...known, page: page + 1 })}>
          Next page
        </Link>
      ) : null}
    </nav>
  );
}
