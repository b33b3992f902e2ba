import { counted } from "../../../parts/counted.ts";
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
import { DATED_BY, MAX_REPORTS } from "../words.ts";
import { useReportsChange } from "./use-dossier-change.ts";

const LEAST = 2;
const STATES = { processing: "being analyzed", failed: "analysis failed", missing: "deleted" };

/** The reports of a dossier, with the numbers used below. */
export function Reports({ stated }: { stated: Stated<Dossier> }) {
  const { body: dossier } = stated;
  const mayChange = useMayChange();
  const [isAdding, setIsAdding] = useState(false);
  const change = useReportsChange(stated);
  // A checkbox shows the new choice while it is being sent.
  const shown = change.isPending ? change.variables(dossier.session_ids) : dossier.session_ids;
  const isLeast = dossier.session_ids.length <= LEAST;
  return (
    <section className={styles.reports} aria-labelledby="dossier-reports">
      <div className={styles.line}>
        <h2 id="dossier-reports">{counted(dossier.sessions.length, "report")}</h2>
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
      {isAdding && mayChange ? <Add ids={shown} onEdit={(edit) => change.mutate(edit)} /> : null}
      <ol className={styles.numbered}>
        {dossier.sessions.map((session, place) => (
          <li key={session.session_id}>
            <span className={styles.place} aria-hidden="true">
              {place + 1}
            </span>
            <Report session={session} />
            {mayChange ? (
              <Remove
                title={session.title}
                isDisabled={isLeast || change.isPending}
                onRemove={() =>
                  change.mutate((ids) => ids.filter((one) => one !== session.session_id))
                }
              />
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

interface AddProps {
  ids: readonly string[];
  onEdit: (edit: (ids: readonly string[]) => string[]) => void;
}

function Add({ ids, onEdit }: AddProps) {
  return (
    <div className={styles.form}>
      <ReportPicker
        chosen={ids}
        most={MAX_REPORTS}
        onChoose={({ session_id: id }, isChosen) =>
          onEdit((now) => (isChosen ? [...now, id] : now.filter((one) => one !== id)))
        }
      />
    </div>
  );
}

interface RemoveProps {
  title: string | null;
  isDisabled: boolean;
  onRemove: () => void;
}

function Remove({ title, isDisabled, onRemove }: RemoveProps) {
  return (
    <button
      type="button"
      className={controls.plain}
      disabled={isDisabled}
      aria-label={`Remove ${title ?? "the deleted report"}`}
      onClick={onRemove}
    >
      Remove
    </button>
  );
}

function Report({ session }: { session: DossierSession }) {
  const { session_id: sessionId, title, state, technique_count, day, dated_by: by } = session;
  if (title === null) return <span className={styles.quiet}>A report that was deleted</span>;
  return (
    <span className={styles.report}>
      <Link to="/sessions/$sessionId" params={{ sessionId }}>
        <VisibleText text={title} />
      </Link>
      <span className={styles.facts}>
        {state === "completed" ? counted(technique_count, "technique") : STATES[state]}
        {day === null || by === null ? "" : ` · ${DATED_BY[by]} ${day}`}
      </span>
    </span>
  );
}
