import { commit } from "../../platform/audit/commit.ts";
import { describeChanges } from "../../platform/audit/describe-changes.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import type { ObservableDeps } from "./deps.ts";
import { noSuchObservable, readObservable } from "./read-observable.ts";
import type { ObservableChange } from "./schema.ts";
import type { ObservableView } from "./schema.ts";

/**
 * Changes tags, role or confidence of an observable. Unchanged values have no effect.
 * @throws AppError `not_found`
 */
export async function changeObservable(
  deps: ObservableDeps,
  actor: Actor,
  id: string,
  { tags, confidence, role }: ObservableChange,
): Promise<ObservableView> {
  const before = await readObservable(deps, id);
  const hasTags = tags === undefined || JSON.stringify(tags) === JSON.stringify(before.tags);
  const change = {
    ...(!hasTags && { tags }),
    ...(role !== undefined && role !== before.role && { role }),
    ...(confidence !== undefined && confidence !== before.confidence && { confidence }),
  };
  if (Object.keys(change).length === 0) return before;
  const changed = await commit(deps, {
    act: {
      actor: actor.name,
      action: "observable.update",
      object: ["observable", id],
      details: { ...change, ...describeChanges(before, change) },
    },
    when: deps.observables.isThere(id),
    parts: [
      deps.observables.change(id, {
        ...change,
        confirmed_by: actor.name,
        ...((role ?? confidence) !== undefined && { decided_by: actor.name }),
      }),
    ],
  });
  if (!changed) throw noSuchObservable(id);
  return await readObservable(deps, id);
}
