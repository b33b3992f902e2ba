import { compareText } from "../../../platform/lib/text.ts";
import type { ExportDeps } from "../deps.ts";
import type { ExportedObservable } from "./session-content.ts";

/** Lists the unsuppressed observables of a session's report, by kind and value. */
export async function listObservables(
  deps: ExportDeps,
  sessionId: string,
): Promise<ExportedObservable[]> {
  const found: ExportedObservable[] = [];
  for await (const observable of deps.observablesOfSession(sessionId)) {
    const { kind, value: written, normalized_value: value, confirmed_by: by } = observable;
    const listed = observable.role_in_report === "indicator";
    found.push({ kind, value, written, confirmed: by !== null, listed });
  }
  return found.sort((a, b) => compareText(`${a.kind} ${a.value}`, `${b.kind} ${b.value}`));
}
