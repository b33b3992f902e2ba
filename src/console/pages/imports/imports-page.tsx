import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type Import, importsQuery } from "../../api/imports.ts";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { ListPages } from "../../parts/list-pages/list-pages.tsx";
import { Page } from "../../parts/page/page.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import tables from "../../parts/table.module.css";
import { useMayChange } from "../../parts/use-may-change.ts";
import { VisibleText } from "../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../parts/when.ts";
import { ImportFile } from "./import-file.tsx";
import styles from "./imports.module.css";
import { KIND_NAMES, nameOf } from "./words.ts";

const route = getRouteApi("/intake/imports");
const PER_PAGE = 50;

/** Files of other platforms: preview, import, and all earlier imports. */
export function ImportsPage() {
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMayChange();
  const list = useQuery({
    ...importsQuery({ limit: PER_PAGE, offset: (page - 1) * PER_PAGE }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="Imports"
      lead="STIX bundles, MISP events and the ATLAS matrix. Their reports enter the intake."
    >
      {mayChange ? <ImportFile /> : null}
      <section className={styles.part}>
        <h2>Past imports</h2>
        {list.isError ? <ErrorPane error={list.error} onRetry={() => void list.refetch()} /> : null}
        {list.isPending ? <Skeleton what="the imports" lines={4} /> : null}
        {list.data?.total === 0 ? (
          <p className={styles.quiet}>
            There are no imports yet. Each import appears here with the outcome of every object.
          </p>
        ) : null}
        {list.data === undefined || list.data.total === 0 ? null : (
          <>
            <ImportTable imports={list.data.items} isFetching={list.isFetching} />
            <ListPages
              page={page}
              perPage={PER_PAGE}
              total={list.data.total}
              names={["import", "imports"]}
              onPage={(to) => void navigate({ search: { page: to } })}
            />
          </>
        )}
      </section>
    </Page>
  );
}

function ImportTable({ imports, isFetching }: { imports: Import[]; isFetching: boolean }) {
  return (
    <table className={tables.table} aria-busy={isFetching}>
      <thead>
        <tr>
          <th scope="col">Import</th>
          <th scope="col" className={styles.number}>
            New<span className={styles.wide}> reports</span>
          </th>
          <th scope="col" className={`${styles.number} ${styles.wide}`}>
            Duplicates
          </th>
          <th scope="col" className={`${styles.number} ${styles.wide}`}>
            New observables
          </th>
          <th scope="col" className={styles.number}>
            Failed
          </th>
          <th scope="col" className={styles.wide}>
            Started
          </th>
        </tr>
      </thead>
      <tbody>
        {imports.map((one) => (
          <Row key={one.id} given={one} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ given }: { given: Import }) {
  const { id, kind, actor, status, errors, created_at: created } = given;
  return (
    <tr>
      <th scope="row" className={styles.name}>
        <Link to="/intake/imports/$id" params={{ id }}>
          <bdi>
            <VisibleText text={nameOf(given)} />
          </bdi>
        </Link>
        <span className={styles.below}>
          {KIND_NAMES[kind]}, by <VisibleText text={actor} />
        </span>
        {status === "complete" ? null : (
          <span className={status === "running" ? styles.below : styles.failed}>
            {status === "running" ? "Running" : "Interrupted"}
          </span>
        )}
      </th>
      <td className={styles.number}>{given.items_created.toLocaleString("en")}</td>
      <td className={`${styles.number} ${styles.wide}`}>{given.duplicates.toLocaleString("en")}</td>
      <td className={`${styles.number} ${styles.wide}`}>
        {given.observables_created.toLocaleString("en")}
      </td>
      <td className={`${styles.number} ${errors > 0 ? styles.failed : ""}`}>
        {errors.toLocaleString("en")}
      </td>
      <td className={`${styles.time} ${styles.wide}`}>{formatTime(created)}</td>
    </tr>
  );
}
