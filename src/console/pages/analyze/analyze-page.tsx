import { useState } from "react";
import controls from "../../parts/controls.module.css";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { useMayChange } from "../../parts/use-may-change.ts";
import styles from "./analyze-page.module.css";
import { ReportInput } from "./report-input.tsx";
import { RunOptions } from "./run-options.tsx";
import { RunProgress } from "./run-progress.tsx";
import { useAnalysis } from "./use-analysis.ts";
import { type Draft, useDraft } from "./use-draft.ts";

/** A report goes in; its session comes out. */
export function AnalyzePage() {
  const [draft, change] = useDraft();
  const [file, setFile] = useState<File | null>(null);
  const mayChange = useMayChange();
  const { run, error, failedId, start, retry, cancel } = useAnalysis();
  if (run !== null) return <RunProgress run={run} onCancel={cancel} />;
  const isEmpty = file === null && draft.text.trim() === "" && draft.url.trim() === "";
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) start({ ...reportOf(draft, file), ...optionsOf(draft) });
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.currentTarget.requestSubmit();
        }
      }}
    >
      <h1>Analyse a report</h1>
      <ReportInput
        text={draft.text}
        url={draft.url}
        onChange={change}
        file={file}
        onFile={setFile}
      />
      <RunOptions draft={draft} onChange={change} />
      {error === null ? null : (
        <ErrorPane
          error={error}
          {...(failedId === null ? {} : { onRetry: () => retry(failedId) })}
        />
      )}
      {mayChange ? (
        <p className={styles.start}>
          <button type="submit" className={controls.primary} disabled={isEmpty}>
            Analyse
          </button>
          <span className={styles.quiet}>
            <kbd className={controls.key}>Ctrl</kbd> <kbd className={controls.key}>Enter</kbd>
          </span>
        </p>
      ) : (
        <p className={styles.quiet}>Your role reads only: an analyst can analyse a report.</p>
      )}
    </form>
  );
}

function reportOf({ text, url }: Draft, file: File | null) {
  if (file !== null) return { file };
  return url.trim() === "" ? { text } : { url: url.trim() };
}

function optionsOf({ name, provider, domain, version }: Draft) {
  return { name: name.trim(), provider, domain, version };
}
