import { useId, useState } from "react";
import type { Stated } from "../../../api/client.ts";
import type { Dossier } from "../../../api/dossiers.ts";
import { describeFailure } from "../../../api/problem.ts";
import controls from "../../../parts/controls.module.css";
import styles from "../dossiers.module.css";
import { DossierConflict } from "./dossier-conflict.tsx";
import { type Details as Fields, useDetailsChange } from "./use-dossier-change.ts";

const MARKINGS = ["clear", "green", "amber", "amber+strict", "red"] as const;

interface Props {
  stated: Stated<Dossier>;
  onClose: () => void;
}

/** The form for name, marking and note. */
export function Details({ stated, onClose }: Props) {
  // Others may change it during typing. The request is based on what the user saw.
  const [seen] = useState(stated);
  const { name, note, tlp } = seen.body;
  const [fields, setFields] = useState<Fields>({ name, note, tlp });
  const change = useDetailsChange(seen, onClose);
  const save = () => {
    const changed = changesOf(seen.body, { ...fields, name: fields.name.trim() });
    if (Object.keys(changed).length === 0) onClose();
    else change.send({ change: changed, seen: { name, note, tlp } });
  };
  return (
    <form
      className={styles.form}
      aria-label="Details of the dossier"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <FieldsOf fields={fields} onChange={setFields} />
      <p className={styles.line}>
        <button type="submit" className={controls.primary} disabled={change.isPending}>
          Save
        </button>
        <button type="button" className={controls.button} onClick={onClose}>
          Cancel
        </button>
      </p>
      {change.error === null ? null : (
        <p role="alert" className={styles.failure}>
          {describeFailure(change.error)}
        </p>
      )}
      <DossierConflict conflict={change.conflict} onKept={onClose} />
    </form>
  );
}

function FieldsOf({ fields, onChange }: { fields: Fields; onChange: (fields: Fields) => void }) {
  const id = useId();
  return (
    <>
      <label htmlFor={`${id}-name`}>Name</label>
      <input
        id={`${id}-name`}
        autoFocus
        required
        className={controls.field}
        value={fields.name}
        maxLength={255}
        onChange={({ target }) => onChange({ ...fields, name: target.value })}
      />
      <label htmlFor={`${id}-tlp`}>Marking (TLP)</label>
      <select
        id={`${id}-tlp`}
        className={controls.field}
        value={fields.tlp ?? ""}
        onChange={({ target }) =>
          onChange({ ...fields, tlp: MARKINGS.find((one) => one === target.value) ?? null })
        }
      >
        <option value="">As the strictest report</option>
        {MARKINGS.map((marking) => (
          <option key={marking} value={marking}>
            TLP:{marking.toUpperCase()}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-note`}>Note</label>
      <textarea
        id={`${id}-note`}
        className={controls.field}
        rows={4}
        value={fields.note}
        maxLength={10_000}
        onChange={({ target }) => onChange({ ...fields, note: target.value })}
      />
    </>
  );
}

function changesOf(seen: Fields, fields: Fields): Partial<Fields> {
  return {
    ...(fields.name !== seen.name && fields.name !== "" && { name: fields.name }),
    ...(fields.note !== seen.note && { note: fields.note }),
    ...(fields.tlp !== seen.tlp && { tlp: fields.tlp }),
  };
}
