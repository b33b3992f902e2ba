import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { vulnerabilitiesQuery } from "../../api/vulnerabilities.ts";
import { AttackLink } from "../../parts/attack-link.tsx";
import controls from "../../parts/controls.module.css";
import { EmptyState } from "../../parts/empty-state/empty-state.tsx";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import fields from "../../parts/filter-fields/filter-fields.module.css";
import { SearchField } from "../../parts/filter-fields/filter-fields.tsx";
import library from "../../parts/library/library.module.css";
import { Page } from "../../parts/page/page.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import tables from "../../parts/table.module.css";
import { formatDay } from "../../parts/when.ts";
import styles from "./vulnerabilities.module.css";

const route = getRouteApi("/vulnerabilities");
const PAGE = 50;

/** The CVEs that analyzed and collected reports mention. */
export function VulnerabilitiesPage() {
  const { search = "", exploited, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const isExploited = exploited === "true";
  const list = useQuery({
    ...vulnerabilitiesQuery({
      limit: PAGE,
      offset: (page - 1) * PAGE,
      ...(search === "" ? {} : { search }),
      ...(isExploited ? { known_exploited: "true" } : {}),
    }),
    placeholderData: keepPreviousData,
  });
  const change = (part: { search?: string | undefined; exploited?: string | undefined }) =>
    void navigate({
      search: (now) => ({ ...now, page: undefined, ...part }) as never,
      replace: true,
      resetScroll: false,
    });
  return (
    <Page
      title="Vulnerabilities"
      lead="The CVEs that your reports name, and which of them are known to be exploited."
    >
      <div className={fields.filters} role="search" aria-label="Vulnerabilities">
        <SearchField
          id="vulnerability-search"
          hint="CVE-2021 or 26855"
          value={search}
          onChange={(text) => change({ search: text || undefined })}
        />
        <label className={styles.check}>
          <span>Show only</span>
          <span className={styles.box}>
            <input
              type="checkbox"
              checked={isExploited}
              onChange={({ target }) => change({ exploited: target.checked ? "true" : undefined })}
            />
            Known to be exploited
          </span>
        </label>
      </div>
      {list.isError ? <ErrorPane error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <Skeleton what="the vulnerabilities" lines={10} /> : null}
      {list.data === undefined ? null : (
        <>
          <Found items={list.data.items} isFiltered={search !== "" || isExploited} />
          <Pages page={page} total={list.data.total} />
        </>
      )}
    </Page>
  );
}

interface FoundProps {
  items: Awaited<
    ReturnType<NonNullable<ReturnType<typeof vulnerabilitiesQuery>["queryFn"]>>
  >["items"];
  isFiltered: boolean;
}

function NoCve({ isFiltered }: Pick<FoundProps, "isFiltered">) {
  if (isFiltered) {
    return <p className={library.quiet}>No CVE in your reports matches. Clear a filter.</p>;
  }
  return (
    <EmptyState
      title="No report names a CVE yet."
      action={
        <Link to="/analyze" className={controls.primary}>
          Analyze a report
        </Link>
      }
    >
      CVEs that analyzed and collected reports name appear here, with the techniques that their
      exploits enable and the rules that mention them.
    </EmptyState>
  );
}

function Found({ items, isFiltered }: FoundProps) {
  if (items.length === 0) return <NoCve isFiltered={isFiltered} />;
  return (
    <table className={`${tables.table} ${styles.list}`}>
      <thead>
        <tr>
          <th scope="col">CVE</th>
          <th scope="col">Exploited</th>
          <th scope="col" className={styles.number}>
            Analyzed reports
          </th>
          <th scope="col" className={`${styles.number} ${styles.wide}`}>
            Collected reports
          </th>
          <th scope="col" className={`${styles.number} ${styles.wide}`}>
            Mapped techniques
          </th>
          <th scope="col" className={styles.wide}>
            Last seen
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((one) => (
          <tr key={one.cve_id}>
            <th scope="row">
              <AttackLink id={one.cve_id} />
            </th>
            <td>
              {one.known_exploited ? (
                <span className={library.badge} data-tone="bad">
                  Known exploited
                </span>
              ) : null}
            </td>
            <td className={styles.number}>{one.session_count || ""}</td>
            <td className={`${styles.number} ${styles.wide}`}>{one.report_count || ""}</td>
            <td className={`${styles.number} ${styles.wide}`}>
              {one.mapped_technique_count || ""}
            </td>
            <td className={styles.wide}>{formatDay(one.last_seen_at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Pages({ page, total }: { page: number; total: number }) {
  if (total === 0) return null;
  return (
    <nav aria-label="Pages of the list" className={library.line}>
      <span role="status" className={library.small}>
        {total === 1 ? "1 vulnerability" : `${total.toLocaleString("en")} vulnerabilities`}
      </span>
      {page > 1 ? (
        <Link to="/vulnerabilities" search={(now) => ({ ...now, page: page - 1 })}>
          Previous page
        </Link>
      ) : null}
      {page * PAGE < total ? (
        <Link to="/vulnerabilities" search={(now) => ({ ...now, page: page + 1 })}>
          Next page
        </Link>
      ) : null}
    </nav>
  );
}
