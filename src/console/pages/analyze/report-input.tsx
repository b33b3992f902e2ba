import { useState } from "react";
import styles from "./analyze-page.module.css";

interface Props {
  text: string;
  onText: (text: string) => void;
  file: File | null;
  onFile: (file: File | null) => void;
}

const FILES = ".pdf,.docx,.txt,.html,.htm";

/** A file that is dropped or chosen, or a text that is typed or pasted. */
export function ReportInput({ text, onText, file, onFile }: Props) {
  const [isOver, setIsOver] = useState(false);
  if (file !== null) {
    return (
      <p className={styles.chosen}>
        <span>
          {file.name}, {sizeOf(file)}
        </span>
        <button type="button" onClick={() => onFile(null)}>
          Take another report
        </button>
      </p>
    );
  }
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
        event.preventDefault();
        setIsOver(false);
        onFile(event.dataTransfer.files[0] ?? null);
      }}
    >
      <label className={styles.text}>
        <span>Text of the report; or drop a PDF, DOCX, HTML or TXT file here</span>
        <textarea
          value={text}
          onChange={(event) => onText(event.target.value)}
          rows={14}
          spellCheck={false}
        />
      </label>
      <label className={styles.file}>
        <span>Choose a file</span>
        <input
          type="file"
          accept={FILES}
          onChange={(event) => onFile(event.target.files?.[0] ?? null)}
        />
      </label>
    </div>
  );
}

function sizeOf({ size }: File): string {
  return size < 1_000_000 ? `${Math.ceil(size / 1_000)} KB` : `${(size / 1e6).toFixed(1)} MB`;
}
