import { useEffect, useRef } from "react";
import controls from "../../../parts/controls.module.css";
import { useDraftText } from "../../../parts/use-draft-text.ts";
import styles from "./technique-list.module.css";

interface Props<Seen> {
  /** The subject of the note, used as the key of a draft. */
  name: string;
  /** The current state of the subject. */
  seen: Seen;
  /** Whether it has the initial focus. */
  isFirst?: boolean;
  /** @param seen the state of the subject when editing began */
  onSave: (note: string, seen: Seen) => void;
  onClose: () => void;
}

const MAX_CHARS = 10_000;

/** A note being written. Ctrl+Enter saves it, Escape discards the changes. */
export function NoteEditor<Seen extends { note: string }>(props: Props<Seen>) {
  const { name, seen, isFirst = true, onSave, onClose } = props;
  const ref = useRef<HTMLTextAreaElement>(null);
  const [text, setText, clear, begun] = useDraftText(`note.${name}`, seen.note, seen);
  useEffect(() => {
    if (!isFirst) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.form?.scrollIntoView({ block: "nearest" });
  }, [isFirst]);
  const save = () => {
    clear();
    if (text !== begun.note) onSave(text, begun);
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
          Save note
        </button>
        <button type="button" className={controls.button} onClick={leave}>
          Cancel
        </button>
      </p>
    </form>
  );
}
