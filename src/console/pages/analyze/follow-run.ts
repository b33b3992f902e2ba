import type { QueryClient } from "@tanstack/react-query";
import { Problem } from "../../api/problem.ts";
import { isRunning, retrySession, sessionQuery } from "../../api/session.ts";
import { type AnalysisRequest, runAnalysis, type StreamEvent } from "./analysis-run.ts";
import { storeRun, type PendingRun, readRun } from "./pending-run.ts";

const POLL_MS = 1_000;
const MAX_RETRIES = 3;

/**
 * Runs an analysis to its end, even if the connection breaks. Returns the id of its session.
 * @throws Problem if the service rejects or fails
 */
export async function followRun(
  queries: QueryClient,
  request: AnalysisRequest,
  onEvent: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<string> {
  const told = runAnalysis(
    request,
    (event) => {
      if (event.type === "session") storeRun({ sessionId: event.session_id, retries: 0 });
      onEvent(event);
    },
    signal,
  );
  return await told.catch((failure: unknown) => {
    const isRefused = failure instanceof Problem && failure.status !== 0;
    const isCut = !isRefused && readRun() !== null;
    // The connection broke, not the analysis. The session shows how it continued.
    if (!isCut || signal.aborted) throw failure;
    return awaitKeptRun(queries, signal);
  });
}

/**
 * Waits for the analysis stored in this tab, even while the service is unavailable. Restarts one that ended
 * because the page was closed.
 * @throws Problem if it failed; the signal's reason if it was cancelled
 */
export async function awaitKeptRun(queries: QueryClient, signal: AbortSignal): Promise<string> {
  for (;;) {
    const kept = readRun();
    if (kept === null) throw new DOMException("The analysis was dropped.", "AbortError");
    try {
      if (await isOver(queries, kept, signal)) return kept.sessionId;
    } catch (failure) {
      signal.throwIfAborted();
      if (failure instanceof Problem && !failure.mayPass) throw failure;
    }
    await new Promise((done) => setTimeout(done, POLL_MS));
    signal.throwIfAborted();
  }
}

/** @throws Problem if the analysis failed permanently, or its state is unknown now */
async function isOver(
  queries: QueryClient,
  kept: PendingRun,
  signal: AbortSignal,
): Promise<boolean> {
  const { sessionId, retries } = kept;
  try {
    const options = { ...sessionQuery(sessionId), staleTime: 0, retry: false };
    return !isRunning(await queries.fetchQuery(options));
  } catch (failure) {
    signal.throwIfAborted();
    if (!isOurDoing(failure) || retries >= MAX_RETRIES) throw failure;
    storeRun({ sessionId, retries: retries + 1 });
    await retrySession(sessionId, {}, signal);
    return true;
  }
}

/** Returns whether the analysis failed only because its page was closed. */
function isOurDoing(failure: unknown): boolean {
  return (
    failure instanceof Problem &&
    failure.code === "analysis_failed" &&
    failure.message.includes("The client went away")
  );
}
