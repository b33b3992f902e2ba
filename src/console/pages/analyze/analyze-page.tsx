import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import controls from "../../parts/controls.module.css";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { useIsReader } from "../../parts/use-is-reader.ts";
import { useMayChange } from "../../parts/use-may-change.ts";
import {
  cancelAnalysis,
  dismissAnalysis,
  resumeAnalysis,
  retryAnalysis,
  startAnalysis,
  useAnalysisState,
} from "./analysis-store.ts";
import styles from "./analyze-page.module.css";
import { ModeChoice } from "./mode-choice.tsx";
import { ReportInput } from "./report-input.tsx";
import { RunOptions } from "./run-options.tsx";
import { RunProgress } from "./run-progress.tsx";
import { type Draft, useDraft } from "./use-draft.ts";
import { useDroppedFiles } from "../../parts/use-dropped-files.ts";

/** A report goes in; its session comes out. */
export function AnalyzePage() {
  const queries = useQueryClient();
  const { run, doneId } = useAnalysisState();
  useEffect(() => resumeAnalysis(queries), [queries]);
  useOpenWhenDone(run !== null, doneId);
  if (run !== null) return <RunProgress run={run} onCancel={cancelAnalysis} />;
  return <AnalyzeForm />;
}

function AnalyzeForm() {
  const queries = useQueryClient();
  const [draft, change] = useDraft();
  const [file, setFile] = useState<File | null>(keptFile);
  const { failure, doneId } = useAnalysisState();
  const take = (next: File | null) => {
    keptFile = next;
    setFile(next);
  };
  const mayChange = useMayChange();
  const isOver = useDroppedFiles(([first]) => {
    if (first !== undefined) take(first);
  }, true);
  const failedId = failure?.sessionId ?? null;
  const isEmpty = file === null && draft.text.trim() === "" && draft.url.trim() === "";
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isEmpty || !mayChange) return;
        startAnalysis(queries, { ...reportOf(draft, file), ...optionsOf(draft) });
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.currentTarget.requestSubmit();
        }
      }}
    >
      <h1>Analyse a report</h1>
      {doneId === null ? null : <Done sessionId={doneId} />}
      <ReportInput
        text={draft.text}
        url={draft.url}
        onChange={change}
        file={file}
        onFile={take}
        isOver={isOver}
      />
      <RunOptions draft={draft} onChange={change} />
      <ModeChoice draft={draft} onChange={change} />
      {failure === null ? null : (
        <ErrorPane
          error={failure.error}
          {...(failedId === null ? {} : { onRetry: () => retryAnalysis(queries, failedId) })}
        />
      )}
      <Start isReady={!isEmpty && mayChange} />
    </form>
  );
}

/** A file cannot be kept by the browser; until the page is reloaded it is kept here. */
let keptFile: File | null = null;

/** Who watches the end of an analysis sees its session; who comes back later is told of it. */
function useOpenWhenDone(isRunning: boolean, doneId: string | null): void {
  const navigate = useNavigate();
  const hasRun = useRef(false);
  useEffect(() => {
    if (doneId !== null && hasRun.current) {
      keptFile = null;
      dismissAnalysis();
      void navigate({ to: "/sessions/$sessionId", params: { sessionId: doneId } });
    }
    hasRun.current = isRunning;
  }, [doneId, isRunning, navigate]);
}

function Done({ sessionId }: { sessionId: string }) {
  return (
    <p role="status" className={styles.chosen}>
      The last report is read.
      <Link to="/sessions/$sessionId" params={{ sessionId }} onClick={dismissAnalysis}>
        Open its session
      </Link>
      <button type="button" className={controls.plain} onClick={dismissAnalysis}>
        Not now
      </button>
    </p>
  );
}

function Start({ isReady }: { isReady: boolean }) {
  const isReader = useIsReader();
  if (isReader) {
    return <p className={styles.quiet}>Your role reads only: an analyst can analyse a report.</p>;
  }
  return (
    <p className={styles.start}>
      <button type="submit" className={controls.primary} disabled={!isReady}>
        Analyse
      </button>
      <span className={styles.quiet}>
        <kbd className={controls.key}>Ctrl</kbd> <kbd className={controls.key}>Enter</kbd>
      </span>
    </p>
  );
}

function reportOf({ text, url }: Draft, file: File | null) {
  if (file !== null) return { file };
  return url.trim() === "" ? { text } : { url: url.trim() };
}

function optionsOf({ name, provider, domain, version, mode }: Draft) {
  return { name: name.trim(), provider, domain, version, mode };
}
