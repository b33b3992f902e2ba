import { Link } from "@tanstack/react-router";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { ListPages } from "../../parts/list-pages/list-pages.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { ReportActions } from "./detail/report-actions.tsx";
import { ReportDetail, TITLE_ID } from "./detail/report-detail.tsx";
import { Empty } from "./empty.tsx";
import styles from "./intake-page.module.css";
import { ListBar } from "./list/list-bar.tsx";
import { ReportList } from "./list/report-list.tsx";
import { PromoteForm } from "./promote/promote-form.tsx";
import { useAnalysisChoice } from "./promote/use-analysis-choice.ts";
import { type IntakeSearch, changed, PAGE_SIZE } from "./search.ts";
import { useIntakeKeys } from "./use-intake-keys.ts";
import { type QueueState, useQueue } from "./use-queue.ts";

interface Props {
  search: IntakeSearch;
  mayChange: boolean;
  onAdd: () => void;
}

/** The list, the open report, and the user's decisions. */
export function Queue({ search, mayChange, onAdd }: Props) {
  const queue = useQueue(search);
  const { list, reports, triage } = queue;
  useIntakeKeys({
    chosen: queue.chosen,
    mayChange,
    open: queue.open?.id,
    onStep: queue.step,
    onAct: (action) => queue.decide(queue.meant(), action),
    onPromote: () => queue.setPromoting(queue.meant()),
    onUndo: () => triage.undo(triage.last),
  });
  if (list.isError) return <ErrorPane error={list.error} onRetry={() => void list.refetch()} />;
  if (list.isPending) return <Skeleton what="the reports" lines={12} />;
  if (reports.length === 0 && search.report === undefined) {
    return <Empty search={search} mayChange={mayChange} onAdd={onAdd} />;
  }
  const panes = { queue, search, mayChange };
  return (
    <div className={styles.panes} data-open={search.report !== undefined || undefined}>
      <ListPane {...panes} total={list.data.total} />
      <DetailPane {...panes} />
    </div>
  );
}

interface PaneProps extends Pick<Props, "search" | "mayChange"> {
  queue: QueueState;
}

function ListPane({ queue, search, mayChange, total }: PaneProps & { total: number }) {
  const { reports, chosen, open, triage, isWide } = queue;
  return (
    <div className={styles.listPane}>
      <ListBar
        search={search}
        count={reports.length}
        total={total}
        chosen={chosen}
        triage={triage}
        mayChange={mayChange}
        form={isOfOpen(queue) ? null : <Promotion queue={queue} />}
        onAct={(action) => queue.decide(queue.meant(), action)}
        onPromote={() => queue.setPromoting(queue.meant())}
      />
      <div className={styles.scroll}>
        <ReportList
          reports={reports}
          listState={search.status ?? "pending"}
          shown={isWide || search.report !== undefined ? open?.id : undefined}
          chosen={chosen}
          triage={triage}
          mayChange={mayChange}
          onRetry={queue.retry}
          onFocus={(id) => {
            if (isWide && id !== open?.id) queue.show(id, true);
          }}
          onOpen={(id, isByKey) => {
            queue.show(id, isWide);
            // A mouse click leaves the focus on the row.
            if (isByKey) requestAnimationFrame(() => document.getElementById(TITLE_ID)?.focus());
          }}
        />
        {total > PAGE_SIZE ? (
          <div className={styles.pages}>
            <ListPages
              page={search.page ?? 1}
              perPage={PAGE_SIZE}
              total={total}
              names={["report", "reports"]}
              onPage={queue.showPage}
            />
          </div>
        ) : null}
      </div>
    </div>
  );
}

function DetailPane({ queue, search, mayChange }: PaneProps) {
  const { open } = queue;
  return (
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
          onRetry={queue.retry}
          onGone={() => {
            const next = queue.next();
            if (next === undefined) queue.show(undefined, true);
            else queue.goTo(next.id);
          }}
          actions={
            isOfOpen(queue) ? (
              <Promotion queue={queue} />
            ) : mayChange ? (
              <ReportActions
                report={open}
                onAct={(action) => queue.decide([open], action)}
                onPromote={() => queue.setPromoting([open])}
              />
            ) : null
          }
        />
      )}
    </div>
  );
}

/** Returns whether the promotion form concerns the open report. */
function isOfOpen({ promoting, open }: QueueState): boolean {
  return promoting.length === 1 && promoting[0]?.id === open?.id;
}

function Promotion({ queue }: { queue: QueueState }) {
  const { promoting, setPromoting, decide } = queue;
  const [choice, setChoice] = useAnalysisChoice();
  if (promoting.length === 0) return null;
  return (
    <PromoteForm
      count={promoting.length}
      hasLink={promoting.some(({ url }) => url !== null)}
      choice={choice}
      onChoice={setChoice}
      onPromote={(analysis) => decide(promoting, "promote", analysis)}
      onCancel={() => setPromoting([])}
    />
  );
}
