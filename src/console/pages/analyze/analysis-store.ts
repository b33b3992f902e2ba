import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { retrySession } from "../../api/session.ts";
import type { AnalyserQuery } from "../../api/usage.ts";
import { afterEvent, type AnalysisRequest, BEGUN, type RunState } from "./analysis-run.ts";
import { awaitKeptRun, followRun } from "./follow-run.ts";
import { keepRun, readRun } from "./kept-run.ts";
import { forgetReport } from "./use-draft.ts";

/** The analysis of this tab; it goes on while other pages are looked at. */
export interface AnalysisState {
  run: RunState | null;
  failure: { error: unknown; sessionId: string | null } | null;
  /** The session that came of it, until it is opened. */
  doneId: string | null;
}

const IDLE: AnalysisState = { run: null, failure: null, doneId: null };

let state = IDLE;
let aborter: AbortController | null = null;
const listeners = new Set<() => void>();

/** The analysis of this tab, shown anew as it goes on. */
export function useAnalysisState(): AnalysisState {
  return useSyncExternalStore(subscribe, () => state);
}

/** Analyses a report. */
export function startAnalysis(queries: QueryClient, request: AnalysisRequest): void {
  const show = (event: Parameters<typeof afterEvent>[1]) => {
    if (state.run !== null) set({ ...state, run: afterEvent(state.run, event) });
  };
  keepRun(null);
  void follow(queries, BEGUN, (signal) => followRun(queries, request, show, signal));
}

/** Analyses a failed session again, by another provider or in another mode if the query has one. */
export function retryAnalysis(queries: QueryClient, sessionId: string, query: AnalyserQuery): void {
  keepRun({ sessionId, retries: 0 });
  const ask = async (signal: AbortSignal) =>
    (await retrySession(sessionId, query, signal)).session_id;
  void follow(queries, waitingFor(sessionId), ask);
}

/** Finds the analysis again that ran when the page was reloaded. */
export function resumeAnalysis(queries: QueryClient): void {
  const kept = readRun();
  if (kept === null || state.run !== null) return;
  const wait = (signal: AbortSignal) => awaitKeptRun(queries, signal);
  void follow(queries, waitingFor(kept.sessionId), wait);
}

/** Ends the analysis; the service ends it too, for nobody waits for it any more. */
export function cancelAnalysis(): void {
  aborter?.abort();
  keepRun(null);
  set(IDLE);
}

/** The outcome was seen. */
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
  set({ run, failure: null, doneId: null });
  try {
    const doneId = await work(controller.signal);
    if (controller.signal.aborted) return;
    keepRun(null);
    forgetReport();
    void queries.invalidateQueries({ queryKey: ["sessions"] });
    set({ run: null, failure: null, doneId });
  } catch (error) {
    if (controller.signal.aborted) return;
    const sessionId = readRun()?.sessionId ?? null;
    keepRun(null);
    set({ run: null, failure: { error, sessionId }, doneId: null });
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
