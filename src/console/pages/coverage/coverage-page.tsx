import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { coverageQuery } from "../../api/coverage.ts";
import controls from "../../parts/controls.module.css";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { Page } from "../../parts/page/page.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { CollectNextView } from "./collect-next/collect-next-view.tsx";
import styles from "./coverage-page.module.css";
import { CoverageTabs } from "./coverage-tabs.tsx";
import {
  afterChange,
  type CoverageChange,
  type CoverageSearch,
  exportAddress,
  wantedOf,
} from "./search.ts";
import { SetChoice } from "./sets/set-choice.tsx";
import { StatesView } from "./states/states-view.tsx";
import { TestFirstView } from "./test-first/test-first-view.tsx";

const route = getRouteApi("/coverage");
const FORMATS = [
  { format: "navigator", name: "Navigator" },
  { format: "csv", name: "CSV" },
  { format: "pdf", name: "PDF" },
  { format: "stix", name: "OpenCTI" },
  { format: "dettect", name: "DeTT&CT" },
] as const;

/** Coverage for the given reports: what is detected, what is not, what to test first, what to collect next. */
export function CoveragePage() {
  const search: CoverageSearch = route.useSearch();
  const navigate = route.useNavigate();
  const onChange = useCallback(
    (change: CoverageChange) =>
      void navigate({
        search: (now) => afterChange(now, change),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const asked = useQuery({ ...coverageQuery(wantedOf(search)), placeholderData: keepPreviousData });
  return (
    <Page
      title="Coverage"
      lead="What your rules and logs detect, what tests have proven, and where you are blind."
      action={<Exports search={search} />}
      wide
    >
      <div className={styles.page}>
        <SetChoice search={search} sets={asked.data?.sets ?? []} onChange={onChange} />
        <CoverageTabs search={search} />
        {asked.isError ? (
          <ErrorPane error={asked.error} onRetry={() => void asked.refetch()} />
        ) : null}
        {search.view === "test-first" ? <TestFirstView search={search} /> : null}
        {search.view === "collect-next" ? <CollectNextView search={search} /> : null}
        {search.view === undefined && asked.isPending ? (
          <Skeleton what="the coverage" lines={12} />
        ) : null}
        {search.view === undefined && asked.data !== undefined && !asked.isError ? (
          <div aria-busy={asked.isPlaceholderData} className={styles.answer}>
            <StatesView coverage={asked.data} search={search} onChange={onChange} />
          </div>
        ) : null}
      </div>
    </Page>
  );
}

/** Exports of coverage. */
function Exports({ search }: { search: CoverageSearch }) {
  return (
    <nav aria-label="Exports" className={controls.line}>
      <span className={styles.quiet}>Export as</span>
      {FORMATS.map(({ format, name }) => (
        <a
          key={format}
          className={controls.button}
          href={exportAddress(search, format)}
          {...(format === "pdf" ? { target: "_blank", rel: "noreferrer" } : { download: true })}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
