import { AppError } from "../../platform/lib/errors.ts";
import { catchUp } from "./catch-up.ts";
import { type Collection, findCollection } from "./collections.ts";
import type { TaxiiDeps } from "./deps.ts";
import { type PageStart, readToken, writeToken } from "./page-token.ts";
import type { CollectionQuery } from "./params.ts";
import type { LedgerObject } from "./store.ts";

/** One page of a collection, in the order of addition. */
export interface LedgerPage {
  collection: Collection;
  rows: LedgerObject[];
  /** The start of the next page, if there may be more. */
  next: string | null;
}

/** Chooses how many of the rows fit on the page. */
export type FitPage = (rows: readonly LedgerObject[]) => number;

/** Maximum ledger updates while no object is found. */
const MAX_ROUNDS = 4;

/**
 * Reads a page of a collection from the ledger after updating it. Pages follow the time of addition, which is unique,
 * so no object is lost or repeated whatever is added or removed meanwhile.
 * @param objectId returns only this object
 * @throws AppError `not_found`, `validation_error` for an invalid `next`
 */
export async function readPage(
  deps: TaxiiDeps,
  name: string,
  query: CollectionQuery,
  objectId: string | null = null,
  fit: FitPage = (rows) => rows.length,
): Promise<LedgerPage> {
  const collection = findCollection(deps.settings, name);
  const scope = [collection.id, ...(objectId === null ? [] : [objectId])].join("/");
  const start = startOf(query, scope, objectId);
  const { rows: found, isCurrent } = await listRows(deps, collection, query, start);
  if (objectId !== null && found.length === 0) await requireObject(deps, collection, objectId);
  const rows = found.slice(0, Math.min(query.limit, fit(found.slice(0, query.limit))));
  const isLast = rows.length === found.length && isCurrent;
  const after = rows.at(-1)?.added ?? start.after;
  return { collection, rows, next: isLast ? null : writeToken(scope, { ...start, after }) };
}

/** Returns the start of a page. `next` takes precedence over all other parameters. */
function startOf(query: CollectionQuery, scope: string, objectId: string | null): PageStart {
  if (query.next !== undefined) return readToken(scope, query.next);
  return {
    after: query.added_after ?? 0,
    ids: objectId === null ? (query["match[id]"] ?? null) : [objectId],
    types: query["match[type]"] ?? null,
    versions: query["match[version]"] ?? null,
  };
}

/** Returns one row more than the page takes, if there is one. */
async function listRows(
  deps: TaxiiDeps,
  { level, topic }: Collection,
  query: CollectionQuery,
  start: PageStart,
): Promise<{ rows: LedgerObject[]; isCurrent: boolean }> {
  const isOurs = query["match[spec_version]"]?.includes("2.1") ?? true;
  if (!isOurs) return { rows: [], isCurrent: true };
  let isCurrent = false;
  let rows: LedgerObject[] = [];
  for (let round = 0; round < MAX_ROUNDS && !isCurrent && rows.length === 0; round += 1) {
    isCurrent = await catchUp(deps);
    rows = await deps.taxii.list({ level, topic, ...start }, query.limit + 1);
  }
  return { rows, isCurrent };
}

async function requireObject(
  deps: TaxiiDeps,
  { level, topic }: Collection,
  objectId: string,
): Promise<void> {
  const any = { level, topic, after: 0, ids: [objectId], types: null, versions: null };
  if ((await deps.taxii.list(any, 1)).length > 0) return;
  throw new AppError("not_found", "There is no object with this id in the collection.");
}
