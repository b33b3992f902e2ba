import { Link } from "@tanstack/react-router";
import type { DossierListItem } from "../../../api/dossiers.ts";
import tables from "../../../parts/table.module.css";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../../parts/when.ts";
import styles from "../dossiers.module.css";

/** Dossiers, each with its note and number of reports. */
export function DossierTable({ dossiers }: { dossiers: readonly DossierListItem[] }) {
  return (
    <table className={`${tables.table} ${styles.list}`}>
      <thead>
        <tr>
          <th scope="col">Dossier</th>
          <th scope="col">Reports</th>
          <th scope="col" className={styles.wide}>
            Created by
          </th>
          <th scope="col" className={styles.wide}>
            Last change
          </th>
        </tr>
      </thead>
      <tbody>
        {dossiers.map(
          ({ dossier_id: id, name, note, tlp, session_ids, created_by, updated_at }) => (
            <tr key={id}>
              <td className={styles.name}>
                <Link to="/dossiers/$dossierId" params={{ dossierId: id }}>
                  <VisibleText text={name} />
                </Link>{" "}
                {tlp === null ? null : <span className={tables.tag}>TLP:{tlp.toUpperCase()}</span>}
                {note === "" ? null : (
                  <p className={styles.excerpt}>
                    <VisibleText text={note} />
                  </p>
                )}
              </td>
              <td className={styles.number}>{session_ids.length}</td>
              <td className={styles.wide}>
                <VisibleText text={created_by} />
              </td>
              <td className={styles.wide}>{formatTime(updated_at)}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
