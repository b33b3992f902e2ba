import { commit } from "../../platform/audit/commit.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { requireRoom } from "../../platform/quotas/require-room.ts";
import { CONFIDENCE } from "./confidence.ts";
import type { ObservableDeps } from "./deps.ts";
import { toView } from "./observable-view.ts";
import type { ObservableView } from "./schema.ts";

/**
 * Restores a suppressed value from every rule: it is an observable now and whenever it is seen again. Returns one
 * that was already restored unchanged.
 * @throws AppError `not_found`, `quota_exceeded`
 */
export async function restoreSuppression(
  deps: ObservableDeps,
  actor: Actor,
  id: string,
): Promise<ObservableView> {
  const suppression = await deps.suppressions.find(id);
  if (suppression === null) throw new AppError("not_found", `There is no suppression ${id}.`);
  const { kind, value, normalized_value, rule, first_seen_at, last_seen_at } = suppression;
  if (suppression.restored_at === null) await requireRoom(deps, { observables: 1 });
  const observable = {
    id: deps.newId(),
    kind,
    value,
    normalized_value,
    origin: "extracted" as const,
    role: "mentioned" as const,
    confidence: CONFIDENCE.text,
    tags: [],
    confirmed_by: actor.name,
    decided_by: null,
    first_seen_at,
    last_seen_at,
  };
  await commit(deps, {
    act: {
      actor: actor.name,
      action: "observable.restore",
      object: ["suppression", id],
      details: { kind, value: normalized_value, rule },
    },
    when: deps.suppressions.isInForce(id),
    // Restores from all rules, because another one, such as a deletion, would suppress it in the next report.
    parts: [
      deps.observables.create(observable),
      deps.suppressions.restoreValue(suppression, actor.name),
    ],
  });
  const restored = await deps.observables.findByValue(suppression);
  if (restored !== null) return toView(restored, deps.now());
  throw new AppError("not_found", "The observable was restored and deleted again meanwhile.");
}
