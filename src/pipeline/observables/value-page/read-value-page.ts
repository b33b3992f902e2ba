import { readObservable } from "../read-observable.ts";
import { openWarningLists } from "../warning-lists/open-warning-lists.ts";
import { OBSERVABLE_SOURCES } from "../vocabulary.ts";
import type { MentioningSource, ValuePageDeps } from "./deps.ts";
import { type NamingSource, readNamed } from "./list-named.ts";
import type { ObservableMention, ValuePage } from "./schema.ts";
import type { SourceRow } from "./store.ts";

const MAX_MENTIONS = 100;
/** Sources whose other values are included. A list of indicators may have ten thousand. */
const RELATED_BY = 20;
const MAX_RELATED = 50;
const MAX_HISTORY = 100;
/** Maximum number of records shown. */
const MAX_RECORDS = 5;
/** Maximum number of records analyzed for names: a few per provider. */
const MAX_NAMING_RECORDS = 50;

/**
 * Returns everything known about an observable: its sources and their text, the techniques, groups and other
 * observables mentioned with it, and its history.
 * @throws AppError `not_found`
 */
export async function readValuePage(deps: ValuePageDeps, id: string): Promise<ValuePage> {
  const observable = await readObservable(deps, id);
  const { rows, total } = await deps.valuePages.listMentions(observable, MAX_MENTIONS);
  const [lists, sources, related, records, history] = await Promise.all([
    openWarningLists(deps),
    describe(deps, rows),
    deps.valuePages.listRelated(observable, rows.slice(0, RELATED_BY), MAX_RELATED),
    deps.enrichmentsOf(id, MAX_NAMING_RECORDS),
    deps.audit.listActsOn(
      { type: "observable", id },
      { type: "observables", list: "observable_ids" },
      MAX_HISTORY,
    ),
  ]);
  const known = [...sources.values()];
  return {
    observable,
    mentions_total: total,
    mentions: rows.flatMap((row) => toMention(row, sources.get(row.source_id))),
    techniques: countEach(known.map((source) => source.technique_ids)),
    groups: countEach(known.map((source) => source.group_ids)),
    related,
    named: await readNamed(deps, namingSources(rows, sources), records),
    warning_lists: lists.find(observable),
    enrichments: records
      .slice(0, MAX_RECORDS)
      .map(({ id: enrichmentId, provider, status, ...answer }) => ({
        id: enrichmentId,
        provider,
        status,
        asked_for: answer.asked_for,
        summary: answer.summary,
        created_at: answer.created_at,
      })),
    history,
  };
}

/** Returns the mentioning sources in order, with their details. */
function namingSources(
  rows: readonly SourceRow[],
  known: ReadonlyMap<string, MentioningSource>,
): NamingSource[] {
  return rows.flatMap(({ source_type: type, source_id: id }) => {
    const source = known.get(id);
    return source === undefined ? [] : [{ ...source, type }];
  });
}

async function describe(
  deps: ValuePageDeps,
  rows: readonly SourceRow[],
): Promise<Map<string, MentioningSource>> {
  const lists = await Promise.all(
    OBSERVABLE_SOURCES.map(async (type) => {
      const ids = rows.filter((row) => row.source_type === type).map((row) => row.source_id);
      return ids.length === 0 ? [] : await deps.describeSources(type, ids);
    }),
  );
  return new Map(lists.flat().map((source) => [source.id, source]));
}

function toMention(row: SourceRow, source: MentioningSource | undefined): ObservableMention[] {
  // It was deleted a moment ago.
  if (source === undefined) return [];
  const { kind: _kind, normalized_value: _value, places, ...mention } = row;
  const { title, published_at } = source;
  return [{ ...mention, title, published_at, places: [...places] }];
}

/** Counts in how many lists each ID occurs, the most frequent first. */
function countEach(lists: readonly (readonly string[])[]): ValuePage["techniques"] {
  const counts = new Map<string, number>();
  for (const id of lists.flatMap((list) => [...new Set(list)])) {
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts]
    .map(([attack_id, sources]) => ({ attack_id, sources }))
    .sort((a, b) => b.sources - a.sources || (a.attack_id < b.attack_id ? -1 : 1));
}
