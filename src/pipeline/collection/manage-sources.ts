import { newEntry } from "../../platform/audit/new-entry.ts";
import type { AuditEntry } from "../../platform/audit/record.ts";
import type { CollectionDeps } from "./deps.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { canonicalUrl } from "../intake/identity.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { whyNotPublic } from "../../platform/outbound/public-network.ts";
import { requireRoom } from "../../platform/quotas/require-room.ts";
import type { NewSource, SourceChange, SourceView } from "./schema.ts";
import type { Source } from "./store.ts";

/**
 * Adds a source; it is due at once.
 * @throws AppError `validation_error` for a URL that is not to be asked, `conflict` for a known one
 */
export async function createSource(
  deps: CollectionDeps,
  actor: Actor,
  given: NewSource,
): Promise<SourceView> {
  const { url, key } = requireUrl(deps, given.url);
  await requireRoom(deps, { sources: 1 });
  const now = deps.now();
  const source: Source = {
    ...{ id: deps.newId(), kind: given.kind, url, url_key: key },
    name: given.name ?? new URL(url).hostname,
    enabled: given.enabled,
    interval_minutes: given.interval_minutes,
    include: given.include,
    exclude: given.exclude,
    ...FORGOTTEN,
    last_run_at: null,
    next_run_at: now,
    last_status: null,
    last_error: null,
    consecutive_failures: 0,
    ...{ created_at: now, updated_at: now },
  };
  const entry = entryOf(deps, actor, "source.create", source.id, { url, name: source.name });
  if (!(await deps.collection.create(source, entry))) throw knownUrl(url);
  return toSourceView(source);
}

/** What is remembered of the last answer, and means nothing for another URL. */
const FORGOTTEN = { moved_to: null, etag: null, last_modified: null, body_sha256: null };

/** @throws AppError `not_found` */
export async function readSource(deps: CollectionDeps, id: string): Promise<SourceView> {
  return toSourceView(await requireSource(deps, id));
}

/** Sources by name. */
export async function listSources(
  deps: CollectionDeps,
  page: Page & { limit: number },
): Promise<Paged<SourceView>> {
  const { items, total } = await deps.collection.list(page);
  return { items: items.map(toSourceView), total };
}

/**
 * Changes a source; what is so already changes nothing. What its items are asked for anew begins
 * with the next run.
 * @throws AppError `not_found`, `validation_error`, `conflict`
 */
export async function changeSource(
  deps: CollectionDeps,
  actor: Actor,
  id: string,
  { url, ...wanted }: SourceChange,
): Promise<SourceView> {
  const before = await requireSource(deps, id);
  const asked = url === undefined ? null : requireUrl(deps, url);
  const moved = asked?.url === before.url ? null : asked;
  const change = changesTo(before, wanted);
  const given = Object.entries(change);
  if (moved === null && given.length === 0) return toSourceView(before);
  if (moved !== null && moved.key !== before.url_key) {
    const other = await deps.collection.findByUrl(moved.key);
    if (other !== null) throw knownUrl(moved.url);
  }
  const isRead = moved !== null || change.include !== undefined || change.exclude !== undefined;
  const changed: Partial<Source> = {
    ...change,
    ...(moved !== null && { url: moved.url, url_key: moved.key }),
    // Other words may let in what was left out, so the feed is read whole again.
    ...(isRead && FORGOTTEN),
    ...(change.interval_minutes !== undefined && {
      next_run_at: dueAfter(before.last_run_at, change.interval_minutes, deps.now()),
    }),
    // Another address may do what the old one did not.
    ...(moved !== null && { next_run_at: deps.now(), consecutive_failures: 0 }),
    updated_at: deps.now(),
  };
  const names = [...given.map(([name]) => name), ...(moved === null ? [] : ["url"])];
  const entry = entryOf(deps, actor, "source.update", id, { changed: names });
  const after = await deps.collection.update(id, changed, entry);
  if (after !== null) return toSourceView(after);
  const isThere = (await deps.collection.find(id)) !== null;
  throw isThere && moved !== null ? knownUrl(moved.url) : noSuchSource(id);
}

/** What of a change is not so already. */
function changesTo(before: Source, wanted: Omit<SourceChange, "url">) {
  const names = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
    (name) =>
      wanted[name] !== undefined && JSON.stringify(wanted[name]) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(names.map((name) => [name, wanted[name]])) as Partial<
    Pick<Source, keyof typeof wanted>
  >;
}

/** Deletes a source; its runs and reports stay. @throws AppError `not_found` */
export async function deleteSource(deps: CollectionDeps, actor: Actor, id: string): Promise<void> {
  const { url } = await requireSource(deps, id);
  const entry = entryOf(deps, actor, "source.delete", id, { url });
  if (!(await deps.collection.remove(id, entry))) throw noSuchSource(id);
}

/** @throws AppError `not_found` */
export async function requireSource(deps: CollectionDeps, id: string): Promise<Source> {
  const source = await deps.collection.find(id);
  if (source === null) throw noSuchSource(id);
  return source;
}

function requireUrl(deps: CollectionDeps, given: string): { url: string; key: string } {
  const why = whyNotPublic(given, deps.settings.ALLOW_PRIVATE_SOURCES);
  const key = canonicalUrl(given);
  if (why !== null || key === null) {
    const detail = `The feed's url ${why ?? "is too long"}.`;
    throw new AppError("validation_error", detail, { errors: [{ pointer: "/url", detail }] });
  }
  return { url: new URL(given).href, key };
}

function dueAfter(lastRun: string | null, minutes: number, now: string): string {
  if (lastRun === null) return now;
  return new Date(Date.parse(lastRun) + minutes * 60_000).toISOString();
}

function knownUrl(url: string): AppError {
  return new AppError("conflict", `There is a source for ${url} already.`);
}

function noSuchSource(id: string): AppError {
  return new AppError("not_found", `There is no source ${id}.`);
}

function entryOf(
  deps: CollectionDeps,
  actor: Actor,
  action: AuditEntry["action"],
  id: string,
  details: Record<string, unknown>,
): AuditEntry {
  const what = { object_type: "source", object_id: id } as const;
  return newEntry(deps, { actor: actor.name, action, ...what, details });
}

function toSourceView(source: Source): SourceView {
  const { url_key: _key, etag: _etag, last_modified: _date, body_sha256: _hash, ...view } = source;
  return view;
}
