import { commit } from "../../platform/audit/commit.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import type { ObservableDeps } from "./deps.ts";
import { noSuchObservable, readObservable } from "./read-observable.ts";

/**
 * Deletes an observable and lists it as suppressed, so that the next report that names it does not add it again. It
 * can be restored there.
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
