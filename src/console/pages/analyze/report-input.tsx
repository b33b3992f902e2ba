import { type ReactNode, useRef, useState } from "react";
import sample from "../../../../examples/report.pdf?url";
import controls from "../../parts/controls.module.css";
import styles from "./analyze-page.module.css";

interface Props {
  text: string;
  url: string;
  onChange: (part: { text?: string; url?: string }) => void;
  file: File | null;
  onFile: (file: File | null) => void;
}

const FILES = ".pdf,.docx,.txt,.html,.htm";

/** A file that is dropped, pasted or chosen, a text that is typed or pasted, or an address. */
export function ReportInput({ text, url, onChange, file, onFile }: Props) {
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
    <DropZone onFile={onFile}>
      <Sources onFile={onFile} />
      <label className={styles.text}>
        <span>Text of the report</span>
        <textarea
          className={controls.field}
          value={text}
          onChange={(event) => onChange({ text: event.target.value })}
          rows={12}
          spellCheck={false}
          disabled={url.trim() !== ""}
          placeholder="Paste a text, or drop a PDF, DOCX, HTML or TXT file here"
        />
      </label>
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
    </DropZone>
  );
}

function DropZone({ onFile, children }: { onFile: (file: File) => void; children: ReactNode }) {
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList, event: { preventDefault: () => void }) => {
    const [first] = files;
    if (first === undefined) return;
    event.preventDefault();
    onFile(first);
  };
  return (
    <div
      className={styles.drop}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false);
        take(event.dataTransfer.files, event);
      }}
      onPaste={(event) => take(event.clipboardData.files, event)}
    >
      {children}
    </div>
  );
}

function Sources({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const takeSample = async () => {
    const answer = await fetch(sample);
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
      <span className={styles.quiet}>PDF, DOCX, HTML or TXT, up to 25 MB</span>
    </p>
  );
}

function sizeOf({ size }: File): string {
  return size < 1_000_000 ? `${Math.ceil(size / 1_000)} KB` : `${(size / 1e6).toFixed(1)} MB`;
}
