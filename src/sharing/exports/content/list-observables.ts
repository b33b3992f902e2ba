import { compareText } from "../../../platform/lib/text.ts";
import type { ExportDeps } from "../deps.ts";
import { readIndicatorLists } from "./indicator-lists.ts";
import type { ExportedObservable } from "./session-content.ts";

/** The observables of a session's report that nothing suppresses, by kind and value. */
export async function listObservables(
  deps: ExportDeps,
  sessionId: string,
): Promise<ExportedObservable[]> {
  const found: Omit<ExportedObservable, "listed">[] = [];
  for await (const observable of deps.observablesOfSession(sessionId)) {
    const { kind, value: written, normalized_value: value, confirmed_by: by } = observable;
    found.push({ kind, value, written, confirmed: by !== null });
  }
  if (found.length === 0) return [];
  const isListed = readIndicatorLists((await deps.sessionFiles.readText(sessionId)) ?? "");
  return found
    .map((observable) => ({ ...observable, listed: isListed(observable.value) }))
    .sort((a, b) => compareText(`${a.kind} ${a.value}`, `${b.kind} ${b.value}`));
}
