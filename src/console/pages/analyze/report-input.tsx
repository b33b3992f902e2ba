import { type ClipboardEvent, useRef, useState } from "react";
import sample from "../../../../examples/report.pdf?url";
import controls from "../../parts/controls.module.css";
import styles from "./analyze-page.module.css";

interface Props {
  text: string;
  url: string;
  onChange: (part: { text?: string; url?: string }) => void;
  file: File | null;
  onFile: (file: File | null) => void;
  /** Whether a file is held above the page. */
  isOver: boolean;
}

/** The service's own default. */
const MAX_CHARS = 1_000_000;
const LONG_CHARS = 20_000;
const FILES = ".pdf,.docx,.txt,.html,.htm";

/** A file that is dropped, pasted or chosen, a text that is typed or pasted, or an address. */
export function ReportInput({ text, url, onChange, file, onFile, isOver }: Props) {
  if (file !== null) {
    return (
      <p className={styles.chosen} role="status">
        <strong>{file.name}</strong>
        <span className={styles.quiet}>{sizeOf(file)}</span>
        <button type="button" className={controls.button} onClick={() => onFile(null)}>
          Take another report
        </button>
      </p>
    );
  }
  return (
    <div className={styles.drop} data-over={isOver}>
      <Sources onFile={onFile} />
      <label className={styles.text}>
        <span>Text of the report</span>
        <textarea
          className={controls.field}
          value={text}
          onChange={(event) => onChange({ text: event.target.value })}
          onPaste={(event) => {
            const long = afterLongPaste(event);
            if (long === null) return;
            event.preventDefault();
            onChange({ text: long });
          }}
          rows={12}
          spellCheck={false}
          disabled={url.trim() !== ""}
          placeholder="Paste a text, or drop a PDF, DOCX, HTML or TXT file here"
        />
      </label>
      <Count length={text.length} />
      <label className={styles.text}>
        <span>Or its address</span>
        <input
          type="url"
          className={controls.field}
          value={url}
          maxLength={2048}
          placeholder="https://"
          onChange={(event) => onChange({ url: event.target.value })}
        />
      </label>
    </div>
  );
}

/**
 * The text after a long paste; null for others. A browser inserts a million characters line by line
 * and stands still for half a minute, while a value that is set is there at once.
 */
function afterLongPaste({ clipboardData, currentTarget }: ClipboardEvent<HTMLTextAreaElement>) {
  const pasted = clipboardData.getData("text/plain");
  if (pasted.length < LONG_CHARS) return null;
  const { value, selectionStart, selectionEnd } = currentTarget;
  return value.slice(0, selectionStart) + pasted + value.slice(selectionEnd);
}

function Count({ length }: { length: number }) {
  if (length === 0) return null;
  const isTooLong = length > MAX_CHARS;
  return (
    <span
      role={isTooLong ? "alert" : undefined}
      className={isTooLong ? styles.warning : styles.quiet}
    >
      {length.toLocaleString()} characters
      {isTooLong ? `; ${MAX_CHARS.toLocaleString()} are read at most` : ""}
    </span>
  );
}

function Sources({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const takeSample = async () => {
    const answer = await fetch(sample).catch(() => null);
    setHasFailed(answer?.ok !== true);
    if (answer?.ok !== true) return;
    onFile(new File([await answer.blob()], "report.pdf", { type: "application/pdf" }));
  };
  return (
    <p className={styles.sources}>
      <button type="button" className={controls.button} onClick={() => input.current?.click()}>
        Choose a file
      </button>
      <input
        ref={input}
        hidden
        type="file"
        aria-label="Report"
        accept={FILES}
        onChange={(event) => {
          const [first] = event.target.files ?? [];
          if (first !== undefined) onFile(first);
        }}
      />
      <button type="button" className={controls.plain} onClick={() => void takeSample()}>
        Take the sample report
      </button>
      {hasFailed ? <span role="alert">The sample cannot be loaded; try again.</span> : null}
      <span className={styles.quiet}>PDF, DOCX, HTML or TXT, up to 25 MB</span>
    </p>
  );
}

function sizeOf({ size }: File): string {
  return size < 1_000_000 ? `${Math.ceil(size / 1_000)} KB` : `${(size / 1e6).toFixed(1)} MB`;
}
