import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { type Source, sourcesQuery } from "../../../api/sources.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { ListPages } from "../../../parts/list-pages/list-pages.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import tables from "../../../parts/table.module.css";
import { Unseen } from "../../../parts/unseen/unseen.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import styles from "../sources.module.css";
import { AddSource } from "./add-source.tsx";
import { SourceRow } from "./source-row.tsx";

const route = getRouteApi("/intake/sources");
const PER_PAGE = 100;

/** The scheduled sources: the state of each, and its actions. */
export function SourcesPage() {
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMayChange();
  const [isAdding, setIsAdding] = useState(false);
  const list = useQuery({
    ...sourcesQuery({ limit: PER_PAGE, offset: (page - 1) * PER_PAGE }),
    placeholderData: keepPreviousData,
  });
  const { items = [], total = 0 } = list.data ?? {};
  const isEmpty = list.isSuccess && total === 0;
  const add = (
    <button type="button" className={controls.primary} onClick={() => setIsAdding(true)}>
      Add a source
    </button>
  );
  return (
    <Page
      title="Sources"
      lead="RSS and Atom feeds that are read on a schedule. New items enter the intake."
      action={mayChange && !isAdding && !isEmpty ? add : undefined}
    >
      {mayChange && isAdding ? <AddSource onClose={() => setIsAdding(false)} /> : null}
      {list.isError ? <ErrorPane error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <Skeleton what="the sources" lines={8} /> : null}
      {items.length > 0 ? <SourceTable sources={items} isFetching={list.isFetching} /> : null}
      {isEmpty && !isAdding ? (
        <div className={styles.empty}>
          <p>
            There are no sources yet. Paste the address of a blog or news page about threats, and
            the service finds its feed.
          </p>
          {mayChange ? add : null}
        </div>
      ) : null}
      {total > 0 ? (
        <ListPages
          page={page}
          perPage={PER_PAGE}
          total={total}
          names={["source", "sources"]}
          onPage={(to) => void navigate({ search: { page: to } })}
        />
      ) : null}
    </Page>
  );
}

function SourceTable({ sources, isFetching }: { sources: Source[]; isFetching: boolean }) {
  return (
    <table className={tables.table} aria-busy={isFetching}>
      <thead>
        <tr>
          <th scope="col">Source</th>
          <th scope="col" className={`${styles.number} ${styles.wide}`}>
            Reports
          </th>
          <th scope="col" className={styles.wide}>
            Last run
          </th>
          <th scope="col" className={styles.wide}>
            Next run
          </th>
          <th scope="col">
            <Unseen>Actions</Unseen>
          </th>
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <SourceRow key={source.id} source={source} />
        ))}
      </tbody>
    </table>
  );
}
