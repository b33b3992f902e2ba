import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { type Observable, observablesQuery } from "../../../api/observables.ts";
import controls from "../../../parts/controls.module.css";
import { ListPages } from "../../../parts/list-pages/list-pages.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { usePendingSuppressions } from "../changes/pending-suppressions.ts";
import { SuppressBar } from "../changes/suppress-bar.tsx";
import { DefangSwitch } from "../shown/defang-switch.tsx";
import { AddObservable } from "./add-observable.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { EnrichProgress } from "./enrich/enrich-progress.tsx";
import { useEnrichment } from "./enrich/use-enrichment.ts";
import { Exports } from "./exports.tsx";
import { type Filters, givenFilters, knownOf, type Order, PAGE, wantedOf } from "./filters.ts";
import { ObservableFilters } from "./observable-filters.tsx";
import { ObservableTable } from "./observable-table.tsx";
import styles from "./observables-page.module.css";
import { useChosen } from "../../../parts/use-chosen.ts";
import { useListActs } from "./use-list-acts.ts";
import { useListKeys } from "./use-list-keys.ts";

const route = getRouteApi("/observables");
const NONE: readonly Observable[] = [];

/** All observables: search, export, and bulk decisions. */
export function ObservablesPage() {
  const { page = 1, sort, order, ...search } = route.useSearch();
  const filters = knownOf(search);
  const sorted: Order = { ...(sort && { sort }), ...(order && { order }) };
  const navigate = route.useNavigate();
  const mayChange = useMayChange();
  const [isAdding, setIsAdding] = useState(false);
  const list = useQuery({
    ...observablesQuery(wantedOf(filters, page, sorted)),
    placeholderData: keepPreviousData,
  });
  const narrow = (part: Filters) =>
    void navigate({
      search: { ...sorted, ...givenFilters({ ...filters, ...part }) },
      replace: true,
    });
  const add = () => setIsAdding(true);
  return (
    <Page
      title="Observables"
      wide
      lead="Addresses, hashes, names and paths of all reports, with what they were used for."
      action={
        <>
          <DefangSwitch />
          {mayChange && !isAdding ? (
            <button type="button" className={controls.primary} onClick={add}>
              Add an observable
            </button>
          ) : null}
        </>
      }
    >
      {mayChange && isAdding ? <AddObservable onClose={() => setIsAdding(false)} /> : null}
      <ObservableFilters filters={filters} onChange={narrow} />
      {list.data?.total === 0 ? null : <Exports filters={filters} />}
      <SuppressBar />
      {list.isError ? <ErrorPane error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <Skeleton what="the observables" lines={12} /> : null}
      <Rows items={list.data?.items ?? NONE} isFetching={list.isFetching} onAdd={add} />
      {list.data?.total === 0 ? (
        <p className={styles.quiet}>
          {Object.keys(givenFilters(filters)).length > 0
            ? "No observable matches."
            : "There are no observables yet. Analyze a report or add a source. The addresses, hashes and names in its reports appear here."}
        </p>
      ) : null}
      {list.data === undefined || list.data.total === 0 ? null : (
        <ListPages
          page={page}
          perPage={PAGE}
          total={list.data.total}
          names={["observable", "observables"]}
          onPage={(next) => void navigate({ search: (known) => ({ ...known, page: next }) })}
        />
      )}
    </Page>
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
  const enrichment = useEnrichment();
  const { bulk, said, act, tag } = useListActs(items, chosen);
  useListKeys({ chosen, mayChange, onAct: act, onAdd });
  if (all.length === 0) return null;
  return (
    <div className={styles.rows}>
      <div className={styles.bar}>
        <BulkBar
          observables={items.filter(({ id }) => chosen.has(id))}
          enrichment={enrichment}
          mayChange={mayChange}
          isPending={bulk.isPending}
          onAct={act}
          onTag={tag}
          onClear={() => chosen.chooseAll(false)}
        />
        <span role="status">{said}</span>
        <EnrichProgress enrichment={enrichment} />
      </div>
      {bulk.isError ? (
        <ErrorPane error={bulk.error} onRetry={() => bulk.mutate(bulk.variables)} />
      ) : null}
      <ObservableTable items={items} isFetching={isFetching} chosen={chosen} />
    </div>
  );
}
