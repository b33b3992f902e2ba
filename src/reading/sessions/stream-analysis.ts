import type { SessionDeps } from "./deps.ts";
import { sealQuietly } from "../../platform/audit/seal-audit.ts";
import { toAppError } from "../../platform/lib/to-app-error.ts";
import type { SendEvent } from "../../platform/http/stream-events.ts";
import { analyseReport } from "./analyse-report.ts";
import type { BegunSession } from "./begin-session.ts";
import { nameSession } from "./fail-session.ts";
import type { AnalysisInput } from "./read-input.ts";
import { readSession } from "./read-session.ts";
import type { StreamEvent } from "./schema.ts";

/** Analyses a session's report and tells about it; ends with exactly one `result` or `error`. */
export async function streamAnalysis(
  deps: SessionDeps,
  begun: BegunSession,
  input: AnalysisInput,
  send: SendEvent<StreamEvent>,
  signal: AbortSignal,
): Promise<void> {
  send({ type: "session", session_id: begun.id });
  const events = {
    token: (content: string) => send({ type: "token", content }),
    progress: (stage: string, done: number, total: number) =>
      send({ type: "progress", stage, done, total }),
  };
  try {
    const stored = begun.isRepeated ? await readSession(deps, begun.id, false) : null;
    const data = stored ?? (await analyseReport(deps, begun.id, input, events, signal));
    send({ type: "result", data });
  } catch (error) {
    const { code, message } = begun.isRepeated ? toAppError(error) : nameSession(error, begun.id);
    send({ type: "error", code, detail: message });
  } finally {
    await sealQuietly(deps);
  }
}
