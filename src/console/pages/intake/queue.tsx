import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { type IntakeReport, intakeQuery, intakeReportQuery } from "../../api/intake.ts";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { useChosen } from "../../parts/use-chosen.ts";
import { ReportActions } from "./detail/report-actions.tsx";
import { ReportDetail, TITLE_ID } from "./detail/report-detail.tsx";
import { Empty } from "./empty.tsx";
import styles from "./intake-page.module.css";
import { ListBar } from "./list/list-bar.tsx";
import { ReportList } from "./list/report-list.tsx";
import type { Analysis } from "./promote/analysis.ts";
import { PromoteForm } from "./promote/promote-form.tsx";
import { useAnalysisChoice } from "./promote/use-analysis-choice.ts";
import { changed, compareReports, type IntakeSearch, PAGE_SIZE, wantedOf } from "./search.ts";
import type { Action } from "./triage/decision.ts";
import { followedIds, shownReports } from "./triage/shown-reports.ts";
import { type Triage, useTriage } from "./triage/use-triage.ts";
import { useIntakeKeys } from "./use-intake-keys.ts";
import { useWide } from "./use-wide.ts";

const route = getRouteApi("/intake");
const NONE: readonly IntakeReport[] = [];

interface Props {
  search: IntakeSearch;
  mayChange: boolean;
  onAdd: () => void;
}

/** The list, the report that is read, and what the reader decides. */
export function Queue({ search, mayChange, onAdd }: Props) {
  const navigate = route.useNavigate();
  const isWide = useWide();
  const wanted = wantedOf(search);
  const triage = useTriage(JSON.stringify(wanted));
  const list = useQuery({ ...intakeQuery(wanted), placeholderData: keepPreviousData });
  const reports = useRows(list.data?.items ?? NONE, triage, search);
  const chosen = useChosen(reports.map(({ id }) => id));
  const open = useOpenReport(search.report, reports);
  const [choice, setChoice] = useAnalysisChoice();
  /** The reports that the open form of a promotion is about. */
  const [promoting, setPromoting] = useState<readonly IntakeReport[]>(NONE);
  const isOne = promoting.length === 1 && promoting[0]?.id === open?.id;

  const show = (id: string | undefined, replace: boolean) =>
    void navigate({
      search: changed(search, { report: id }),
      replace,
      resetScroll: false,
    });
  const meant = () =>
    chosen.ids.length > 0
      ? reports.filter(({ id }) => chosen.has(id))
      : open === undefined
        ? NONE
        : [open];
  /** Decides, and goes on to the next report that nobody has decided on. */
  const decide = (
    on: readonly IntakeReport[],
    action: Action,
    analysis: Analysis | null = null,
  ) => {
    triage.decide(on, action, analysis);
    chosen.chooseAll(false);
    setPromoting(NONE);
    const next = nextOpen(reports, on, triage);
    if (next === undefined || action === "pending") return;
    show(next.id, true);
    if (isWide) document.getElementById(`row-${next.id}`)?.focus();
  };
  useIntakeKeys({
    chosen,
    mayChange,
    onAct: (action) => decide(meant(), action),
    onPromote: () => setPromoting(meant()),
    onUndo: () => triage.undo(triage.last),
  });
  const retry = (id: string) => {
    const report = reports.find((one) => one.id === id) ?? open;
    if (triage.decisions.get(id)?.state === "refused") triage.retry(id);
    else if (report !== undefined) setPromoting([report]);
  };
  if (list.isError) return <ErrorPane error={list.error} onRetry={() => void list.refetch()} />;
  if (list.isPending) return <Skeleton what="the reports" lines={12} />;
  if (reports.length === 0 && search.report === undefined) {
    return <Empty search={search} mayChange={mayChange} onAdd={onAdd} />;
  }
  const form =
    promoting.length === 0 ? null : (
      <PromoteForm
        count={promoting.length}
        hasLink={promoting.some(({ url }) => url !== null)}
        choice={choice}
        onChoice={setChoice}
        onPromote={(analysis) => decide(promoting, "promote", analysis)}
        onCancel={() => setPromoting(NONE)}
      />
    );
  return (
    <div className={styles.panes} data-open={search.report !== undefined || undefined}>
      <div className={styles.listPane}>
        <ListBar
          count={reports.length}
          total={list.data.total}
          chosen={chosen}
          triage={triage}
          mayChange={mayChange}
          form={isOne ? null : form}
          onAct={(action) => decide(meant(), action)}
          onPromote={() => setPromoting(meant())}
        />
        <div className={styles.scroll}>
          <ReportList
            reports={reports}
            listState={search.status ?? "pending"}
            shown={open?.id}
            chosen={chosen}
            triage={triage}
            mayChange={mayChange}
            onRetry={retry}
            onFocus={(id) => {
              if (isWide && id !== open?.id) show(id, true);
            }}
            onOpen={(id) => {
              show(id, isWide);
              requestAnimationFrame(() => document.getElementById(TITLE_ID)?.focus());
            }}
          />
          <Pages search={search} total={list.data.total} />
        </div>
      </div>
      <div className={styles.detailPane} tabIndex={-1}>
        <p className={styles.back}>
          <Link to="/intake" search={changed(search, { report: undefined })}>
            Back to the list
          </Link>
        </p>
        {open === undefined ? null : (
          <ReportDetail
            report={open}
            mayChange={mayChange}
            onRetry={retry}
            onGone={() => show(nextOpen(reports, [open], triage)?.id, true)}
            actions={
              !mayChange ? null : isOne ? (
                form
              ) : (
                <ReportActions
                  report={open}
                  onAct={(action) => decide([open], action)}
                  onPromote={() => setPromoting([open])}
                />
              )
            }
          />
        )}
      </div>
    </div>
  );
}

