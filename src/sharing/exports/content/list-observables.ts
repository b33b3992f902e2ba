import type { ExportDeps } from "../deps.ts";
import { readIndicatorLists } from "./indicator-lists.ts";
import type { ExportedObservable } from "./session-content.ts";

/** The observables of a session's report that nothing suppresses, by kind and value. */
export async function listObservables(
  deps: ExportDeps,
  sessionId: string,
): Promise<ExportedObservable[]> {
  const text = await deps.sessionFiles.readText(sessionId);
  const isListed = readIndicatorLists(text ?? "");
  const found: ExportedObservable[] = [];
  for await (const observable of deps.observablesOfSession(sessionId)) {
    const { kind, normalized_value: value, confirmed_by: by } = observable;
    found.push({ kind, value, confirmed: by !== null, listed: isListed(value) });
  }
  const order = ({ kind, value }: ExportedObservable) => `${kind} ${value}`;
  return found.sort((a, b) => (order(a) < order(b) ? -1 : 1));
}
