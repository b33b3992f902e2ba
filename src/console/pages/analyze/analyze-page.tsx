import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { afterEvent, BEGUN, runAnalysis, type RunState } from "./analysis-run.ts";
import styles from "./analyze-page.module.css";
import { ReportInput } from "./report-input.tsx";
import { type Options, RunOptions } from "./run-options.tsx";
import { RunProgress } from "./run-progress.tsx";
import { useDraft } from "./use-draft.ts";

const NO_OPTIONS: Options = { name: "", provider: "", domain: "", version: "" };

/** A report goes in; its session comes out. */
export function AnalyzePage() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [text, setText, clearText] = useDraft();
  const [file, setFile] = useState<File | null>(null);
  const [options, setOptions] = useState(NO_OPTIONS);
  const [run, setRun] = useState<RunState | null>(null);
  const [error, setError] = useState<unknown>(null);
  const cancelRef = useRef<AbortController | null>(null);

  const start = async () => {
    const controller = new AbortController();
    cancelRef.current = controller;
    setError(null);
    setRun(BEGUN);
    const report = file === null ? { text } : { file };
    try {
      const sessionId = await runAnalysis(
        { ...report, ...options },
        (event) => setRun((state) => afterEvent(state ?? BEGUN, event)),
        controller.signal,
      );
      clearText();
      await queries.invalidateQueries({ queryKey: ["sessions"] });
      await navigate({ to: "/sessions/$sessionId", params: { sessionId } });
    } catch (failure) {
      if (!controller.signal.aborted) setError(failure);
    } finally {
      setRun(null);
    }
  };

  if (run !== null) {
    return <RunProgress run={run} onCancel={() => cancelRef.current?.abort()} />;
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <h1>Analyse a report</h1>
      <ReportInput text={text} onText={setText} file={file} onFile={setFile} />
      <RunOptions options={options} onChange={setOptions} />
      {error === null ? null : <ErrorPane error={error} />}
      <button type="submit" className={styles.start} disabled={file === null && text.trim() === ""}>
        Analyse
      </button>
    </form>
  );
}
