import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { type IntakeReport, intakeQuery, intakeReportQuery } from "../../api/intake.ts";
import { focusSoon } from "../../parts/focus-soon.ts";
import { linkId, useChosen } from "../../parts/use-chosen.ts";
import type { Analysis } from "./promote/analysis.ts";
import { TITLE_ID } from "./detail/report-detail.tsx";
import { type IntakeSearch, changed, compareReports, wantedOf } from "./search.ts";
import type { Action } from "./triage/decision.ts";
import { nextOpen } from "./triage/next-open.ts";
import { followedIds, shownReports } from "./triage/shown-reports.ts";
import { type Triage, useTriage } from "./triage/use-triage.ts";
import { useWide } from "./use-wide.ts";

const route = getRouteApi("/intake");
const NONE: readonly IntakeReport[] = [];

/** Returns the list of an address, the open report, and their actions. */
export function useQueue(search: IntakeSearch) {
  const isWide = useWide();
  const wanted = wantedOf(search);
  const triage = useTriage(JSON.stringify(wanted));
  const list = useQuery({ ...intakeQuery(wanted), placeholderData: keepPreviousData });
  const reports = useRows(list.data?.items ?? NONE, triage, search);
  const chosen = useChosen(reports.map(({ id }) => id));
  const open = useOpenReport(search.report, reports);
  /** The reports of the open promotion form. */
  const [promoting, setPromoting] = useState<readonly IntakeReport[]>(NONE);

  const going = useGoing(search, isWide);
  /** Returns the selected reports, or the open one. */
  const meant = () => {
    if (chosen.ids.length > 0) return reports.filter(({ id }) => chosen.has(id));
    return open === undefined ? NONE : [open];
  };
  /** Decides, and goes to the next undecided report. */
  const decide = (
    on: readonly IntakeReport[],
    action: Action,
    analysis: Analysis | null = null,
  ) => {
    triage.decide(on, action, analysis);
    chosen.chooseAll(false);
    setPromoting(NONE);
    const next = nextOpen(reports, on, triage.decisions);
    if (action === "pending") focusSoon(linkId(on[0]?.id ?? ""));
    else if (next !== undefined) going.goTo(next.id);
  };
  const step = (by: 1 | -1) => {
    const from = reports.findIndex(({ id }) => id === open?.id);
    const next = reports[from + by] ?? open;
    if (!isWide) chosen.step(by, false);
    else if (next !== undefined) document.getElementById(linkId(next.id))?.focus();
  };
  /** Sends a failed decision again, or opens the form for a failed analysis. */
  const retry = (id: string) => {
    const report = reports.find((one) => one.id === id) ?? open;
    if (triage.decisions.get(id)?.state === "refused") triage.retry(id);
    else if (report !== undefined) setPromoting([report]);
  };
  return {
    list,
    reports,
    chosen,
    open,
    triage,
    promoting,
    setPromoting,
    isWide,
    ...going,
    meant,
    decide,
    step,
    retry,
    next: () => open && nextOpen(reports, [open], triage.decisions),
  };
}
export type QueueState = ReturnType<typeof useQueue>;

/** Returns functions that go to another report or another page of the list. */
function useGoing(search: IntakeSearch, isWide: boolean) {
  const navigate = route.useNavigate();
  const show = (id: string | undefined, replace: boolean) =>
    void navigate({ search: changed(search, { report: id }), replace, resetScroll: false });
  /** Opens a report, and focuses its row if the list is next to it. */
  const goTo = (id: string) => {
    show(id, true);
    focusSoon(isWide ? linkId(id) : TITLE_ID);
  };
  const showPage = (page: number) =>
    void navigate({ search: changed(search, { page, report: undefined }) });
  return { show, showPage, goTo };
}

/** Returns the rows of the list, including the user's decisions during this visit. */
function useRows(listed: readonly IntakeReport[], { decisions }: Triage, search: IntakeSearch) {
  const ids = followedIds(listed, decisions);
  const query = { ids: ids.join(","), limit: 200, offset: 0, sort: "newest" } as const;
  const followed = useQuery({ ...intakeQuery(query), enabled: ids.length > 0 });
  const found = ids.length === 0 ? NONE : (followed.data?.items ?? NONE);
  return shownReports(listed, decisions, found, compareReports(search.sort));
}

/** Returns the report of the address, or the first one of the list. */
function useOpenReport(named: string | undefined, reports: readonly IntakeReport[]) {
  const listed = reports.find(({ id }) => id === named);
  const alone = useQuery({
    ...intakeReportQuery(named ?? ""),
    enabled: named !== undefined && listed === undefined,
  });
  if (named === undefined) return reports[0];
  return listed ?? alone.data;
}
