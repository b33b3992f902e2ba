import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { retrySession } from "../../api/session.ts";
import type { AnalyserQuery } from "../../api/usage.ts";
import { afterEvent, type AnalysisRequest, BEGUN, type RunState } from "./analysis-run.ts";
import { awaitKeptRun, followRun } from "./follow-run.ts";
import { storeRun, readRun } from "./pending-run.ts";
import { forgetReport } from "./use-draft.ts";

/** The analysis of this tab, which continues while other pages are open. */
export interface AnalysisState {
  run: RunState | null;
  failure: { error: unknown; sessionId: string | null } | null;
  /** The resulting session, until it is opened. */
  doneId: string | null;
  /** Several reports analyzed in turn; null for a single one. */
  batch: Batch | null;
}

/** The progress of several reports. */
export interface Batch {
  total: number;
  results: readonly { name: string; sessionId: string | null; error: unknown }[];
}

const IDLE: AnalysisState = { run: null, failure: null, doneId: null, batch: null };

let state = IDLE;
let aborter: AbortController | null = null;
/** Settles with the last started analysis. */
let running: Promise<void> = Promise.resolve();
const listeners = new Set<() => void>();

/** Returns the analysis of this tab, and rerenders as it progresses. */
export function useAnalysisState(): AnalysisState {
  return useSyncExternalStore(subscribe, () => state);
}

/** Starts the analysis of a report. */
export function startAnalysis(queries: QueryClient, request: AnalysisRequest): void {
  const show = (event: Parameters<typeof afterEvent>[1]) => {
    if (state.run !== null) set({ ...state, run: afterEvent(state.run, event) });
  };
  storeRun(null);
  running = follow(queries, BEGUN, (signal) => followRun(queries, request, show, signal));
}

/** Analyzes several reports in turn, and continues after a failure. */
export async function startBatch(
  queries: QueryClient,
  requests: readonly AnalysisRequest[],
): Promise<void> {
  set({ ...IDLE, batch: { total: requests.length, results: [] } });
  for (const request of requests) {
    startAnalysis(queries, request);
    await running;
    const { batch, doneId, failure } = state;
    // Cancelled, or replaced by another analysis.
    if (batch === null) return;
    const result = {
      name: request.file?.name ?? request.name,
      sessionId: doneId ?? failure?.sessionId ?? null,
      error: failure?.error ?? null,
    };
    set({ ...IDLE, batch: { ...batch, results: [...batch.results, result] } });
  }
}

/** Analyzes a failed session again, with the provider or mode of the query if given. */
export function retryAnalysis(queries: QueryClient, sessionId: string, query: AnalyserQuery): void {
  storeRun({ sessionId, retries: 0 });
  const ask = async (signal: AbortSignal) =>
    (await retrySession(sessionId, query, signal)).session_id;
  void follow(queries, waitingFor(sessionId), ask);
}

/** Resumes the analysis that was running when the page was reloaded. */
export function resumeAnalysis(queries: QueryClient): void {
  const kept = readRun();
  if (kept === null || state.run !== null) return;
  const wait = (signal: AbortSignal) => awaitKeptRun(queries, signal);
  void follow(queries, waitingFor(kept.sessionId), wait);
}

/** Ends the analysis. The service ends it too, because nobody waits for it any more. */
export function cancelAnalysis(): void {
  aborter?.abort();
  storeRun(null);
  set(IDLE);
}

/** Clears the outcome after the user has seen it. */
export function dismissAnalysis(): void {
  set(IDLE);
}

async function follow(
  queries: QueryClient,
  run: RunState,
  work: (signal: AbortSignal) => Promise<string>,
): Promise<void> {
  const controller = new AbortController();
  aborter = controller;
  set({ ...state, run, failure: null, doneId: null });
  try {
    const doneId = await work(controller.signal);
    if (controller.signal.aborted) return;
    storeRun(null);
    forgetReport();
    void queries.invalidateQueries({ queryKey: ["sessions"] });
    set({ ...state, run: null, failure: null, doneId });
  } catch (error) {
    if (controller.signal.aborted) return;
    const sessionId = readRun()?.sessionId ?? null;
    storeRun(null);
    set({ ...state, run: null, failure: { error, sessionId }, doneId: null });
  }
}

function waitingFor(sessionId: string): RunState {
  return { ...BEGUN, sessionId, stage: "wait" };
}

function set(next: AnalysisState): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
