import { useId, useState } from "react";
import type { StoredAnalysis } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import { personName } from "../../../parts/review-state/review-state.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { useTeam } from "../team/team.tsx";
import styles from "./review-bar.module.css";

interface Props {
  analysis: StoredAnalysis;
  me: { name: string } | undefined;
  mayChange: boolean;
  onChange: (assignee: string | null) => void;
}

/** The reviewer of the report: take over with one click, or assign by name. */
export function Assignee({ analysis, me, mayChange, onChange }: Props) {
  const { assignee } = analysis;
  const [isOpen, setIsOpen] = useState(false);
  const own = me?.name;
  if (isOpen && mayChange) {
    return (
      <AssigneeForm
        analysis={analysis}
        onChange={(next) => {
          setIsOpen(false);
          if (next !== assignee) onChange(next);
        }}
        onClose={() => setIsOpen(false)}
      />
    );
  }
  return (
    <span className={styles.assignee}>
      {assignee === null ? (
        "Nobody is assigned"
      ) : (
        <span>
          Assigned to{" "}
          <bdi>
            <VisibleText text={personName(assignee, own)} />
          </bdi>
        </span>
      )}
      {mayChange && own !== undefined && assignee !== own ? (
        <button type="button" className={controls.plain} onClick={() => onChange(own)}>
          Assign to me
        </button>
      ) : null}
      {mayChange ? (
        <button type="button" className={controls.plain} onClick={() => setIsOpen(true)}>
          {assignee === null ? "Assign" : "Reassign"}
        </button>
      ) : null}
    </span>
  );
}

interface FormProps {
  analysis: StoredAnalysis;
  onChange: (assignee: string | null) => void;
  onClose: () => void;
}

function AssigneeForm({ analysis, onChange, onClose }: FormProps) {
  const [name, setName] = useState(analysis.assignee ?? "");
  const { comments } = useTeam();
  const list = useId();
  // The service has no list of users, so people who worked on the report are suggested.
  const known = new Set([
    ...analysis.techniques.flatMap(({ changed_by: by }) => by ?? []),
    ...comments.map(({ author }) => author),
  ]);
  return (
    <form
      className={styles.assignee}
      onSubmit={(event) => {
        event.preventDefault();
        onChange(name.trim() || null);
      }}
    >
      <input
        autoFocus
        className={controls.field}
        aria-label="User to assign the report to"
        placeholder="User name"
        list={list}
        maxLength={255}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
        }}
      />
      <datalist id={list}>
        {[...known].map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <button type="submit" className={controls.button}>
        Assign
      </button>
      <button type="button" className={controls.button} onClick={onClose}>
        Cancel
      </button>
    </form>
  );
}
