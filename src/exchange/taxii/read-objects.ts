import { type StixObject, stringOf } from "../../formats/stix/stix-object.ts";
import type { TaxiiDeps } from "./deps.ts";
import type { CollectionQuery } from "./params.ts";
import { type LedgerPage, readPage } from "./read-page.ts";
import type { LedgerObject } from "./store.ts";
import { MAX_REPORTS } from "./vocabulary.ts";
import { toWithdrawnObject } from "./withdrawn-object.ts";

/** A page of objects as JSON, and the ledger rows of those on it. */
export interface ObjectPage extends Pick<LedgerPage, "next" | "rows"> {
  objects: string[];
}

/**
 * Returns a page of a collection's objects, generated from the current state of their sessions. The page excludes
 * objects that left the collection since they were listed.
 * @throws AppError `not_found`, `validation_error`
 */
export async function readObjects(
  deps: TaxiiDeps,
  name: string,
  query: CollectionQuery,
  objectId: string | null = null,
): Promise<ObjectPage> {
  const page = await readPage(deps, name, query, objectId, fitReports);
  const made = await makeObjects(deps, page);
  const found = page.rows.flatMap((row) => {
    const object = made.get(row.stix_id);
    return object === undefined ? [] : [{ row, object }];
  });
  return {
    next: page.next,
    rows: found.map(({ row }) => row),
    objects: found.map(({ object }) => object),
  };
}

/** Returns the number of rows within the limit of reports to read. */
function fitReports(rows: readonly LedgerObject[]): number {
  const sessions = new Set<string>();
  const end = rows.findIndex(({ session_id: id, is_withdrawn: isWithdrawn }) => {
    if (!isWithdrawn) sessions.add(id);
    return sessions.size > MAX_REPORTS;
  });
  return end === -1 ? rows.length : end;
}

/** Generates the objects of the rows by id, one report after another. */
async function makeObjects(
  deps: TaxiiDeps,
  { rows, collection }: LedgerPage,
): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  for (const row of rows) {
    if (row.is_withdrawn) made.set(row.stix_id, JSON.stringify(toWithdrawnObject(row)));
  }
  const listed = rows.filter(({ is_withdrawn: isWithdrawn }) => !isWithdrawn);
  for (const [id, wanted] of Map.groupBy(listed, ({ session_id: session }) => session)) {
    const report = await deps.recentReport.read(deps, id);
    // Its marking has changed since it was listed, so this collection's recipients must not receive it.
    if (report?.level !== collection.level) continue;
    for (const { stix_id: stixId, version } of wanted) {
      const object = report.objects.get(stixId);
      if (object !== undefined) made.set(stixId, atVersion(object, version));
    }
  }
  return made;
}

/** Returns the object with the listed version, which is later for one that returned after its withdrawal. */
function atVersion(json: string, version: string): string {
  if (json.includes(`"modified":"${version}"`)) return json;
  const object = JSON.parse(json) as StixObject;
  const modified = stringOf(object["modified"]);
  const isLater = modified !== null && version > modified;
  return isLater ? JSON.stringify({ ...object, modified: version }) : json;
}
