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

/** Adds to each row the reports and sessions that mention its value. */
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

/** Returns the IDs of the observables that these sources mention, by source. */
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

/** Returns the roles of the values that a source mentions, by value key. */
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

/** An observable that several sources mention. */
export interface SharedValue {
  observable_id: string;
  kind: ObservableKind;
  value: string;
  role: ObservableRole;
  confidence: number;
  session_ids: string[];
}

/** Lists the observables that two or more sessions mention, those in most sessions first, and their total. */
export async function listShared(
  db: WorkspaceDb,
  sessionIds: readonly string[],
  limit: number,
): Promise<{ items: SharedValue[]; total: number }> {
  const ids = JSON.stringify(sessionIds);
  type Row = Omit<SharedValue, "session_ids"> & { sessions: string; total: number };
  const rows = await db.all<Row>(sql`
    select o.id as observable_id, o.kind, o.value, o.role, o.confidence,
      json_group_array(s.source_id) as sessions, count(*) over () as total
    from observable_sources s
    join observables o on o.kind = s.kind and o.normalized_value = s.normalized_value
    where s.source_type = 'session' and s.source_id in (select value from json_each(${ids}))
    group by o.id having count(*) > 1
    order by count(*) desc, o.confidence desc, o.kind, o.value limit ${limit}`);
  const place = new Map(sessionIds.map((id, at) => [id, at]));
  const inOrder = (a: string, b: string) => (place.get(a) ?? 0) - (place.get(b) ?? 0);
  return {
    items: rows.map(({ sessions, total: _total, ...row }) => ({
      ...row,
      session_ids: (JSON.parse(sessions) as string[]).sort(inOrder),
    })),
    total: rows[0]?.total ?? 0,
  };
}
