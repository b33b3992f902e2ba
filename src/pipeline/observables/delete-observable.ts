import { commit } from "../../platform/audit/commit.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import type { ObservableDeps } from "./deps.ts";
import { noSuchObservable, readObservable } from "./read-observable.ts";

/**
 * Deletes an observable. It is listed as suppressed from then on, so that the next report that names
 * it does not bring it back; restoring it there does.
 * @throws AppError `not_found`
 */
export async function deleteObservable(
  deps: ObservableDeps,
  actor: Actor,
  id: string,
): Promise<void> {
  const observable = await readObservable(deps, id);
  const deleted = await commit(deps, {
    act: {
      actor: actor.name,
      action: "observable.delete",
      object: ["observable", id],
      details: { kind: observable.kind, value: observable.normalized_value },
    },
    when: deps.observables.isThere(id),
    parts: [
      deps.suppressions.suppressDeleted(observable, deps.newId()),
      deps.observables.remove(id),
    ],
  });
  if (!deleted) throw noSuchObservable(id);
}
