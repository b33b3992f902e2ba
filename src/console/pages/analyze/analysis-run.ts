import { EventSourceParserStream } from "eventsource-parser/stream";
import { dropBookmark } from "../../api/bookmark.ts";
import type { Schema } from "../../api/client.ts";
import { newId } from "../../api/new-id.ts";
import { Problem, toProblem } from "../../api/problem.ts";

export type StreamEvent = Schema<"StreamEvent">;

/** The request for an analysis, with one of `text`, `file` and `url`. */
export interface AnalysisRequest {
  text?: string;
  file?: File;
  url?: string;
  name: string;
  provider: string;
  domain: string;
  version: string;
  mode: string;
}

/** The progress of an analysis. */
export interface RunState {
  sessionId: string | null;
  stage: string;
  done: number;
  total: number;
  /** The text that a language model has written so far. */
  written: string;
}

export const BEGUN: RunState = { sessionId: null, stage: "send", done: 0, total: 0, written: "" };

/** Returns the state after an event. */
export function afterEvent(state: RunState, event: StreamEvent): RunState {
  if (event.type === "session") return { ...state, sessionId: event.session_id };
  if (event.type === "token") return { ...state, written: state.written + event.content };
  if (event.type !== "progress") return state;
  return { ...state, stage: event.stage, done: event.done, total: event.total };
}

/**
 * Analyzes a report and reports each event as it arrives. Returns the id of the session.
 * @throws Problem if the service rejects, fails or becomes unavailable; the signal's reason if it was cancelled
 */
export async function runAnalysis(
  request: AnalysisRequest,
  onEvent: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<string> {
  const response = await send(request, signal);
  if (!response.ok || response.body === null) {
    throw toProblem(await response.json().catch(() => null), response);
  }
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  for (;;) {
    const { value, done } = await events.read();
    if (done) break;
    const event = JSON.parse(value.data) as StreamEvent;
    if (event.type === "error" || event.type === "result") dropBookmark();
    if (event.type === "error") throw new Problem(502, event.code, event.detail, null);
    if (event.type === "result") return event.data.session_id;
    onEvent(event);
  }
  throw new Problem(0, "unreachable", "The connection ended before the result came.", null);
}

/** Returns the form for a report, without empty fields. */
export function formOf(request: Partial<AnalysisRequest>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(request)) {
    if (value !== undefined && value !== "") form.append(name, value);
  }
  return form;
}

async function send(request: AnalysisRequest, signal: AbortSignal): Promise<Response> {
  const body = formOf(request);
  // Manually, because a call typed from the description waits for a whole response.
  const headers = { "Idempotency-Key": newId() };
  try {
    return await fetch("/api/analyze/stream", { method: "POST", body, headers, signal });
  } catch {
    signal.throwIfAborted();
    throw new Problem(
      0,
      "unreachable",
      "The service cannot be reached; try again in a moment.",
      null,
    );
  }
}
