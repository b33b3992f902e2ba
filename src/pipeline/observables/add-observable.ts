import { commit } from "../../platform/audit/commit.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { requireRoom } from "../../platform/quotas/require-room.ts";
import { CONFIDENCE } from "./confidence.ts";
import type { ObservableDeps } from "./deps.ts";
import { normaliseObservable } from "./normalise.ts";
import { KINDS } from "./kinds/kinds.ts";
import { noSuchObservable } from "./read-observable.ts";
import type { NewObservable } from "./schema.ts";
import { toView } from "./observable-view.ts";
import type { Observable } from "./store.ts";
import type { ObservableView } from "./schema.ts";
import { isKnownKind, type ObservableKind } from "./vocabulary.ts";

/** Describes the form of a kind for the error message that rejects a value. */
function formOf(kind: ObservableKind): string {
  return isKnownKind(kind) ? KINDS[kind].form : "a text of 1 to 2,048 characters";
}

/**
 * Adds an observable manually. Returns a known one unchanged. An analyst's observable is stored regardless of
 * suppression rules.
 * @throws AppError `validation_error` if the value is not of its kind; `quota_exceeded`
 */
export async function addObservable(
  deps: ObservableDeps,
  actor: Actor,
  given: NewObservable,
): Promise<{ observable: ObservableView; created: boolean }> {
  const match = normaliseObservable(given.kind, given.value);
  if (match === null) {
    const detail = `'value' must be ${formOf(given.kind)}.`;
    throw new AppError("validation_error", detail, { errors: [{ pointer: "/value", detail }] });
  }
  const known = await deps.observables.findByValue(match);
  if (known !== null) return { observable: await confirm(deps, actor, known), created: false };
  await requireRoom(deps, { observables: 1 });
  const observable = {
    ...match,
    id: deps.newId(),
    origin: "manual" as const,
    role: "indicator" as const,
    confirmed_by: actor.name,
    decided_by: actor.name,
    confidence: given.confidence ?? CONFIDENCE.manual,
    tags: given.tags,
  };
  const created = await commit(deps, {
    act: {
      actor: actor.name,
      action: "observable.create",
      object: ["observable", observable.id],
      details: { kind: match.kind, value: match.normalized_value },
    },
    when: deps.observables.isUnknown(match),
    parts: [deps.observables.create(observable), deps.suppressions.restoreValue(match, actor.name)],
  });
  // Another user or an incoming report added it a moment ago.
  if (!created) return await addObservable(deps, actor, given);
  const added = await deps.observables.findByValue(match);
  if (added === null) throw noSuchObservable(observable.id);
  return { observable: toView(added, deps.now()), created: true };
}

/** Confirms an observable, so that it outlives the reports that name it. */
async function confirm(
  deps: ObservableDeps,
  actor: Actor,
  known: Observable,
): Promise<ObservableView> {
  if (known.origin === "manual" || known.confirmed_by !== null) return toView(known, deps.now());
  const change = { confirmed_by: actor.name };
  await commit(deps, {
    act: {
      actor: actor.name,
      action: "observable.update",
      object: ["observable", known.id],
      details: { confirmed: true },
    },
    when: deps.observables.isThere(known.id),
    parts: [deps.observables.change(known.id, change)],
  });
  return toView({ ...known, ...change }, deps.now());
}
