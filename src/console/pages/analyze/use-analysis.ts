import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { retrySession } from "../../api/session.ts";
import { afterEvent, type AnalysisRequest, BEGUN, type RunState } from "./analysis-run.ts";
import { awaitKeptRun, followRun } from "./follow-run.ts";
import { keepRun, readRun } from "./kept-run.ts";
import { forgetReport } from "./use-draft.ts";

/** The analysis of this tab: what runs, what failed, and what can be done about it. */
export interface Analysis {
  run: RunState | null;
  error: unknown;
  /** The session that failed and can be asked for again. */
  failedId: string | null;
  start: (request: AnalysisRequest) => void;
  retry: (sessionId: string) => void;
  cancel: () => void;
}

/** Runs an analysis, and finds the one again that ran when the page was left. */
export function useAnalysis(): Analysis {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [run, setRun] = useState(runBefore);
  const [failure, setFailure] = useState<{ error: unknown; sessionId: string | null } | null>(null);
  const aborter = useRef<AbortController | null>(null);

  const follow = async (work: (signal: AbortSignal) => Promise<string>) => {
    const controller = new AbortController();
    aborter.current = controller;
    setFailure(null);
    try {
      const sessionId = await work(controller.signal);
      keepRun(null);
      forgetReport();
      await queries.invalidateQueries({ queryKey: ["sessions"] });
      await navigate({ to: "/sessions/$sessionId", params: { sessionId } });
    } catch (error) {
      // A page that is left keeps what it waited for; a person who cancels forgets it.
      if (controller.signal.aborted) return;
      setFailure({ error, sessionId: readRun()?.sessionId ?? null });
      keepRun(null);
      setRun(null);
    }
  };
  const resume = useEffectEvent(() => {
    if (readRun() !== null) void follow((signal) => awaitKeptRun(queries, signal));
  });
  useEffect(() => {
    resume();
    return () => aborter.current?.abort();
  }, []);

  return {
    run,
    error: failure?.error ?? null,
    failedId: failure?.sessionId ?? null,
    start: (request) => {
      setRun(BEGUN);
      const show = (event: Parameters<typeof afterEvent>[1]) =>
        setRun((state) => afterEvent(state ?? BEGUN, event));
      void follow((signal) => followRun(queries, request, show, signal));
    },
    retry: (sessionId) => {
      keepRun({ sessionId, retries: 0 });
      setRun(runBefore());
      void follow(async (signal) => (await retrySession(sessionId, signal)).session_id);
    },
    cancel: () => {
      aborter.current?.abort();
      keepRun(null);
      setRun(null);
    },
  };
}

function runBefore(): RunState | null {
  const kept = readRun();
  return kept === null ? null : { ...BEGUN, sessionId: kept.sessionId, stage: "wait" };
}
