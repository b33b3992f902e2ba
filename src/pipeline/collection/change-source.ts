import { commitAndRead } from "../../platform/audit/commit.ts";
import { describeChanges } from "../../platform/audit/describe-changes.ts";
import type { CollectionDeps } from "./deps.ts";
import { type FeedUrl, knownUrl, requireFeedUrl } from "./feed-url.ts";
import { NO_VALIDATORS } from "./feed-validators.ts";
import { noSuchSource, requireSource } from "./read-source.ts";
import type { SourceChange, SourceView } from "./schema.ts";
import { sourceAct } from "./source-act.ts";
import { viewSource } from "./source-view.ts";
import type { Source } from "./store.ts";

/** The fields that a caller may change, but for the URL. */
type Fields = Omit<SourceChange, "url">;
type ChangedFields = Partial<Pick<Source, keyof Fields>>;

/**
 * Changes a source; values that it has already change nothing. What the next run asks for follows
 * from the change: see `withConsequences`.
 * @throws AppError `not_found`, `validation_error`, `conflict`
 */
export async function changeSource(
  deps: CollectionDeps,
  actor: string,
  id: string,
  { url, ...fields }: SourceChange,
): Promise<SourceView> {
  const before = await requireSource(deps, id);
  const asked = url === undefined ? null : requireFeedUrl(deps, url);
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
        parts: [deps.collection.update(id, withConsequences(before, changed, moved, deps.now()))],
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

/** A change with what follows from it for the next run. */
function withConsequences(
  before: Source,
  changed: ChangedFields,
  moved: FeedUrl | null,
  now: string,
): Partial<Source> {
  const change: Partial<Source> = { ...changed, updated_at: now };
  if (changed.interval_minutes !== undefined) {
    change.next_run_at = dueAfter(before.last_run_at, changed.interval_minutes, now);
  }
  // Other keywords may admit items that were left out, so the feed is read whole again.
  const isReread = moved !== null || changed.include !== undefined || changed.exclude !== undefined;
  if (isReread) Object.assign(change, NO_VALIDATORS);
  if (moved !== null) {
    change.url = moved.url;
    change.url_key = moved.key;
    // Another address may work where the old one failed.
    change.next_run_at = now;
    change.consecutive_failures = 0;
  }
  return change;
}

function dueAfter(lastRun: string | null, minutes: number, now: string): string {
  if (lastRun === null) return now;
  return new Date(Date.parse(lastRun) + minutes * 60_000).toISOString();
}
