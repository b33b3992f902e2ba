import { commitAndRead } from "../../platform/audit/commit.ts";
import { describeChanges } from "../../platform/audit/describe-changes.ts";
import type { CollectionDeps } from "./deps.ts";
import { noSuchSource, requireSource } from "./read-source.ts";
import { requireFilters } from "./require-filters.ts";
import type { SourceChange, SourceView } from "./schema.ts";
import { sourceAct } from "./source-act.ts";
import { knownUrl, requireSourceUrl, type SourceUrl } from "./source-url.ts";
import { viewSource } from "./source-view.ts";
import { type Source, UNREAD } from "./store.ts";

/** The fields that a caller may change, except the URL. */
type Fields = Omit<SourceChange, "url">;
type ChangedFields = Partial<Pick<Source, keyof Fields>>;

/**
 * Changes a source. Unchanged values have no effect. The change may affect the next run: see `withConsequences`.
 * @throws AppError `not_found`, `validation_error`, `conflict`
 */
export async function changeSource(
  deps: CollectionDeps,
  actor: string,
  id: string,
  { url, ...fields }: SourceChange,
): Promise<SourceView> {
  const before = await requireSource(deps, id);
  const asked = url === undefined ? null : requireSourceUrl(deps, before.kind, url);
  requireFilters(before.kind, fields.filters ?? {});
  const moved = asked?.url === before.url ? null : asked;
  const changed = changedFields(before, fields);
  const change = { ...changed, ...(moved !== null && { url: moved.url }) };
  if (Object.keys(change).length === 0) return await viewSource(deps, before);
  const [after] =
    (await commitAndRead(
      deps,
      {
        act: sourceAct(actor, "source.update", id, describeChanges(before, change)),
        when: deps.collection.isChangeable(id, moved?.key),
        parts: [
          deps.collection.update(id, withConsequences(before, changed, moved, deps.now())),
          ...(isReread(changed, moved) ? [deps.collection.forgetItems(id)] : []),
        ],
      },
      deps.collection.selectOne(id),
    )) ?? [];
  if (after !== undefined) return await viewSource(deps, after);
  const isThere = (await deps.collection.find(id)) !== null;
  throw isThere && moved !== null ? knownUrl(moved.url) : noSuchSource(id);
}

function changedFields(before: Source, wanted: Fields): ChangedFields {
  const names = (Object.keys(wanted) as (keyof Fields)[]).filter(
    (name) =>
      wanted[name] !== undefined && JSON.stringify(wanted[name]) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(names.map((name) => [name, wanted[name]]));
}

/** Returns a change including its effects on the next run. */
function withConsequences(
  before: Source,
  changed: ChangedFields,
  moved: SourceUrl | null,
  now: string,
): Partial<Source> {
  const change: Partial<Source> = { ...changed, updated_at: now };
  if (changed.interval_minutes !== undefined) {
    change.next_run_at = dueAfter(before.last_run_at, changed.interval_minutes, now);
  }
  if (isReread(changed, moved)) Object.assign(change, UNREAD);
  if (moved !== null) {
    change.url = moved.url;
    change.url_key = moved.key;
    // Another address may work if the old one failed.
    change.next_run_at = now;
    change.consecutive_failures = 0;
  }
  return change;
}

/**
 * Returns whether to read the source completely again, because new keywords and filters may admit excluded items.
 */
function isReread({ include, exclude, filters }: ChangedFields, moved: SourceUrl | null): boolean {
  return moved !== null || [include, exclude, filters].some((part) => part !== undefined);
}

function dueAfter(lastRun: string | null, minutes: number, now: string): string {
  if (lastRun === null) return now;
  return new Date(Date.parse(lastRun) + minutes * 60_000).toISOString();
}
