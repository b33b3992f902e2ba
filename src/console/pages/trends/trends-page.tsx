import { counted } from "../../parts/counted.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type Trends, trendsFile, trendsQuery, type TrendsWanted } from "../../api/trends.ts";
import controls from "../../parts/controls.module.css";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { Page } from "../../parts/page/page.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { CoverageHistory } from "./coverage-history.tsx";
import { HeatTable } from "./heat-table.tsx";
import { NewInReports } from "./new-in-reports.tsx";
import { Options } from "./options.tsx";
import { ReportsBehind } from "./reports-behind.tsx";
import styles from "./trends.module.css";
import { DATED_BY } from "./words.ts";

const route = getRouteApi("/trends");

/** What reports mention over time, what is new, and how coverage developed. */
export function TrendsPage() {
  const wanted = wantedOf(route.useSearch());
  const found = useQuery({ ...trendsQuery(wanted), placeholderData: keepPreviousData });
  return (
    <Page
      title="Trends"
      lead="How many of your reports name each technique, group, software and vulnerability, over time."
      wide
      action={
        <a className={controls.button} href={trendsFile(wanted)} download>
          Export CSV
        </a>
      }
    >
      <Options />
      {found.isError ? (
        <ErrorPane error={found.error} onRetry={() => void found.refetch()} />
      ) : null}
      {found.isPending ? <Skeleton what="the trends" /> : null}
      {found.data === undefined ? null : (
        <Counted trends={found.data} wanted={wanted} isOlder={found.isPlaceholderData} />
      )}
      <NewInReports domain={wanted.domain} />
      <CoverageHistory domain={wanted.domain} />
    </Page>
  );
}

/** Returns the query for an address. */
function wantedOf({ of, by, review, domain, since, until }: TrendsSearch): TrendsWanted {
  return {
    ...(of !== undefined && { of }),
    ...(by !== undefined && { by }),
    ...(review !== undefined && { review }),
    ...(domain !== undefined && { domain }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  };
}

type TrendsSearch = ReturnType<typeof route.useSearch>;

interface CountedProps {
  trends: Trends;
  wanted: TrendsWanted;
  /** Whether the previous result is shown until the new one arrives. */
  isOlder: boolean;
}

function Counted({ trends, wanted, isOlder }: CountedProps) {
  return (
    <>
      <Facts trends={trends} />
      {trends.items.length === 0 ? (
        <Empty trends={trends} />
      ) : (
        <div className={styles.counted} aria-busy={isOlder}>
          <HeatTable trends={trends} />
          <ReportsBehind trends={trends} wanted={wanted} />
        </div>
      )}
    </>
  );
}

/** How many reports were counted, and by which of their dates. */
function Facts({ trends }: { trends: Trends }) {
  const { reports, since, until, dated_by: dated, pending, item_count: all, items } = trends;
  const said = DATED_BY.filter(([role]) => dated[role] > 0).map(
    ([role, name]) => `${name} (${dated[role]})`,
  );
  const isCut = all > items.length;
  return (
    <p role="status" className={styles.quiet}>
      {counted(reports, "report")} from {since} to {until}
      {said.length === 0 ? "" : `, dated by ${said.join(", ")}`}.
      {isCut ? ` The ${items.length} most named of ${all} are shown.` : ""}
      {pending > 0 ? ` ${counted(pending, "report")} more are being counted.` : ""}
    </p>
  );
}

function Empty({ trends: { of, reports, by } }: { trends: Trends }) {
  if (reports > 0) {
    return (
      <p className={styles.empty}>
        The reports of this period name no {of}. Choose something else to count, or a longer period.
      </p>
    );
  }
  return (
    <div className={styles.empty}>
      <h2>No reports in this period</h2>
      <p>
        Trends count what your analyzed reports name, by the date that each report gives for itself.
        Analyze recent reports{by === "year" ? "" : ", or choose a longer period"}.
      </p>
      <Link to="/analyze" className={controls.button}>
        Analyze a report
      </Link>
    </div>
  );
}
