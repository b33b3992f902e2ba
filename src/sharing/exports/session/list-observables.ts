import type { ExportDeps } from "../deps.ts";
import type { ExportedObservable } from "./stix-observables.ts";

/** The observables of a session's report that nothing suppresses, by kind and value. */
export async function listObservables(
  deps: ExportDeps,
  sessionId: string,
): Promise<ExportedObservable[]> {
  const found: ExportedObservable[] = [];
  for await (const { kind, normalized_value: value } of deps.observablesOfSession(sessionId)) {
    found.push({ kind, value });
  }
  const order = ({ kind, value }: ExportedObservable) => `${kind} ${value}`;
  return found.sort((a, b) => (order(a) < order(b) ? -1 : 1));
}
