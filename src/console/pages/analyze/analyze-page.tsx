import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { estimateAnalysis } from "../../api/usage.ts";
import { isLanguageModel, useProviders } from "../../parts/analyser/providers.ts";
import controls from "../../parts/controls.module.css";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { useHandedFiles } from "../../parts/handed-file.ts";
import { Page } from "../../parts/page/page.tsx";
import { useRole } from "../../parts/use-role.ts";
import { Estimate } from "../../parts/usage/estimate.tsx";
import { useMayChange } from "../../parts/use-may-change.ts";
import { type AnalysisRequest, BEGUN, formOf } from "./analysis-run.ts";
import {
  cancelAnalysis,
  dismissAnalysis,
  resumeAnalysis,
  retryAnalysis,
  startAnalysis,
  startBatch,
  useAnalysisState,
} from "./analysis-store.ts";
import styles from "./analyze-page.module.css";
import { BatchResults } from "./batch-results.tsx";
import { ModeChoice } from "./mode-choice.tsx";
import { againBy, providerOf, requestsOf } from "./report-request.ts";
import { ReportInput } from "./report-input.tsx";
import { RunOptions } from "./run-options.tsx";
import { RunProgress } from "./run-progress.tsx";
import { useDraft } from "./use-draft.ts";

/** The form for a report, which leads to its session. */
export function AnalyzePage() {
  const queries = useQueryClient();
  const { run, doneId, batch } = useAnalysisState();
  useEffect(() => resumeAnalysis(queries), [queries]);
  useOpenWhenDone(run !== null, batch === null ? doneId : null);
  const isGoingOn = run !== null || (batch !== null && batch.results.length < batch.total);
  if (isGoingOn) return <RunProgress run={run ?? BEGUN} batch={batch} onCancel={cancelAnalysis} />;
  return (
    <Page
      title="Analyze a report"
      lead="Finds the ATT&CK techniques that a report describes, with the sentence behind each."
    >
      <AnalyzeForm />
    </Page>
  );
}

function AnalyzeForm() {
  const queries = useQueryClient();
  const [draft, change] = useDraft();
  const [files, setFiles] = useState<readonly File[]>(keptFiles);
  const { doneId, batch } = useAnalysisState();
  const take = (next: readonly File[]) => {
    keptFiles = next;
    setFiles(next);
  };
  useHandedFiles(REPORTS, take);
  const mayChange = useMayChange();
  const providers = useProviders();
  const provider = providerOf(draft, providers);
  const requests = requestsOf(draft, files, providers);
  const [request] = requests;
  const isEmpty = files.length === 0 && draft.text.trim() === "" && draft.url.trim() === "";
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isEmpty || !mayChange) return;
        dismissAnalysis();
        if (requests.length === 1) return startAnalysis(queries, request);
        take([]);
        void startBatch(queries, requests);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.currentTarget.requestSubmit();
        }
      }}
    >
      {batch === null ? null : <BatchResults batch={batch} />}
      {doneId === null || batch !== null ? null : <Done sessionId={doneId} />}
      <ReportInput
        text={draft.text}
        url={draft.url}
        onChange={change}
        files={files}
        onFiles={take}
      />
      <RunOptions draft={draft} provider={provider} providers={providers} onChange={change} />
      <ModeChoice mode={request.mode} provider={provider} providers={providers} onChange={change} />
      {isLanguageModel(provider) && !isEmpty && requests.length === 1 && mayChange ? (
        <ReportEstimate request={request} />
      ) : null}
      <Failure request={request} />
      <Start isReady={!isEmpty && mayChange} count={requests.length} />
    </form>
  );
}

const REPORTS = ["report"];
/** The browser cannot store files, so they are retained here until a reload. */
let keptFiles: readonly File[] = [];

/** Opens the session if the user watches the end of an analysis. A user who returns later gets a notice instead. */
function useOpenWhenDone(isRunning: boolean, doneId: string | null): void {
  const navigate = useNavigate();
  const hasRun = useRef(false);
  useEffect(() => {
    if (doneId !== null && hasRun.current) {
      keptFiles = [];
      dismissAnalysis();
      void navigate({ to: "/sessions/$sessionId", params: { sessionId: doneId } });
    }
    hasRun.current = isRunning;
  }, [doneId, isRunning, navigate]);
}

function Done({ sessionId }: { sessionId: string }) {
  return (
    <p role="status" className={styles.chosen}>
      The last report has been analyzed.
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

/** Why the last analysis failed, with a retry that uses the options of the form. */
function Failure({ request }: { request: AnalysisRequest }) {
  const queries = useQueryClient();
  const { failure } = useAnalysisState();
  if (failure === null) return null;
  const { error, sessionId: id } = failure;
  const retry = id === null ? {} : { onRetry: () => retryAnalysis(queries, id, againBy(request)) };
  return <ErrorPane error={error} {...retry} />;
}

function Start({ isReady, count }: { isReady: boolean; count: number }) {
  const isReader = useRole() === "viewer";
  if (isReader) {
    return (
      <p className={styles.quiet}>You have read-only access. Ask an analyst to analyze a report.</p>
    );
  }
  return (
    <p className={styles.start}>
      <button type="submit" className={controls.primary} disabled={!isReady}>
        {count === 1 ? "Analyze" : `Analyze ${count} reports`}
      </button>
      <span className={styles.quiet}>
        <kbd className={controls.key}>Ctrl</kbd> <kbd className={controls.key}>Enter</kbd>
      </span>
    </p>
  );
}
