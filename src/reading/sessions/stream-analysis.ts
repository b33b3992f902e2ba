import type { SessionDeps } from "./deps.ts";
import { toAppError } from "../../platform/lib/to-app-error.ts";
import { analyseReport } from "./analyse-report.ts";
import type { BegunSession } from "./begin-session.ts";
import { nameSession } from "./name-session.ts";
import type { AnalysisInput } from "./read-analysis-input.ts";
import { readSession } from "./read-session.ts";
import type { StreamEvent } from "./schema.ts";

/**
 * Analyses the report of a session and reports each event as it happens. The last one is exactly one `result` or
 * `error`. A failure of the analysis is reported as an event instead of thrown.
 */
export async function streamAnalysis(
  deps: SessionDeps,
  begun: BegunSession,
  input: AnalysisInput,
  report: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  report({ type: "session", session_id: begun.id });
  const events = {
    token: (content: string) => report({ type: "token", content }),
    progress: (stage: string, done: number, total: number) =>
      report({ type: "progress", stage, done, total }),
  };
  try {
    const stored = begun.isRepeated ? await readSession(deps, begun.id, false) : null;
    const data = stored ?? (await analyseReport(deps, begun.id, input, events, signal));
    report({ type: "result", data });
  } catch (error) {
    const { code, message } = begun.isRepeated ? toAppError(error) : nameSession(error, begun.id);
    report({ type: "error", code, detail: message });
  } finally {
    await deps.afterChange();
  }
}
