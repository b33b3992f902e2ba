import type { ReactNode } from "react";
import { counted } from "../../../parts/counted.ts";
import controls from "../../../parts/controls.module.css";
import type { Chosen } from "../../../parts/use-chosen.ts";
import page from "../intake-page.module.css";
import { exportAddress, type IntakeSearch } from "../search.ts";
import type { Action } from "../triage/decision.ts";
import type { Triage } from "../triage/use-triage.ts";

interface Props {
  search: IntakeSearch;
  /** The number of listed reports, and the total. */
  count: number;
  total: number;
  chosen: Chosen;
  triage: Triage;
  mayChange: boolean;
  /** The promotion form of the selected reports, while it is open. */
  form: ReactNode;
  onAct: (action: Action) => void;
  onPromote: () => void;
}

/** The actions on the selected reports, and the last one done. */
export function ListBar(props: Props) {
  const { search, count, total, chosen, triage, mayChange, form, onAct, onPromote } = props;
  const selected = chosen.ids.length;
  return (
    <div className={page.bar}>
      {mayChange && count > 0 ? (
        <input
          type="checkbox"
          aria-label="Select all on this page"
          checked={selected === count}
          onChange={({ target }) => chosen.chooseAll(target.checked)}
        />
      ) : null}
      {selected > 0 ? (
        <>
          <span>{selected} selected</span>
          <button type="button" className={controls.button} onClick={onPromote}>
            Promote
          </button>
          <button type="button" className={controls.button} onClick={() => onAct("later")}>
            Later
          </button>
          <button type="button" className={controls.button} onClick={() => onAct("reject")}>
            Reject
          </button>
          <button type="button" className={controls.button} onClick={() => onAct("pending")}>
            To pending
          </button>
          <button type="button" className={controls.plain} onClick={() => chosen.chooseAll(false)}>
            Select none
          </button>
        </>
      ) : (
        <span className={page.quiet}>{counted(total, "report")}</span>
      )}
      <span className={page.grow} />
      {selected > 0 ? null : <Exports search={search} />}
      <span role="status">{triage.said}</span>
      {triage.last.length === 0 ? null : (
        <button type="button" className={controls.plain} onClick={() => triage.undo(triage.last)}>
          Undo last
        </button>
      )}
      {triage.decisions.size > 1 ? (
        <button type="button" className={controls.plain} onClick={triage.clear}>
          Hide {triage.decisions.size} decided
        </button>
      ) : null}
      {form}
    </div>
  );
}

/** Exports of all reports that match the filters. */
function Exports({ search }: { search: IntakeSearch }) {
  return (
    <span className={page.exports}>
      <span aria-hidden="true">Export</span>
      {(["csv", "ndjson"] as const).map((format) => (
        <a
          key={format}
          href={exportAddress(search, format)}
          aria-label={`Export ${format.toUpperCase()}`}
          download
        >
          {format.toUpperCase()}
        </a>
      ))}
    </span>
  );
}
