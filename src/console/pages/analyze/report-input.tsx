import { type ClipboardEvent, useRef } from "react";
import controls from "../../parts/controls.module.css";
import { VisibleText } from "../../parts/visible-text/visible-text.tsx";
import styles from "./analyze-page.module.css";

interface Props {
  text: string;
  url: string;
  onChange: (part: { text?: string; url?: string }) => void;
  files: readonly File[];
  onFiles: (files: readonly File[]) => void;
}

/** The service's own default. */
const MAX_CHARS = 1_000_000;
const LONG_CHARS = 20_000;
const FILES = ".pdf,.docx,.txt,.md,.html,.htm";

/** Dropped, pasted or chosen files, a typed or pasted text, or an address. */
export function ReportInput({ text, url, onChange, files, onFiles }: Props) {
  if (files.length > 0) return <ChosenFiles files={files} onFiles={onFiles} />;
  return (
    <div className={styles.drop}>
      <Sources onFiles={onFiles} />
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
          rows={8}
          spellCheck={false}
          disabled={url.trim() !== ""}
          placeholder="Paste the text of a report"
        />
      </label>
      <Count length={text.length} />
      <label className={styles.text}>
        <span>Address of a web page or PDF</span>
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
 * Returns the text after a long paste; null for others. A browser inserts a million characters line by line and
 * freezes for half a minute, while setting the value is immediate.
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
      {isTooLong ? `; at most ${MAX_CHARS.toLocaleString()} are accepted` : ""}
    </span>
  );
}

function ChosenFiles({ files, onFiles }: Pick<Props, "files" | "onFiles">) {
  return (
    <div className={styles.chosen} role="status">
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={`${file.name} ${file.lastModified} ${file.size}`}>
            <strong>
              <VisibleText text={file.name} />
            </strong>
            <span className={styles.quiet}>{sizeOf(file)}</span>
          </li>
        ))}
      </ul>
      {files.length === 1 ? null : (
        <p className={styles.quiet}>
          They are analyzed one after another. Keep this tab open until the last one is done.
        </p>
      )}
      <button type="button" className={controls.button} onClick={() => onFiles([])}>
        {files.length === 1 ? "Choose another report" : "Choose other reports"}
      </button>
    </div>
  );
}

function Sources({ onFiles }: Pick<Props, "onFiles">) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <p className={styles.sources}>
      <button type="button" className={controls.button} onClick={() => input.current?.click()}>
        Choose files
      </button>
      <input
        ref={input}
        hidden
        multiple
        type="file"
        aria-label="Reports"
        accept={FILES}
        onChange={({ target }) => onFiles([...(target.files ?? [])])}
      />
      <span className={styles.quiet}>
        or drop them anywhere: PDF, DOCX, HTML, TXT or Markdown, up to 25 MB each
      </span>
    </p>
  );
}

function sizeOf({ size }: File): string {
  return size < 1_000_000 ? `${Math.ceil(size / 1_000)} KB` : `${(size / 1e6).toFixed(1)} MB`;
}
