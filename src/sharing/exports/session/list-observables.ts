import type { Context } from "../../../services.ts";
import { exportObservables } from "../../../pipeline/observables/export-observables.ts";
import type { ExportedObservable } from "./stix-observables.ts";

/** The observables of a session's report that nothing suppresses, by kind and value. */
export async function listObservables(
  context: Context,
  sessionId: string,
): Promise<ExportedObservable[]> {
  const found: ExportedObservable[] = [];
  const source = { type: "session" as const, id: sessionId };
  for await (const { kind, normalized_value: value } of exportObservables(context, { source })) {
    found.push({ kind, value });
  }
  const order = ({ kind, value }: ExportedObservable) => `${kind} ${value}`;
  return found.sort((a, b) => (order(a) < order(b) ? -1 : 1));
}
