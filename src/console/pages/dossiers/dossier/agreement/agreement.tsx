import { counted } from "../../../../parts/counted.ts";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { Dossier, DossierTechnique } from "../../../../api/dossiers.ts";
import { useKeyHelp, type KeyHelp } from "../../../../parts/key-help/key-help.ts";
import styles from "../../dossiers.module.css";
import { VERDICTS } from "../../words.ts";
import { AgreementTable, type Cell } from "./agreement-table.tsx";
import { Overlap } from "./overlap.tsx";
import { StatementPane } from "./statement-pane.tsx";

const route = getRouteApi("/dossiers/$dossierId");
const HELP: KeyHelp = {
  title: "Agreement",
  keys: [
    ["← → ↑ ↓", "Next statement"],
    ["Enter", "Keep the statement open"],
  ],
};

/** Which report names which technique, with the verdict and evidence of each. */
export function Agreement({ dossier }: { dossier: Dossier }) {
  const { least = 1, technique, session } = route.useSearch();
  const navigate = route.useNavigate();
  const [pointed, setPointed] = useState<Cell | null>(null);
  const [isDisputed, setIsDisputed] = useState(false);
  useKeyHelp(HELP);
  const chosen = technique === undefined || session === undefined ? null : { technique, session };
  const change = (next: { least?: number; technique?: string; session?: string }) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
  const shown = dossier.techniques.filter(
    (one) => one.session_count >= least && (!isDisputed || isDisputedTechnique(one)),
  );
  if (dossier.techniques.length === 0) {
    return <p className={styles.empty}>No report of this dossier names a technique yet.</p>;
  }
  return (
    <div className={styles.agreement}>
      <div className={styles.matrix}>
        <div className={styles.line}>
          <Filters
            dossier={dossier}
            least={least}
            isDisputed={isDisputed}
            onLeast={(to) => change({ least: to })}
            onDisputed={setIsDisputed}
          />
          <span role="status" className={styles.quiet}>
            {shown.length} of {counted(dossier.techniques.length, "technique")}
          </span>
          <Overlap dossier={dossier} techniques={shown} />
        </div>
        <Legend />
        <AgreementTable
          dossier={dossier}
          techniques={shown}
          chosen={chosen}
          onPoint={setPointed}
          onChoose={change}
        />
      </div>
      <StatementPane
        dossier={dossier}
        cell={pointed ?? chosen}
        isKept={chosen !== null}
        onClose={() =>
          void navigate({
            search: ({ technique: _technique, session: _session, ...now }) => now,
            replace: true,
            resetScroll: false,
          })
        }
      />
    </div>
  );
}

interface FilterProps {
  dossier: Dossier;
  least: number;
  isDisputed: boolean;
  onLeast: (least: number) => void;
  onDisputed: (isDisputed: boolean) => void;
}

function Filters({ dossier, least, isDisputed, onLeast, onDisputed }: FilterProps) {
  return (
    <>
      <label>
        Named in at least{" "}
        <select value={least} onChange={({ target }) => onLeast(Number(target.value))}>
          {dossier.sessions.map(({ session_id: id }, place) => (
            <option key={id} value={place + 1}>
              {counted(place + 1, "report")}
            </option>
          ))}
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={isDisputed}
          onChange={({ target }) => onDisputed(target.checked)}
        />{" "}
        Only disputed
      </label>
    </>
  );
}

/** Returns whether a technique is rejected in one report and named in another. */
function isDisputedTechnique({ named_by: all }: DossierTechnique): boolean {
  const rejected = all.filter(({ review_status: status }) => status === "rejected");
  return rejected.length > 0 && rejected.length < all.length;
}

function Legend() {
  return (
    <ul className={styles.legend} aria-label="Verdicts">
      {Object.entries(VERDICTS).map(([status, { name, sign }]) => (
        <li key={status}>
          <span className={styles.verdict} data-verdict={status} aria-hidden="true">
            {sign}
          </span>{" "}
          {name}
        </li>
      ))}
    </ul>
  );
}
