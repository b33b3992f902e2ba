import { useState } from "react";
import type { Observable, ObservableRole } from "../../../api/observables.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { ROLES } from "../shown/words.ts";
import styles from "./observable-page.module.css";
import type { Decisions } from "./use-decisions.ts";

interface Props {
  observable: Observable;
  decisions: Decisions;
}

/** An analyst's actions on the value. */
export function DecisionBar({ observable, decisions }: Props) {
  const { said, isGoing, isPending, error, confirm, expire, suppress } = decisions;
  const isOff = isPending || isGoing;
  const acts = [
    ["Confirm", confirm],
    ["Suppress", suppress],
    ["Expire", expire],
  ] as const;
  return (
    <section aria-label="Decisions" className={styles.stack}>
      <div className={styles.line}>
        {acts.map(([name, act]) => (
          <button
            key={name}
            type="button"
            className={controls.button}
            disabled={isOff}
            onClick={act}
          >
            {name}
          </button>
        ))}
        <RoleForm
          // Someone else's decision in the meantime is the new base of changes.
          key={`${observable.role} ${observable.confidence}`}
          observable={observable}
          decisions={decisions}
        />
        <span role="status">{said}</span>
      </div>
      {error === null ? null : <ErrorPane error={error} />}
    </section>
  );
}

function RoleForm({ observable, decisions }: Props) {
  const [role, setRole] = useState<string>(observable.role);
  const [confidence, setConfidence] = useState(String(observable.confidence));
  const isSame = role === observable.role && Number(confidence) === observable.confidence;
  return (
    <form
      className={styles.line}
      onSubmit={(event) => {
        event.preventDefault();
        decisions.change({ role: role as ObservableRole, confidence: Number(confidence) });
      }}
    >
      <label>
        Role{" "}
        <select
          className={controls.field}
          value={role}
          onChange={({ target }) => setRole(target.value)}
        >
          {Object.entries(ROLES).map(([one, { name }]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        Confidence{" "}
        <input
          type="number"
          required
          min={0}
          max={100}
          step={1}
          className={controls.field}
          value={confidence}
          onChange={({ target }) => setConfidence(target.value)}
        />
      </label>
      <button
        type="submit"
        className={controls.button}
        disabled={isSame || decisions.isPending || decisions.isGoing}
      >
        Save
      </button>
    </form>
  );
}