/** The rows of the list, with what the reader decided on during this visit. */
function useRows(listed: readonly IntakeReport[], { decisions }: Triage, search: IntakeSearch) {
  const ids = followedIds(listed, decisions);
  const query = { ids: ids.join(","), limit: 200, offset: 0, sort: "newest" } as const;
  const followed = useQuery({ ...intakeQuery(query), enabled: ids.length > 0 });
  const found = ids.length === 0 ? NONE : (followed.data?.items ?? NONE);
  return shownReports(listed, decisions, found, compareReports(search.sort));
}

/** The report that the address names, else the first one of the list. */
function useOpenReport(named: string | undefined, reports: readonly IntakeReport[]) {
  const listed = reports.find(({ id }) => id === named);
  const alone = useQuery({
    ...intakeReportQuery(named ?? ""),
    enabled: named !== undefined && listed === undefined,
  });
  if (named === undefined) return reports[0];
  return listed ?? alone.data;
}

/** The next report after some that is still to be decided on; else the one before. */
function nextOpen(
  reports: readonly IntakeReport[],
  done: readonly IntakeReport[],
  { decisions }: Triage,
): IntakeReport | undefined {
  const isDone = ({ id }: IntakeReport) => done.some((one) => one.id === id) || decisions.has(id);
  const last = reports.findLastIndex(({ id }) => done.some((one) => one.id === id));
  return (
    reports.slice(last + 1).find((report) => !isDone(report)) ??
    reports.slice(0, Math.max(last, 0)).findLast((report) => !isDone(report))
  );
}

function Pages({ search, total }: { search: IntakeSearch; total: number }) {
  const { page = 1 } = search;
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  if (pages === 1 && page === 1) return null;
  return (
    <nav aria-label="Pages of the list" className={styles.pages}>
      {page > 1 ? (
        <Link to="/intake" search={changed(search, { page: page - 1, report: undefined })}>
          Previous page
        </Link>
      ) : null}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <Link to="/intake" search={changed(search, { page: page + 1, report: undefined })}>
          Next page
        </Link>
      ) : null}
    </nav>
  );
}
