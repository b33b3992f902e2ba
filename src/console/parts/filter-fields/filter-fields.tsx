import { useEffect, useEffectEvent, useState } from "react";
import controls from "../controls.module.css";
import styles from "./filter-fields.module.css";

const SEARCH_AFTER_MS = 250;
const MAX_CHARS = 100;

interface FieldProps {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
}

/** A text filter. A partial id is invalid, so it applies once it is complete. */
export function TypedField({ label, hint, value, onChange }: FieldProps) {
  const [text, setText] = useTyped(value);
  const commit = () => {
    if (text.trim() !== value) onChange(text.trim());
  };
  return (
    <label>
      {label}
      <input
        className={controls.field}
        value={text}
        size={12}
        maxLength={MAX_CHARS}
        placeholder={hint}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
        }}
      />
    </label>
  );
}

interface SearchProps {
  id: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
}

/** A search field, which searches shortly after the last key. */
export function SearchField({ id, hint, value, onChange }: SearchProps) {
  const [text, setText] = useTyped(value);
  const commit = useEffectEvent(() => {
    if (text.trim() !== value) onChange(text.trim());
  });
  useEffect(() => {
    const timer = setTimeout(commit, SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <label className={styles.grow}>
      Search
      <input
        type="search"
        id={id}
        className={controls.field}
        value={text}
        maxLength={MAX_CHARS}
        placeholder={hint}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}

/** Returns the typed text until the address changes, for example by going back. */
function useTyped(value: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    if (text.trim() !== value) setText(value);
  }
  return [text, setText];
}
