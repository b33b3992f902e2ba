import { and, asc, eq, sql } from "drizzle-orm";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { observables, observableSources } from "./tables.ts";
import {
  keyOf,
  type ObservableKind,
  type ObservableRole,
  type ObservableSource,
} from "./vocabulary.ts";

interface Value {
  kind: ObservableKind;
  normalized_value: string;
}

/** The reports and sessions that mention a value. */
export interface MentionedIn {
  report_ids: string[];
  session_ids: string[];
}

/** Each row with the reports and sessions that mention its value. */
export async function withMentions<T extends Value>(
  db: WorkspaceDb,
  rows: readonly T[],
): Promise<(T & MentionedIn)[]> {
  if (rows.length === 0) return [];
  const values = JSON.stringify(rows.map((row) => [row.kind, row.normalized_value]));
  const found = await db.all<{ place: number; type: string; id: string }>(sql`
    select v.key as place, s.source_type as type, s.source_id as id
    from json_each(${values}) v cross join ${observableSources} s
    on s.kind = v.value->>0 and s.normalized_value = v.value->>1
    order by s.source_id`);
  const byPlace = Map.groupBy(found, ({ place }) => place);
  return rows.map((row, place) => {
    const mentions = byPlace.get(place) ?? [];
    const idsOf = (type: string) => mentions.filter((one) => one.type === type).map(({ id }) => id);
    return { ...row, report_ids: idsOf("report"), session_ids: idsOf("session") };
  });
}

/** Ids of the observables that these sources mention, by source. */
export async function listMentionedIds(
  db: WorkspaceDb,
  type: ObservableSource,
  sourceIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ source: observableSources.source_id, id: observables.id })
    .from(observableSources)
    .innerJoin(
      observables,
      and(
        eq(observables.kind, observableSources.kind),
        eq(observables.normalized_value, observableSources.normalized_value),
      ),
    )
    .where(
      and(
        eq(observableSources.source_type, type),
        sql`${observableSources.source_id} in (select value from json_each(${JSON.stringify(sourceIds)}))`,
      ),
    )
    .orderBy(asc(observables.kind), asc(observables.normalized_value));
  const bySource = [...Map.groupBy(rows, ({ source }) => source)];
  return new Map(bySource.map(([source, list]) => [source, list.map(({ id }) => id)]));
}

/** The roles of what a source mentions, by the keys of the values. */
export async function listRolesIn(
  db: WorkspaceDb,
  { type, id }: { type: ObservableSource; id: string },
): Promise<Map<string, ObservableRole>> {
  const rows = await db
    .select({
      kind: observableSources.kind,
      normalized_value: observableSources.normalized_value,
      role: observableSources.role,
    })
    .from(observableSources)
    .where(and(eq(observableSources.source_type, type), eq(observableSources.source_id, id)));
  return new Map(rows.map((row) => [keyOf(row), row.role]));
}
