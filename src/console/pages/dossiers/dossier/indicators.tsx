import { Link } from "@tanstack/react-router";
import type { Dossier } from "../../../api/dossiers.ts";
import { ConfidenceBar } from "../../../parts/confidence-bar/confidence-bar.tsx";
import tables from "../../../parts/table.module.css";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../dossiers.module.css";
import { ReportNumbers } from "./report-numbers.tsx";

/** The observables that two or more reports contain. */
export function Indicators({ dossier }: { dossier: Dossier }) {
  const { shared_observables: shared, shared_observable_count: all } = dossier;
  if (shared.length === 0) {
    return (
      <p className={styles.empty}>
        No address, domain, hash or other observable is in two of the reports. Suppressed values do
        not count.
      </p>
    );
  }
  return (
    <>
      <p className={styles.quiet}>
        Observables in two or more of the reports, without suppressed ones
        {all > shared.length ? `: the first ${shared.length} of ${all}` : ""}.
      </p>
      <div className={styles.scroll} role="region" aria-label="Shared indicators" tabIndex={0}>
        <table className={tables.table}>
          <thead>
            <tr>
              <th scope="col">Value</th>
              <th scope="col">Kind</th>
              <th scope="col">Role</th>
              <th scope="col">Confidence</th>
              <th scope="col">Reports</th>
            </tr>
          </thead>
          <tbody>
            {shared.map(
              ({ observable_id: observableId, value, kind, role, confidence, session_ids }) => (
                <tr key={observableId}>
                  <td className={styles.value}>
                    <Link to="/observables/$observableId" params={{ observableId }}>
                      <VisibleText text={value} />
                    </Link>
                  </td>
                  <td>{kind.replaceAll("_", " ")}</td>
                  <td>{role.replaceAll("_", " ")}</td>
                  <td>
                    <ConfidenceBar value={confidence / 100} />
                  </td>
                  <td>
                    <ReportNumbers dossier={dossier} ids={session_ids} />
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
    </>
  );
}
