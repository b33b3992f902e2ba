import { useState } from "react";
import controls from "../../../parts/controls.module.css";
import styles from "./session-head.module.css";

interface Props {
  title: string;
  mayChange: boolean;
  onChange: (name: string | null) => void;
}

/** The title, renamed in place; without a name the session takes its title from the report. */
export function SessionTitle({ title, mayChange, onChange }: Props) {
  const [name, setName] = useState<string | null>(null);
  if (name === null) {
    return (
      <div className={styles.title}>
        <h1>{title}</h1>
        {mayChange ? (
          <button type="button" className={controls.plain} onClick={() => setName(title)}>
            Rename
          </button>
        ) : null}
      </div>
    );
  }
  return (
    <form
      className={styles.title}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== title) onChange(name.trim() || null);
        setName(null);
      }}
    >
      <input
        autoFocus
        className={controls.field}
        aria-label="Name"
        value={name}
        maxLength={255}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setName(null);
        }}
      />
      <button type="submit" className={controls.button}>
        Save
      </button>
    </form>
  );
}
