import type { IntakeReport } from "../../../api/intake.ts";
import type { Chosen } from "../../../parts/use-chosen.ts";
import type { Triage } from "../triage/use-triage.ts";
import styles from "./report-list.module.css";
import { useSteady } from "./use-steady.ts";
import { ReportRow } from "./report-row.tsx";

interface Props {
  reports: readonly IntakeReport[];
  /** The state filter of the list; `all` for any. */
  listState: string;
  shown: string | undefined;
  chosen: Chosen;
  triage: Triage;
  mayChange: boolean;
  onFocus: (id: string) => void;
  onOpen: (id: string, isByKey: boolean) => void;
  onRetry: (id: string) => void;
}

/** The rows. Each rerenders only when it changes, so that moving through the list stays fast. */
export function ReportList(props: Props) {
  const { reports, listState, shown, chosen, triage, mayChange } = props;
  const on = useSteady({
    choose: (id: string, isChosen: boolean, isRange: boolean) =>
      chosen.choose(id, isChosen, isRange),
    focus: props.onFocus,
    open: props.onOpen,
    undo: (id: string) => triage.undo([id]),
    retry: props.onRetry,
  });
  return (
    <ul className={styles.list} aria-label="Reports">
      {reports.map((report) => (
        <ReportRow
          key={report.id}
          report={report}
          decision={triage.decisions.get(report.id)}
          listState={listState}
          isShown={report.id === shown}
          isChosen={chosen.has(report.id)}
          mayChange={mayChange}
          onChoose={on.choose}
          onFocus={on.focus}
          onOpen={on.open}
          onUndo={on.undo}
          onRetry={on.retry}
        />
      ))}
    </ul>
  );
}
