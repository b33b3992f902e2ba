import { useState } from "react";
import controls from "../../../parts/controls.module.css";
import styles from "./session-head.module.css";

interface Props {
  tags: readonly string[];
  mayChange: boolean;
  onChange: (tags: string[]) => void;
}

const MAX_TAGS = 20;

/** The tags of the session; Enter adds what is typed. */
export function SessionTags({ tags, mayChange, onChange }: Props) {
  const [tag, setTag] = useState("");
  const add = () => {
    const wanted = tag.trim();
    setTag("");
    if (wanted !== "" && !tags.includes(wanted)) onChange([...tags, wanted]);
  };
  return (
    <div className={styles.tags}>
      {tags.map((one) => (
        <span key={one} className={styles.tag}>
          {one}
          {mayChange ? (
            <button
              type="button"
              className={controls.plain}
              aria-label={`Remove the tag ${one}`}
              onClick={() => onChange(tags.filter((other) => other !== one))}
            >
              ×
            </button>
          ) : null}
        </span>
      ))}
      {mayChange && tags.length < MAX_TAGS ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            add();
          }}
        >
          <input
            className={controls.field}
            aria-label="New tag"
            placeholder="Add a tag"
            size={10}
            maxLength={50}
            value={tag}
            onChange={(event) => setTag(event.target.value)}
            onBlur={add}
          />
        </form>
      ) : null}
    </div>
  );
}
