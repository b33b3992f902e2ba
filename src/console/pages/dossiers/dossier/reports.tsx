import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Stated } from "../../../api/client.ts";
import type { Dossier, DossierSession } from "../../../api/dossiers.ts";
import { describeFailure } from "../../../api/problem.ts";
import controls from "../../../parts/controls.module.css";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { ReportPicker } from "../report-picker.tsx";
import styles from "../dossiers.module.css";
import { count, DATED_BY, MAX_REPORTS } from "../words.ts";
import { useReportsChange } from "./use-dossier-change.ts";

const LEAST = 2;
const STATES = { processing: "being analyzed", failed: "analysis failed", missing: "deleted" };

/** The reports of a dossier, numbered as everything below refers to them. */
export function Reports({ stated }: { stated: Stated<Dossier> }) {
  const { body: dossier } = stated;
  const mayChange = useMayChange();
  const [isAdding, setIsAdding] = useState(false);
  const change = useReportsChange(stated);
  const isLeast = dossier.session_ids.length <= LEAST;
  return (
    <section className={styles.reports} aria-labelledby="dossier-reports">
      <div className={styles.line}>
        <h2 id="dossier-reports">{count(dossier.sessions.length, "report")}</h2>
        {mayChange ? (
          <button
            type="button"
            className={controls.button}
            aria-expanded={isAdding}
            onClick={() => setIsAdding(!isAdding)}
          >
            {isAdding ? "Done" : "Add reports"}
          </button>
        ) : null}
        {change.error === null ? null : (
          <span role="alert" className={styles.failure}>
            {describeFailure(change.error)}
          </span>
        )}
      </div>
      {isAdding && mayChange ? (
        <div className={styles.form}>
          <ReportPicker
            chosen={dossier.session_ids}
            most={MAX_REPORTS}
            onChoose={({ session_id: id }, isChosen) =>
              change.mutate((ids) => (isChosen ? [...ids, id] : ids.filter((one) => one !== id)))
            }
          />
        </div>
      ) : null}
      <ol className={styles.numbered}>
        {dossier.sessions.map((session, place) => (
          <li key={session.session_id}>
            <span className={styles.place} aria-hidden="true">
              {place + 1}
            </span>
            <Report session={session} />
            {mayChange ? (
              <button
                type="button"
                className={controls.plain}
                disabled={isLeast || change.isPending}
                title={isLeast ? "A dossier has at least two reports." : undefined}
                aria-label={`Remove ${session.title ?? "the deleted report"}`}
                onClick={() =>
                  change.mutate((ids) => ids.filter((one) => one !== session.session_id))
                }
              >
                Remove
              </button>
            ) : null}
          </li>
        ))}
      </ol>
      {isLeast && mayChange ? (
        <p className={styles.quiet}>
          A dossier has at least two reports. Add one to remove another.
        </p>
      ) : null}
    </section>
  );
}

function Report({ session }: { session: DossierSession }) {
  const { session_id: sessionId, title, state, technique_count, day, dated_by: by } = session;
  if (title === null) return <span className={styles.quiet}>A report that was deleted</span>;
  return (
    <span className={styles.report}>
      <Link to="/sessions/$sessionId" params={{ sessionId }}>
        <VisibleText text={title} />
      </Link>{" "}
      <span className={styles.quiet}>
        {state === "completed" ? count(technique_count, "technique") : STATES[state]}
        {day === null || by === null ? "" : ` · ${DATED_BY[by]} ${day}`}
      </span>
    </span>
  );
}
