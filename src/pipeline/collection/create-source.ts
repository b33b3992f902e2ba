import { commit } from "../../platform/audit/commit.ts";
import { requireRoom } from "../../platform/quotas/require-room.ts";
import type { CollectionDeps } from "./deps.ts";
import { requireFilters } from "./require-filters.ts";
import type { NewSource, SourceView } from "./schema.ts";
import { sourceAct } from "./source-act.ts";
import { knownUrl, requireSourceUrl } from "./source-url.ts";
import { toSourceView } from "./source-view.ts";
import { type Source, UNREAD } from "./store.ts";

/**
 * Adds a source, which is due immediately.
 * @throws AppError `validation_error` for a URL that the egress policy forbids or that cannot be of
 *   the kind, `conflict` for a known one, `quota_exceeded`
 */
export async function createSource(
  deps: CollectionDeps,
  actor: string,
  given: NewSource,
): Promise<SourceView> {
  const { url, key } = requireSourceUrl(deps, given.kind, given.url);
  requireFilters(given.kind, given.filters);
  await requireRoom(deps, { sources: 1 });
  const now = deps.now();
  const source: Source = {
    id: deps.newId(),
    name: given.name ?? new URL(url).hostname,
    kind: given.kind,
    url,
    url_key: key,
    enabled: given.enabled,
    interval_minutes: given.interval_minutes,
    include: given.include,
    exclude: given.exclude,
    filters: given.filters,
    ...UNREAD,
    last_run_at: null,
    next_run_at: now,
    last_status: null,
    last_error: null,
    consecutive_failures: 0,
    created_at: now,
    updated_at: now,
  };
  const created = await commit(deps, {
    act: sourceAct(actor, "source.create", source.id, {
      url,
      name: source.name,
      kind: source.kind,
    }),
    when: deps.collection.isFreeUrl(key),
    parts: [deps.collection.create(source)],
  });
  if (!created) throw knownUrl(url);
  return toSourceView(deps, source, 0);
}
