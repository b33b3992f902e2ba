import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { estimateAnalysis } from "../../api/usage.ts";
import { isLanguageModel, useProviders } from "../../parts/analyser/providers.ts";
import controls from "../../parts/controls.module.css";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { useIsReader } from "../../parts/use-is-reader.ts";
import { Estimate } from "../../parts/usage/estimate.tsx";
import { useMayChange } from "../../parts/use-may-change.ts";
import { type AnalysisRequest, formOf } from "./analysis-run.ts";
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
import { againBy, providerOf, requestOf } from "./report-request.ts";
import { ReportInput } from "./report-input.tsx";
import { RunOptions } from "./run-options.tsx";
import { RunProgress } from "./run-progress.tsx";
import { useDraft } from "./use-draft.ts";
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
  const { doneId } = useAnalysisState();
  const take = (next: File | null) => {
    keptFile = next;
    setFile(next);
  };
  const mayChange = useMayChange();
  const isOver = useDroppedFiles(([first]) => {
    if (first !== undefined) take(first);
  }, true);
  const providers = useProviders();
  const provider = providerOf(draft, providers);
  const request = requestOf(draft, file, providers);
  const isEmpty = file === null && draft.text.trim() === "" && draft.url.trim() === "";
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isEmpty || !mayChange) return;
        startAnalysis(queries, request);
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
      <RunOptions draft={draft} provider={provider} providers={providers} onChange={change} />
      <ModeChoice mode={request.mode} provider={provider} providers={providers} onChange={change} />
      {isLanguageModel(provider) && !isEmpty && mayChange ? (
        <ReportEstimate request={request} />
      ) : null}
      <Failure request={request} />
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

function ReportEstimate({ request }: { request: AnalysisRequest }) {
  const { name: _, ...unnamed } = request;
  return (
    <Estimate
      request={unnamed}
      estimate={(report) => estimateAnalysis(formOf(report))}
      hint="Uploads the report, and calls no language model."
    />
  );
}

/** Why the last analysis failed; its session can be analysed again as the form says. */
function Failure({ request }: { request: AnalysisRequest }) {
  const queries = useQueryClient();
  const { failure } = useAnalysisState();
  if (failure === null) return null;
  const { error, sessionId: id } = failure;
  const retry = id === null ? {} : { onRetry: () => retryAnalysis(queries, id, againBy(request)) };
  return <ErrorPane error={error} {...retry} />;
}

function Start({ isReady }: { isReady: boolean }) {
  const isReader = useIsReader();
  if (isReader) {
    return (
      <p className={styles.quiet}>You have read-only access. Ask an analyst to analyse a report.</p>
    );
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
