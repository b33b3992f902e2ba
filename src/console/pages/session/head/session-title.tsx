import { useState } from "react";
import controls from "../../../parts/controls.module.css";
import type { SeenSession } from "../../../parts/use-session-change.ts";
import styles from "./session-head.module.css";

interface Props {
  title: string;
  session: SeenSession;
  mayChange: boolean;
  /** @param seen the session at the time when editing the name began */
  onChange: (name: string | null, seen: SeenSession) => void;
}

/** The title, renamed in place. Without a name, the title comes from the report. */
export function SessionTitle({ title, session, mayChange, onChange }: Props) {
  const [begun, setBegun] = useState({ seen: session, title });
  const [name, setName] = useState<string | null>(null);
  const begin = () => {
    setBegun({ seen: session, title });
    setName(title);
  };
  if (name === null) {
    return (
      <div className={styles.title}>
        <h1>{title}</h1>
        {mayChange ? (
          <button type="button" className={controls.plain} onClick={begin}>
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
        if (name.trim() !== begun.title) onChange(name.trim() || null, begun.seen);
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
      <button type="button" className={controls.button} onClick={() => setName(null)}>
        Cancel
      </button>
    </form>
  );
}
