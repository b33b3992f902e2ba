import { retryEdit } from "../../../platform/lib/retry-edit.ts";
import { commit } from "../../../platform/audit/commit.ts";
import type { Actor } from "../../../platform/auth/identity.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import type { ObservableDeps } from "../deps.ts";
import type { Observable } from "../store.ts";
import type { BulkChange, BulkOutcome } from "./schema.ts";

/** Minimum confidence of what an analyst confirms. */
const CONFIRMED = 90;
const MAX_TAGS = 50;

/** An observable and its planned state. */
interface Planned {
  before: Observable;
  /** Null to delete it. */
  after: Pick<Observable, "tags" | "role" | "confidence" | "expires_at" | "decided_by"> | null;
}

/**
 * Applies one change to many observables in one transaction, with one audit entry. Skips observables that already
 * match. If others change one meanwhile, the change is planned again on the new state.
 * @throws AppError `validation_error` if an observable would have more than 50 tags; `conflict`
 */
export async function changeMany(
  deps: ObservableDeps,
  actor: Actor,
  change: BulkChange,
): Promise<BulkOutcome> {
  return await retryEdit(deps, "these observables", async () => {
    const found = await deps.observables.findAll(change.observable_ids);
    const planned = found
      .map((before) => ({ before, after: plan(before, change, actor.name, deps.now()) }))
      .filter(isChange);
    if (planned.length === 0 || (await store(deps, actor, change, planned))) {
      return toOutcome(change, found, planned);
    }
    return null;
  });
}

function toOutcome(
  { observable_ids: ids }: BulkChange,
  found: readonly Observable[],
  planned: readonly Planned[],
): BulkOutcome {
  const known = new Set(found.map(({ id }) => id));
  return {
    changed: planned.length,
    unchanged: found.length - planned.length,
    missing: ids.filter((id) => !known.has(id)),
  };
}

/** Stores the change. Returns false if an observable has changed since it was read. */
async function store(
  deps: ObservableDeps,
  actor: Actor,
  { action, observable_ids: _ids, ...rest }: BulkChange,
  planned: readonly Planned[],
): Promise<boolean> {
  const suppressed = planned.flatMap(({ before: { kind, normalized_value: value }, after }) =>
    after === null ? [{ kind, value }] : [],
  );
  return await commit(deps, {
    act: {
      actor: actor.name,
      action: "observable.bulk",
      object: ["observables", deps.newId()],
      details: {
        change: action,
        ...rest,
        observable_ids: planned.map(({ before }) => before.id),
        // Their IDs no longer lead anywhere.
        ...(suppressed.length > 0 && { suppressed }),
      },
    },
    when: deps.observables.areAs(planned.map(({ before }) => before)),
    parts: partsOf(deps, planned, actor.name),
  });
}

function partsOf(deps: ObservableDeps, planned: readonly Planned[], by: string) {
  const kept = planned.flatMap(({ before, after }) =>
    after === null ? [] : [{ id: before.id, ...after }],
  );
  const gone = planned.filter(({ after }) => after === null).map(({ before }) => before.id);
  return [
    ...(kept.length === 0 ? [] : [deps.observables.changeMany(kept, by)]),
    ...(gone.length === 0
      ? []
      : [
          deps.suppressions.suppressMany(
            gone.map((id) => ({ id, suppression: deps.newId() })),
            "deleted_by_analyst",
          ),
          deps.observables.removeMany(gone),
        ]),
  ];
}

function plan(before: Observable, change: BulkChange, by: string, now: string): Planned["after"] {
  const { tags, role, confidence, expires_at, decided_by } = before;
  const same = { tags, role, confidence, expires_at, decided_by };
  switch (change.action) {
    case "confirm":
      return {
        ...same,
        role: "indicator",
        confidence: Math.max(confidence, CONFIRMED),
        decided_by: decided_by ?? by,
      };
    case "expire":
      return { ...same, expires_at: expires_at !== null && expires_at <= now ? expires_at : now };
    case "tag":
      return { ...same, tags: addTags(before, change.tags) };
    case "untag":
      return { ...same, tags: tags.filter((tag) => !change.tags.includes(tag)) };
    default:
      return null;
  }
}

function addTags(
  { tags, normalized_value: value }: Observable,
  added: readonly string[],
): string[] {
  const all = [...new Set([...tags, ...added])];
  if (all.length <= MAX_TAGS) return all;
  const detail = `'tags' would give ${value} more than ${MAX_TAGS} tags; remove some of its tags first.`;
  throw new AppError("validation_error", detail, { errors: [{ pointer: "/tags", detail }] });
}

function isChange({ before, after }: Planned): boolean {
  if (after === null) return true;
  const keys = Object.keys(after) as (keyof typeof after)[];
  return keys.some((key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]));
}
