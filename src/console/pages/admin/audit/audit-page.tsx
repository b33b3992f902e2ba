import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type AuditEntry, auditQuery } from "../../../api/audit.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { ListPages } from "../../../parts/list-pages/list-pages.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { PathLink } from "../../../parts/path-link.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import tables from "../../../parts/table.module.css";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../../parts/when.ts";
import styles from "../admin.module.css";
import { AuditFilterFields } from "./audit-filters.tsx";
import { EntryDetails } from "./details.tsx";
import { type AuditFilters, exportAddress, knownOf, wantedOf } from "./filters.ts";
import { VerifyTrail } from "./verify-trail.tsx";
import { describeEntry, hasFailed, nameIn, nounOf, placeOf } from "./words.ts";

const route = getRouteApi("/admin");
const PER_PAGE = 50;

/** The audit trail, which can be verified and exported. */
export function AuditPage() {
  const { page = 1, ...search } = route.useSearch();
  const filters = knownOf(search);
  const navigate = route.useNavigate();
  const list = useQuery({
    ...auditQuery({ ...wantedOf(filters), limit: PER_PAGE, offset: (page - 1) * PER_PAGE }),
    placeholderData: keepPreviousData,
  });
  const narrow = (part: AuditFilters) => {
    const next = Object.entries({ ...filters, ...part }).filter(
      ([, value]) => value !== undefined && value !== "",
    );
    void navigate({ search: Object.fromEntries(next) as AuditFilters, replace: true });
  };
  const isNarrowed = Object.keys(wantedOf(filters)).length > 0;
  return (
    <Page
      title="Audit"
      lead="Every change of the workspace: who made it, when, and from what to what."
      action={
        <a className={controls.button} href={exportAddress(filters)} download>
          {isNarrowed ? "Export these entries" : "Export all entries"}
        </a>
      }
    >
      <VerifyTrail />
      <AuditFilterFields filters={filters} onChange={narrow} />
      {list.isError ? <ErrorPane error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <Skeleton what="the audit trail" lines={12} /> : null}
      {list.data?.total === 0 ? (
        <p className={styles.quiet}>
          {isNarrowed
            ? "No entry matches."
            : "There are no changes yet. Every change appears here."}
        </p>
      ) : null}
      {list.data === undefined || list.data.total === 0 ? null : (
        <>
          <Entries entries={list.data.items} isFetching={list.isFetching} />
          <ListPages
            page={page}
            perPage={PER_PAGE}
            total={list.data.total}
            names={["entry", "entries"]}
            onPage={(to) => void navigate({ search: (known) => ({ ...known, page: to }) })}
          />
        </>
      )}
    </Page>
  );
}

function Entries({ entries, isFetching }: { entries: AuditEntry[]; isFetching: boolean }) {
  return (
    <table className={`${tables.table} ${styles.log}`} aria-busy={isFetching}>
      <thead>
        <tr>
          <th scope="col" className={styles.wide}>
            Time
          </th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const name = nameIn(entry);
  const place = placeOf(entry);
  const when = formatTime(entry.created_at);
  const label = (
    <bdi>
      <VisibleText text={name === "" ? `View ${nounOf(entry)}` : name} />
    </bdi>
  );
  return (
    <tr>
      <td className={`${styles.time} ${styles.wide}`}>{when}</td>
      <td className={styles.text}>
        <strong>
          <VisibleText text={entry.actor} />
        </strong>{" "}
        <span className={hasFailed(entry.details) ? styles.failed : undefined}>
          {describeEntry(entry)}
        </span>
        {name === "" ? " " : ": "}
        {place !== null ? <PathLink path={place}>{label}</PathLink> : name === "" ? null : label}
        <span className={`${styles.below} ${styles.narrow}`}>{when}</span>
        <EntryDetails entry={entry} />
      </td>
    </tr>
  );
}
