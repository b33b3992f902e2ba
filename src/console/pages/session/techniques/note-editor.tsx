import { useEffect, useRef } from "react";
import controls from "../../../parts/controls.module.css";
import { useDraftText } from "../../../parts/use-draft-text.ts";
import styles from "./technique-list.module.css";

interface Props<Seen> {
  /** What the note is of, under which a draft is kept. */
  name: string;
  /** What the note is of, as it is seen now. */
  seen: Seen;
  /** Whether typing begins here. */
  isFirst?: boolean;
  /** @param seen what the note is of, as it was when it was begun */
  onSave: (note: string, seen: Seen) => void;
  onClose: () => void;
}

const MAX_CHARS = 10_000;

/** A note that is being written; Ctrl and Enter saves it, Escape leaves it as it was. */
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
