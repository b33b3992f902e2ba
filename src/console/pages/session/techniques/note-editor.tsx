import { useEffect, useRef } from "react";
import controls from "../../../parts/controls.module.css";
import { useKeptText } from "../../../parts/use-kept-text.ts";
import styles from "./technique-list.module.css";

interface Props {
  /** What the note is of, under which a draft is kept. */
  name: string;
  note: string;
  /** Whether typing begins here. */
  isFirst?: boolean;
  onSave: (note: string) => void;
  onClose: () => void;
}

const MAX_CHARS = 10_000;

/** A note that is being written; Ctrl and Enter saves it, Escape leaves it as it was. */
export function NoteEditor({ name, note, isFirst = true, onSave, onClose }: Props) {
  const ref = useRef<HTMLTextAreaElement>(null);
  const [text, setText, clear] = useKeptText(`note.${name}`, note);
  useEffect(() => {
    if (!isFirst) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.form?.scrollIntoView({ block: "nearest" });
  }, [isFirst]);
  const save = () => {
    clear();
    if (text !== note) onSave(text);
    onClose();
  };
  const leave = () => {
    clear();
    onClose();
  };
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <textarea
        ref={ref}
        className={controls.field}
        aria-label="Note"
        rows={3}
        maxLength={MAX_CHARS}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") leave();
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
        }}
      />
      <p className={styles.actions}>
        <button type="submit" className={controls.primary}>
          Save the note
        </button>
        <button type="button" className={controls.button} onClick={leave}>
          Cancel
        </button>
      </p>
    </form>
  );
}
