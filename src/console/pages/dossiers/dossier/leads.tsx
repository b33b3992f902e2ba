import type { Dossier } from "../../../api/dossiers.ts";
import { AttackLink } from "../../../parts/attack-link.tsx";
import tables from "../../../parts/table.module.css";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../dossiers.module.css";
import { ReportNumbers } from "./report-numbers.tsx";

/** Groups that the reports name, and groups with similar techniques. */
export function Leads({ dossier }: { dossier: Dossier }) {
  return (
    <>
      <Named dossier={dossier} />
      <Similar dossier={dossier} />
    </>
  );
}

function Named({ dossier }: { dossier: Dossier }) {
  const { named_groups: named } = dossier;
  return (
    <section className={styles.block}>
      <h2>Groups that the reports name</h2>
      {named.length === 0 ? (
        <p className={styles.quiet}>No report names a group that ATT&CK lists.</p>
      ) : (
        <ul className={styles.statements}>
          {named.map(({ attack_id: id, name, names, why, session_ids: sessions }) => (
            <li key={id}>
              <p className={styles.line}>
                <AttackLink id={id} name={name} />
                <ReportNumbers dossier={dossier} ids={sessions} />
              </p>
              <p className={styles.quiet}>
                <VisibleText text={`Named as ${names.join(", ")}. ${why}.`} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Similar({ dossier }: { dossier: Dossier }) {
  return (
    <section className={styles.block}>
      <h2>Most similar groups</h2>
      <p className={styles.notice}>
        Similarity is a lead, never attribution: many groups use the same techniques.
      </p>
      <div className={styles.leads}>
        <Weighed dossier={dossier} />
        <Matches dossier={dossier} />
      </div>
    </section>
  );
}

function Weighed({ dossier: { leads, leads_reason: reason } }: { dossier: Dossier }) {
  return (
    <div>
      <h3>Rare techniques count more</h3>
      {leads.length === 0 ? <p className={styles.quiet}>{reason}</p> : null}
      <ol className={styles.statements}>
        {leads.map(({ group_attack_id: id, group_name: name, why }) => (
          <li key={id}>
            <AttackLink id={id} name={name} />
            <span className={styles.quiet}>
              <VisibleText text={why} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Matches({ dossier }: { dossier: Dossier }) {
  const { apt_matches: matches, apt_matches_reason: reason } = dossier;
  return (
    <div>
      <h3>Share of common techniques (Jaccard)</h3>
      {matches.length === 0 ? (
        <p className={styles.quiet}>{reason}</p>
      ) : (
        <table className={tables.table}>
          <thead>
            <tr>
              <th scope="col">Group</th>
              <th scope="col">Similarity</th>
              <th scope="col">Shared</th>
            </tr>
          </thead>
          <tbody>
            {matches.map(
              ({ group_attack_id: id, group_name: name, similarity, shared_count: shared }) => (
                <tr key={id}>
                  <td>
                    <AttackLink id={id} name={name} />
                  </td>
                  <td className={styles.number}>{Math.round(similarity * 100)} %</td>
                  <td className={styles.number}>{shared}</td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      )}
    </div>
  );
}
