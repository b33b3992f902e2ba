import type { ObservableDeps } from "./deps.ts";
import { exportObservables } from "./export-observables.ts";
import type { Observable } from "./store.ts";
import { keyOf, type ObservableRole } from "./vocabulary.ts";

/** Yields the observables of a session's report, each with its role in that report. */
export async function* observablesOfSession(
  deps: Pick<ObservableDeps, "observables" | "now">,
  id: string,
): AsyncGenerator<Observable & { role_in_report: ObservableRole }> {
  const source = { type: "session", id } as const;
  const roles = await deps.observables.listRolesIn(source);
  for await (const observable of exportObservables(deps, { sources: [source] })) {
    const role = roles.get(keyOf(observable)) ?? observable.role;
    yield { ...observable, role_in_report: role };
  }
}
