import { useState } from "react";
import controls from "../controls.module.css";
import styles from "./tag-list.module.css";

interface Props {
  tags: readonly string[];
  /** The maximum number of tags, and their maximum length. */
  most: { tags: number; chars: number };
  mayChange: boolean;
  onChange: (tags: string[]) => void;
}

/** Tags that can be removed and added. Enter adds the typed text. */
export function TagList({ tags, most, mayChange, onChange }: Props) {
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
      {mayChange && tags.length < most.tags ? (
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
            maxLength={most.chars}
            value={tag}
            onChange={(event) => setTag(event.target.value)}
            onBlur={add}
          />
        </form>
      ) : null}
    </div>
  );
}
