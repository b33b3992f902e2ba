import { newEntry } from "../../platform/audit/new-entry.ts";
import type { AuditEntry } from "../../platform/audit/record.ts";
import type { ObservableDeps } from "./deps.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import { CONFIDENCE } from "./confidence.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { requireRoom } from "../../platform/quotas/require-room.ts";
import { normaliseObservable } from "./normalise.ts";
import type { NewObservable } from "./schema.ts";
import type { Observable, ObservableRow } from "./store.ts";

/** What a value of each kind looks like, for the sentence that refuses one. */
const FORMS = {
  cve: "a CVE identifier such as CVE-2024-12345",
  ipv4: "an IPv4 address",
  domain: "a domain with a public suffix",
  md5: "32 hexadecimal digits",
  sha256: "64 hexadecimal digits",
} as const;

/**
 * Adds an observable by hand; one that is known is answered as it is. What an analyst names is let
 * in, whatever rule would suppress it.
 * @throws AppError `validation_error` when the value is not of its kind
 */
export async function addObservable(
  deps: ObservableDeps,
  actor: Actor,
  given: NewObservable,
): Promise<{ observable: Observable; created: boolean }> {
  const match = normaliseObservable(given.kind, given.value);
  if (match === null) {
    const detail = `'value' must be ${FORMS[given.kind]}.`;
    throw new AppError("validation_error", detail, { errors: [{ pointer: "/value", detail }] });
  }
  const known = await deps.observables.findByValue(match.kind, match.normalized_value);
  if (known !== null) return { observable: await confirm(deps, actor, known), created: false };
  await requireRoom(deps, { observables: 1 });
  const now = deps.now();
  const row: ObservableRow = {
    ...{ id: deps.newId(), ...match, origin: "manual", confirmed_by: actor.name },
    confidence: given.confidence ?? CONFIDENCE.manual,
    tags: given.tags,
    ...{ first_seen_at: now, last_seen_at: now },
  };
  const details = { kind: match.kind, value: match.normalized_value };
  const entry = entryOf(deps, actor, "observable.create", row.id, details);
  const created = await deps.observables.create(row, actor.name, entry);
  const observable = await deps.observables.findByValue(match.kind, match.normalized_value);
  if (observable === null) throw noSuchObservable(row.id);
  return { observable, created };
}

/** What an analyst names by hand stays when the reports that named it go. */
async function confirm(deps: ObservableDeps, actor: Actor, known: Observable): Promise<Observable> {
  if (known.origin === "manual" || known.confirmed_by !== null) return known;
  const change = { confirmed_by: actor.name };
  const entry = entryOf(deps, actor, "observable.update", known.id, { confirmed: true });
  await deps.observables.update(known.id, change, entry);
  return { ...known, ...change };
}

/** @throws AppError `not_found` */
export async function readObservable(deps: ObservableDeps, id: string): Promise<Observable> {
  const observable = await deps.observables.find(id);
  if (observable === null) throw noSuchObservable(id);
  return observable;
}

/** Changes tags or confidence; what is so already changes nothing. @throws AppError `not_found` */
export async function changeObservable(
  deps: ObservableDeps,
  actor: Actor,
  id: string,
  given: { tags?: string[] | undefined; confidence?: number | undefined },
): Promise<Observable> {
  const { tags, confidence } = given;
  const before = await readObservable(deps, id);
  const hasTags = tags === undefined || JSON.stringify(tags) === JSON.stringify(before.tags);
  const change = {
    ...(!hasTags && { tags }),
    ...(confidence !== undefined && confidence !== before.confidence && { confidence }),
  };
  if (Object.keys(change).length === 0) return before;
  const entry = entryOf(deps, actor, "observable.update", id, change);
  const changed = { ...change, confirmed_by: actor.name };
  if (!(await deps.observables.update(id, changed, entry))) throw noSuchObservable(id);
  return await readObservable(deps, id);
}

/**
 * Deletes an observable. It is listed as suppressed from then on, so that the next report that names
 * it does not bring it back; restoring it there does. @throws AppError `not_found`
 */
export async function deleteObservable(
  deps: ObservableDeps,
  actor: Actor,
  id: string,
): Promise<void> {
  const row = await readObservable(deps, id);
  const details = { kind: row.kind, value: row.normalized_value };
  const entry = entryOf(deps, actor, "observable.delete", id, details);
  const removed = await deps.observables.remove(row, deps.newId(), entry);
  if (!removed) throw noSuchObservable(id);
}

/**
 * Lets a suppressed value in, now and whenever it is seen again; one that was restored before is
 * answered as it is. @throws AppError `not_found`
 */
export async function restoreSuppression(
  deps: ObservableDeps,
  actor: Actor,
  id: string,
): Promise<Observable> {
  const row = await deps.observables.findSuppression(id);
  if (row === null) throw new AppError("not_found", `There is no suppression ${id}.`);
  const { kind, value, normalized_value, first_seen_at, last_seen_at } = row;
  if (row.restored_at === null) await requireRoom(deps, { observables: 1 });
  const observable: ObservableRow = {
    ...{ id: deps.newId(), kind, value, normalized_value, origin: "extracted", tags: [] },
    ...{ confidence: CONFIDENCE.text, confirmed_by: actor.name },
    ...{ first_seen_at, last_seen_at },
  };
  const details = { kind, value: normalized_value, rule: row.rule };
  const entry = entryOf(deps, actor, "observable.restore", id, details);
  await deps.observables.restore(row, observable, actor.name, entry);
  const restored = await deps.observables.findByValue(kind, normalized_value);
  if (restored !== null) return restored;
  throw new AppError("not_found", "The observable was restored and deleted again meanwhile.");
}

function noSuchObservable(id: string): AppError {
  return new AppError("not_found", `There is no observable ${id}.`);
}

function entryOf(
  deps: ObservableDeps,
  actor: Actor,
  action: AuditEntry["action"],
  id: string,
  details: Record<string, unknown>,
): AuditEntry {
  const type = action === "observable.restore" ? "suppression" : "observable";
  const what = { object_type: type, object_id: id } as const;
  return newEntry(deps, { actor: actor.name, action, ...what, details });
}
